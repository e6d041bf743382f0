//! A generic server is shared by threads, and so are the futures of its prompts.

use prompt_runtime::prompt_methods;

struct Server<B>(B);

trait Backend: Send + Sync + 'static {
    async fn row(&self) -> String;
}

#[prompt_methods]
impl<B: Backend> Server<B> {
    #[prompt]
    async fn row(&self) -> String {
        self.0.row().await
    }
}

#[prompt_methods(list = MORE)]
impl<T> Server<T> {
    #[prompt]
    fn more(&self) -> &'static str {
        "More."
    }
}

fn main() {
    let _ = Server::<*const u8>::MORE;
}

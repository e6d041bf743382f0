//! No client can choose a type.

use prompt_runtime::prompt_methods;

struct Server<'a, T, const N: usize>(&'a [T; N]);

#[prompt_methods]
impl<'a, T: Send + Sync + 'static, const N: usize> Server<'a, T, N> {
    #[prompt]
    fn generic<U>(&self, text: &str) -> String {
        text.to_owned()
    }
}

#[prompt_methods]
impl Server<'_, u8, 1> {
    #[prompt]
    fn borrowed(&self, text: &str) -> String {
        text.to_owned()
    }
}

fn main() {}

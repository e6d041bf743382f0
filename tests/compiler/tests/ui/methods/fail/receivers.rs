//! A prompt borrows the server.

use prompt_runtime::prompt_methods;
use std::sync::Arc;

struct Server;

#[prompt_methods]
impl Server {
    #[prompt]
    fn marked(#[arg(default)] &self) -> String {
        String::new()
    }

    #[prompt]
    fn exclusive(&mut self) -> String {
        String::new()
    }

    #[prompt]
    fn owned(self) -> String {
        String::new()
    }

    #[prompt]
    fn owned_and_changed(mut self) -> String {
        String::new()
    }

    #[prompt]
    fn counted(self: Arc<Self>) -> String {
        String::new()
    }

    #[prompt]
    fn exclusive_as_well(self: &mut Self) -> String {
        String::new()
    }
}

fn main() {
    let _ = Server::PROMPTS;
}

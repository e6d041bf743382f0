//! Where the attribute goes, and where `#[prompt]` goes in it.

use prompt_runtime::{prompt, prompt_methods};

struct Server;

#[prompt_methods]
struct NoImpl;

#[prompt_methods]
fn no_impl() -> String {
    String::new()
}

#[prompt_methods]
impl Server {
    fn not_marked(&self) {}
}

#[prompt_methods]
impl ToString for Server {
    #[prompt]
    fn to_string(&self) -> String {
        String::new()
    }
}

impl Server {
    #[prompt]
    fn alone(&self) -> String {
        String::new()
    }
}

#[prompt]
impl Server {
    fn on_the_impl(&self) -> String {
        String::new()
    }
}

fn main() {}

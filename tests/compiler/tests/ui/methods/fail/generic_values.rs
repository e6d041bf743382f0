//! Rules that depend on the type are checked where a program uses the list for one.

use prompt_runtime::{ArgumentEnum, prompt_methods};

struct Server<B>(B);

trait Backend: Send + Sync + 'static {
    const NAMES: &'static [&'static str];
}

#[derive(ArgumentEnum)]
enum Kind {
    Fix,
}

#[prompt_methods]
impl<B: Backend> Server<B> {
    #[prompt]
    fn named(&self, #[arg(values = B::NAMES, default = "c")] name: &str) -> String {
        name.to_owned()
    }

    #[prompt]
    fn kind(&self, #[arg(complete = names)] kind: Kind) -> String {
        kind.to_string()
    }
}

fn names(_: &str) -> [&'static str; 1] {
    ["fix"]
}

struct Memory;

impl Backend for Memory {
    const NAMES: &'static [&'static str] = &["a", "b"];
}

// `cargo check` evaluates constants, but not the bodies of functions.
const _: () = {
    let _ = Server::<Memory>::PROMPTS;
};

fn main() {}

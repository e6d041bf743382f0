use prompt_runtime::{PromptArguments, prompt, prompt_methods};

#[prompt(crate = ::nothing)]
fn review(diff: &str) -> String {
    diff.to_owned()
}

#[derive(PromptArguments)]
#[arguments(crate = ::missing)]
struct Arguments {
    count: u8,
}

struct Server;

#[prompt_methods(crate = ::absent)]
impl Server {
    #[prompt]
    fn weekly(&self, audience: &str) -> String {
        audience.to_owned()
    }
}

fn main() {}

use prompt_runtime::{prompt, prompt_methods};

#[prompt]
#[prompt(name = "other")]
fn review(diff: &str) -> String {
    diff.to_owned()
}

#[prompt]
fn no_return_type(diff: &str) {
    let _ = diff;
}

#[prompt]
fn a_value_and_no_return_type(diff: &str) {
    diff.to_owned()
}

#[prompt]
#[prompt_runtime::prompt]
fn twice_by_path(diff: &str) -> String {
    diff.to_owned()
}

struct Server;

#[prompt_methods]
#[prompt_methods]
impl Server {
    #[prompt]
    fn weekly(&self) -> String {
        String::new()
    }
}

fn main() {}

use prompt_runtime::{prompt, prompts};

fn plain() -> String {
    String::new()
}

#[prompt]
fn review() -> String {
    String::new()
}

fn main() {
    let _ = prompts![review, plain, missing];
}

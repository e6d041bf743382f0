use prompt_runtime::{prompt, prompts};

#[prompt]
fn review() -> String {
    String::new()
}

fn main() {
    let _ = prompts!["review", review(), review review];
    let _ = prompts![#[5] review];
    let _ = prompts![crate = prompt_runtime, review];
}

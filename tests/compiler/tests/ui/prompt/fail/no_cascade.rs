use prompt_runtime::{prompt, prompts};

#[prompt(titel = "Review")]
fn review(#[arg(defualt)] diff: &str) -> String {
    diff.to_owned()
}

fn main() {
    let _ = prompts![review];
    let _ = review("diff");
}

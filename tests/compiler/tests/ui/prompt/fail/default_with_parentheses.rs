use prompt_runtime::prompt;

#[prompt]
fn review(#[arg(default("brief"))] tone: &str) -> String {
    tone.to_owned()
}

fn main() {}

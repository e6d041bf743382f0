use prompt_runtime::prompt;

#[prompt]
fn half_typed(diff: &str) -> String {
    let x = diff.
}

fn main() {}

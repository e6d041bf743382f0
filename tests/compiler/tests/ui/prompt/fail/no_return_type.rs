use prompt_runtime::prompt;

#[prompt]
fn review(diff: &str) {
    let _ = diff;
}

fn main() {}

use prompt_runtime::prompt;

#[prompt]
fn review(diff: Diff) -> String {
    let _ = diff;
    String::new()
}

fn main() {}

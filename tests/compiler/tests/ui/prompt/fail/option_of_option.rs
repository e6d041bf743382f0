use prompt_runtime::prompt;

#[prompt]
fn review(diff: Option<Option<&str>>) -> String {
    let _ = diff;
    String::new()
}

fn main() {}

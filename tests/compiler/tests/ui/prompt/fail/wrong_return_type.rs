use prompt_runtime::prompt;

#[prompt]
fn review(diff: &str) -> Option<String> {
    Some(diff.to_owned())
}

#[prompt]
async fn later(diff: &str) -> u32 {
    let _ = diff;
    1
}

struct Failure;

#[prompt]
fn fails(diff: &str) -> Result<String, Failure> {
    let _ = diff;
    Err(Failure)
}

fn main() {}

use prompt_runtime::prompt;

#[prompt]
struct Review {
    diff: String,
}

#[prompt]
impl Review {
    fn review(diff: &str) -> String {
        diff.to_owned()
    }
}

#[prompt]
mod prompts {}

#[prompt]
const REVIEW: &str = "review";

fn main() {
    let _ = (Review::review("diff"), REVIEW);
}

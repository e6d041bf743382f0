use prompt_runtime::prompt;

#[prompt(name = "review-review-review-review-review-review-review-review-review-review-review-review-review-review-review-review-review-review-review-")]
fn review() -> String {
    String::new()
}

fn main() {}

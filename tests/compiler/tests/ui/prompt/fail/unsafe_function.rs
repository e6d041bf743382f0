use prompt_runtime::prompt;

#[prompt]
unsafe fn review(diff: &str) -> String {
    diff.to_owned()
}

fn main() {}

use prompt_runtime::prompt;

#[prompt]
fn review(diff: impl std::fmt::Display, tags: Option<impl Copy>) -> String {
    let _ = tags;
    diff.to_string()
}

fn main() {}

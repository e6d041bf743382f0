use prompt_runtime::prompt;

#[prompt]
fn half_typed(diff: &str, tone:) -> String {
    diff.to_owned()
}

fn main() {}

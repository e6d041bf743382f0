use prompt_runtime::prompt;

#[prompt]
fn half_typed(diff: &str) -> {
    diff.to_owned()
}

fn main() {}

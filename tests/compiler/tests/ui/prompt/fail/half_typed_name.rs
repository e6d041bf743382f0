use prompt_runtime::prompt;

#[prompt]
fn half_typed(diff: &str, #[arg(default)] ton) -> String {
    diff.to_owned()
}

fn main() {}

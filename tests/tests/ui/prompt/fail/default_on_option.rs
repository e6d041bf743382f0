use prompt_runtime::prompt;

#[prompt]
fn review(
    #[arg(default)] diff: Option<&str>,
    #[arg(default = Some(1))] count: Option<u8>,
) -> String {
    format!("{diff:?}{count:?}")
}

fn main() {}

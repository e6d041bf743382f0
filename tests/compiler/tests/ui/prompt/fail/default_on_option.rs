use prompt_runtime::prompt;

#[prompt]
fn review(
    #[arg(default)] diff: Option<&str>,
    #[arg(default = 3)] count: Option<u8>,
    #[arg(default = Some(1))] depth: std::option::Option<u8>,
    #[arg(separator = ",", default)] ids: Option<Vec<u8>>,
) -> String {
    format!("{diff:?}{count:?}{depth:?}{ids:?}")
}

fn main() {}

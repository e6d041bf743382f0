use prompt_runtime::prompt;

#[prompt(title = "Review", title = "Code review")]
fn review(
    #[arg(non_empty, non_empty)] tone: &str,
    #[arg(name = "patch")]
    #[arg(name = "diff")]
    diff: &str,
) -> String {
    format!("{tone}{diff}")
}

fn main() {}

use prompt_runtime::prompt;

fn no_argument() -> Vec<String> {
    Vec::new()
}

fn wrong_result(prefix: &str) -> usize {
    prefix.len()
}

#[prompt]
fn review(
    #[arg(complete = no_argument)] a: &str,
    #[arg(complete = wrong_result)] b: &str,
) -> String {
    format!("{a}{b}")
}

fn main() {}

use prompt_runtime::prompt;

#[prompt]
fn review(#[arg] a: &str, #[arg()] b: &str, #[arg = "c"] c: &str) -> String {
    format!("{a}{b}{c}")
}

fn main() {}

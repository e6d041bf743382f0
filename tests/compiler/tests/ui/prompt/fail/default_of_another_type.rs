use prompt_runtime::prompt;

#[prompt]
fn review(#[arg(default = "3")] count: u8, #[arg(default = 3)] diff: &str) -> String {
    format!("{count}{diff}")
}

fn main() {}

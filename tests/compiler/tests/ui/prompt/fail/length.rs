use prompt_runtime::prompt;

#[prompt]
fn review(
    #[arg(max_len = 0)] a: &str,
    #[arg(max_len = 0, non_empty)] b: &str,
    #[arg(max_len = 2, default = "long")] c: &str,
    #[arg(non_empty, default = " ")] d: &str,
    #[arg(non_empty, default)] e: String,
) -> String {
    format!("{a}{b}{c}{d}{e}")
}

fn main() {}

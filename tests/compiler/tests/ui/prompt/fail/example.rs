use prompt_runtime::prompt;

#[prompt]
fn review(
    #[arg(example = " ")] a: &str,
    #[arg(example = "long", max_len = 3)] b: &str,
    #[arg(example = "c", values = ["a", "b"])] c: &str,
    #[arg(example = "0", min = 1)] d: u8,
    #[arg(example = 1)] e: u8,
) -> String {
    format!("{a}{b}{c}{d}{e}")
}

fn main() {}

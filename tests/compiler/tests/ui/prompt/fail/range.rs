use prompt_runtime::prompt;

#[prompt]
fn review(
    #[arg(min = 10, max = 1)] a: u8,
    #[arg(min = 1, max = 10, default = 11)] b: u8,
    #[arg(min = 1, default)] c: u8,
    #[arg(min = 1)] d: &str,
    #[arg(max = 1)] e: bool,
    #[arg(max = 1, separator = ",")] f: Vec<u8>,
) -> String {
    format!("{a}{b}{c}{d}{e}{f:?}")
}

fn main() {}

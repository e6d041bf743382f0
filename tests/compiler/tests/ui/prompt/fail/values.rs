use prompt_runtime::prompt;

#[prompt]
fn review(
    #[arg(values = [])] a: &str,
    #[arg(values = "brief, full")] b: &str,
    #[arg(values = ["brief", "brief", 3])] c: &str,
    #[arg(values = ["", "brief"], non_empty, max_len = 3)] d: &str,
) -> String {
    format!("{a}{b}{c}{d}")
}

fn main() {}

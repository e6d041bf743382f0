use prompt_runtime::prompt;

const TONES: &[&str] = &["brief", "full"];

#[prompt]
fn review(
    #[arg(values = ["brief", "full"], default = "short")] tone: &str,
    #[arg(values = ["brief", "full"], default)] other: String,
    #[arg(values = TONES, default = "full")] good: &str,
) -> String {
    format!("{tone}{other}{good}")
}

fn main() {}

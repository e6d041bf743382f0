use prompt_runtime::prompt;

const TONES: &[&str] = &["brief", "full"];

#[prompt]
fn review(#[arg(values = TONES, default = "short")] tone: &str) -> String {
    tone.to_owned()
}

#[prompt]
fn braces(#[arg(values = TONES, default = "{tone}")] tone: &str) -> String {
    tone.to_owned()
}

fn main() {}

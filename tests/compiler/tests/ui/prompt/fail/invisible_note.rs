use prompt_runtime::prompt;

#[prompt]
#[deprecated(note = "Use\u{200B} another.")]
fn review(#[arg(default = "brief\u{2060}")] tone: &str) -> String {
    tone.to_owned()
}

fn main() {}

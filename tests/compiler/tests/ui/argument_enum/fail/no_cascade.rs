use prompt_runtime::{ArgumentEnum, prompt};

#[derive(ArgumentEnum, Default)]
enum Tone {
    #[default]
    Brief,
    #[value(nam = "x")]
    Full,
}

#[prompt]
fn review(#[arg(default)] tone: Tone) -> String {
    format!("{tone} {}", tone.as_str())
}

fn main() {}

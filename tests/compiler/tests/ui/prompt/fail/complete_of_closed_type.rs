use prompt_runtime::{ArgumentEnum, prompt};

type Switch = Option<bool>;

#[derive(ArgumentEnum)]
enum Tone {
    Brief,
    Full,
}

fn complete(prefix: &str) -> Vec<String> {
    vec![prefix.to_owned()]
}

#[prompt]
fn review(
    #[arg(complete = complete)] strict: bool,
    #[arg(complete = complete)] fast: Switch,
    #[arg(complete = complete, separator = ",")] flags: Vec<bool>,
    #[arg(complete = complete)] tone: Tone,
) -> String {
    format!("{strict}{fast:?}{flags:?}{tone}")
}

fn main() {}

use prompt_runtime::prompt;

fn complete(prefix: &str) -> Vec<String> {
    vec![prefix.to_owned()]
}

#[prompt]
fn review(
    #[arg(complete = complete, values = ["brief"])] tone: &str,
) -> String {
    tone.to_owned()
}

fn main() {}

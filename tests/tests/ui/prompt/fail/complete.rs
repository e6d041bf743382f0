use prompt_runtime::prompt;

fn complete(prefix: &str) -> Vec<String> {
    vec![prefix.to_owned()]
}

#[prompt]
fn review(
    #[arg(complete = complete)] strict: bool,
    #[arg(complete = complete, values = ["brief"])] tone: &str,
) -> String {
    format!("{strict}{tone}")
}

fn main() {}

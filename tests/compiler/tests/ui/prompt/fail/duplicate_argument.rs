use prompt_runtime::prompt;

#[prompt]
fn review(
    r#type: &str,
    #[arg(name = "type")] kind: &str,
    #[arg(alias = ["kind", "type"])] tone: &str,
) -> String {
    format!("{type}{kind}{tone}")
}

fn main() {}

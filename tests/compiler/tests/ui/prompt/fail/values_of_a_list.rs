use prompt_runtime::prompt;

#[prompt]
fn review(
    #[arg(separator = ",", values = ["a,b", " tests", "docs"])] focus: Vec<String>,
) -> String {
    focus.join(" ")
}

fn main() {}

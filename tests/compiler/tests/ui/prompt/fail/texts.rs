use prompt_runtime::prompt;

#[prompt(title = "", description = " ")]
fn empty(#[arg(title = "")] a: &str) -> String {
    a.to_owned()
}

fn main() {}

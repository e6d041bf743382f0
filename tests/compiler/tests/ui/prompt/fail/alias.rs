use prompt_runtime::prompt;

#[prompt(alias = ["review", "check", "check"])]
fn review() -> String {
    String::new()
}

fn main() {}

use prompt_runtime::prompt;

#[prompt(allow = "Generic Name")]
fn review() -> String {
    String::new()
}

#[prompt(allow)]
fn nothing() -> String {
    String::new()
}

fn main() {}

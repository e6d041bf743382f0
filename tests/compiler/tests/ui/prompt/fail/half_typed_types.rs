use prompt_runtime::prompt;

// As many errors as the functions without the attribute have.
#[prompt]
fn reference(x: &) -> String {
    String::new()
}

#[prompt]
fn generic(x: Option<, y: &str) -> String {
    y.to_owned()
}

#[prompt]
fn path(x: std::) -> String {
    String::new()
}

#[prompt]
fn no_comma(x: &str y: &str) -> String {
    String::new()
}

fn main() {}

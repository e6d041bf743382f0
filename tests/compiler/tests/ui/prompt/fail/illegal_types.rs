use prompt_runtime::prompt;

#[prompt]
fn unsized_text(diff: str) -> String {
    String::new()
}

#[prompt]
fn unsized_object(diff: dyn Send) -> String {
    String::new()
}

#[prompt]
fn inferred(diff: _) -> String {
    String::new()
}

#[prompt]
fn of_no_type(diff: Self) -> String {
    String::new()
}

#[prompt]
fn twice(diff: &str, diff: &str) -> String {
    String::new()
}

fn main() {}

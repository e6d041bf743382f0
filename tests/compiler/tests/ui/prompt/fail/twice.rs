use prompt_runtime::prompt;

#[prompt]
#[prompt(name = "other")]
fn review(diff: &str) -> String {
    diff.to_owned()
}

#[prompt]
fn no_return_type(diff: &str) {
    let _ = diff;
}

#[prompt]
fn a_value_and_no_return_type(diff: &str) {
    diff.to_owned()
}

fn main() {}

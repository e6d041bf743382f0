use prompt_runtime::prompt;

#[prompt]
fn review(#[arg(complete = missing)] a: &str) -> String {
    a.to_owned()
}

fn main() {}

use prompt_runtime::prompt;

const COUNT: u8 = 1;

#[prompt]
fn review(#[arg(values = COUNT)] a: &str) -> String {
    a.to_owned()
}

fn main() {}

use prompt_runtime::prompt;

use prompt_runtime::Context;

#[prompt]
fn owned(#[context] a: Context) -> String {
    let _ = a;
    String::new()
}

fn main() {}

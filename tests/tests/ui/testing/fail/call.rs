use prompt_runtime::prompt;
use prompt_runtime::testing::call;

#[prompt]
fn greet(name: &str) -> String {
    format!("Greet {name}.")
}

fn main() {
    let _ = call!(greet, name = "Ada");
    let _ = call!(greet("Ada"));
    let _ = call!("greet");
}

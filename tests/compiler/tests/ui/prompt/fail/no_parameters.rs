use prompt_runtime::prompt;

#[prompt]
fn review -> String {
    String::new()
}

fn main() {}

use prompt_runtime::prompt;

const NUMBER: u8 = 1;

#[prompt(title = NUMBER)]
fn review() -> String {
    String::new()
}

fn main() {}

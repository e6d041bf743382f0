use prompt_runtime::prompt;

#[prompt]
fn review(#[arg(separator = ",")] id: u8) -> String {
    format!("{id}")
}

fn main() {}

use prompt_runtime::prompt;

#[prompt]
fn review(#[arg(separator = "")] ids: Vec<u8>) -> String {
    format!("{ids:?}")
}

fn main() {}

use prompt_runtime::prompt;
use std::error::Error;

#[prompt]
fn neither_send_nor_sync(diff: &str) -> Result<String, Box<dyn Error>> {
    Ok(diff.to_owned())
}

#[prompt]
async fn in_a_future(diff: &str) -> Result<String, Box<dyn Error + Send>> {
    Ok(diff.to_owned())
}

#[prompt]
fn a_number(diff: &str) -> Result<String, u8> {
    Ok(diff.to_owned())
}

#[prompt]
fn of_another_value(diff: &str) -> Result<Vec<u8>, String> {
    Ok(diff.as_bytes().to_vec())
}

fn main() {}

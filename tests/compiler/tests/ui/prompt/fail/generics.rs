use prompt_runtime::prompt;

#[prompt]
fn review<'a, T: std::str::FromStr, const N: usize>(diff: &'a str, tone: T) -> String {
    drop(tone);
    format!("{diff}{N}")
}

fn main() {}

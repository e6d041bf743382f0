use prompt_runtime::prompt;

#[derive(Default)]
struct Diff;

impl std::str::FromStr for Diff {
    type Err = String;

    fn from_str(_: &str) -> Result<Self, String> {
        Ok(Self)
    }
}

#[prompt]
fn review(#[arg(default)] diff: Diff) -> String {
    let _ = diff;
    String::new()
}

fn main() {}

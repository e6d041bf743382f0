use prompt_runtime::prompt;

struct Diff;

impl std::str::FromStr for Diff {
    type Err = ();

    fn from_str(_: &str) -> Result<Self, ()> {
        Err(())
    }
}

#[prompt]
fn review(diff: Diff) -> String {
    let _ = diff;
    String::new()
}

fn main() {}

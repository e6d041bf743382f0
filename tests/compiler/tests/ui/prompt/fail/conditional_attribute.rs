use prompt_runtime::prompt;

#[prompt]
fn review(#[cfg_attr(all(), arg(default))] diff: &str) -> String {
    diff.to_owned()
}

fn main() {}

use prompt_runtime::prompt;

use std::collections::HashMap;

struct Diff;

#[prompt]
fn review(diff: Diff, files: HashMap<String, String>, tags: Vec<String>, tone: &mut str) -> String {
    let _ = (diff, files, tags, tone);
    String::new()
}

fn main() {}

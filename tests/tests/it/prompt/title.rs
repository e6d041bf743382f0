use super::listed;
use prompt_runtime::{prompt, prompts};
use serde_json::json;

const TITLE: &str = "Of a constant";

#[prompt(title = TITLE)]
fn titled(#[arg(title = "Diff")] diff: &str) -> String {
    diff.to_owned()
}

#[prompt]
fn untitled() -> &'static str {
    "text"
}

#[test]
fn a_title_is_listed_and_none_is_made_up() {
    let [titled, untitled] = prompts![titled, untitled];
    let titled = listed(titled);
    assert_eq!(titled["title"], json!("Of a constant"));
    assert_eq!(titled["arguments"][0]["title"], json!("Diff"));
    assert_eq!(
        listed(untitled),
        json!({ "name": "untitled", "arguments": [] })
    );
}

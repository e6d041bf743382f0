use super::listed;
use prompt_runtime::{prompt, prompts};
use serde_json::json;

#[prompt(meta = {
    "com.example/team": "reviews \"and\" more\n",
    "n": [1, -2.5, true, null, { "deep": [] }],
})]
fn annotated() -> &'static str {
    "text"
}

#[test]
fn meta_is_listed_as_it_was_written() {
    let [definition] = prompts![annotated];
    assert_eq!(
        listed(definition)["_meta"],
        json!({
            "com.example/team": "reviews \"and\" more\n",
            "n": [1, -2.5, true, null, { "deep": [] }],
        })
    );
}

use super::{arguments, get, get_from, registry};
use prompt_runtime::{prompt, prompts};
use serde_json::json;

#[prompt(alias = ["check", "old-review"])]
fn review(#[arg(alias = "patch")] diff: &str) -> String {
    diff.to_owned()
}

#[test]
fn former_names_answer_and_are_not_listed() {
    let registry = registry(prompts![review]);
    for name in ["review", "check", "old-review"] {
        let text = get_from(&registry, name, &json!({ "diff": "x" }));
        assert_eq!(text.unwrap(), "x", "{name}");
    }
    assert_eq!(registry.prompts().len(), 1);
    let [definition] = prompts![review];
    assert_eq!(get(definition, json!({ "patch": "x" })).unwrap(), "x");
    assert_eq!(arguments(definition).as_array().map(Vec::len), Some(1));
}

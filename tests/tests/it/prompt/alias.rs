use super::{arguments, get, get_from, registry};
use prompt_check::contract::Contract;
use prompt_runtime::{ArgumentEnum, prompt, prompts};
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

/// Where a ticket stands.
#[derive(ArgumentEnum)]
#[allow(dead_code)]
enum Stage {
    /// Not begun.
    Open,
    /// It is over.
    #[value(alias = ["done", "finished"])]
    Closed,
}

#[prompt(name = "review", alias = "old-review")]
fn renamed(stage: Stage, #[arg(alias = "patch")] diff: &str) -> String {
    format!("{stage} {diff}")
}

#[test]
fn former_names_and_values_are_in_the_contract() {
    let contract = Contract::of(&registry(prompts![renamed]));
    let [prompt] = contract.prompts() else {
        panic!("{contract}")
    };
    assert_eq!(prompt.aliases, ["old-review"]);
    assert_eq!(prompt.arguments[0].values, ["open", "closed"]);
    assert_eq!(prompt.arguments[0].value_aliases, ["done", "finished"]);
    assert_eq!(prompt.arguments[1].aliases, ["patch"]);
}

use super::{arguments, get, listed};
use prompt_runtime::{prompt, prompts};
use serde_json::json;

#[prompt]
fn r#match(r#type: &str) -> String {
    r#type.to_owned()
}

#[prompt(name = "审查-代码.v2")]
fn chinese(#[arg(name = "代码")] code: &str) -> String {
    code.to_owned()
}

#[test]
fn a_raw_identifier_is_listed_without_its_mark() {
    let [definition] = prompts![r#match];
    assert_eq!(listed(definition)["name"], json!("match"));
    assert_eq!(
        arguments(definition),
        json!([{ "name": "type", "required": true }])
    );
    assert_eq!(get(definition, json!({ "type": "x" })).unwrap(), "x");
}

#[test]
fn names_are_in_any_language() {
    let [definition] = prompts![chinese];
    assert_eq!(listed(definition)["name"], json!("审查-代码.v2"));
    assert_eq!(get(definition, json!({ "代码": "x" })).unwrap(), "x");
}

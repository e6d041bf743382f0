use super::{arguments, get};
use prompt_runtime::{prompt, prompts};
use serde_json::json;

#[prompt]
fn lists(
    #[arg(separator = ",")] a: Vec<u8>,
    #[arg(separator = ";")] b: Option<Vec<String>>,
    #[arg(separator = " ", default = vec![true])] c: Vec<bool>,
) -> String {
    format!("{a:?}{b:?}{c:?}")
}

#[test]
fn text_is_taken_apart_at_the_separator() {
    let [definition] = prompts![lists];
    assert_eq!(
        get(definition, json!({ "a": "1, 2" })).unwrap(),
        "[1, 2]None[true]"
    );
    let given = json!({ "a": "", "b": "x;y", "c": "true false" });
    assert_eq!(
        get(definition, given).unwrap(),
        "[]Some([\"x\", \"y\"])[true, false]"
    );
}

#[test]
fn a_list_is_required_unless_its_type_or_default_says_otherwise() {
    let [definition] = prompts![lists];
    let arguments = arguments(definition);
    let required = [0, 1, 2].map(|index| arguments[index]["required"].clone());
    assert_eq!(required, [json!(true), json!(false), json!(false)]);
}

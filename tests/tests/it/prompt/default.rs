use super::{arguments, get};
use prompt_runtime::{prompt, prompts};
use serde_json::json;
use std::borrow::Cow;

#[prompt]
fn defaults(
    #[arg(default)] a: bool,
    #[arg(default = 2 + 3)] b: u8,
    #[arg(default = "c")] c: &str,
    #[arg(default = "d")] d: String,
    #[arg(default = "e")] e: Cow<'_, str>,
    #[arg(default = String::from("f"))] f: String,
) -> String {
    format!("{a}{b}{c}{d}{e}{f}")
}

#[test]
fn a_default_stands_in_for_what_is_absent_only() {
    let [definition] = prompts![defaults];
    assert_eq!(get(definition, json!({})).unwrap(), "false5cdef");
    let given = json!({ "b": "7", "c": "", "f": "x" });
    assert_eq!(get(definition, given).unwrap(), "false7dex");
}

#[test]
fn a_default_is_shown_and_makes_the_argument_optional() {
    let [definition] = prompts![defaults];
    let arguments = arguments(definition);
    for argument in arguments.as_array().unwrap() {
        assert_eq!(argument["required"], json!(false));
    }
    assert_eq!(arguments[1]["description"], json!("default: 5"));
}

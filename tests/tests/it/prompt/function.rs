use super::{arguments, get, listed};
use prompt_runtime::{
    GetPromptResult, IntoPromptResult, PromptError, PromptMessage, prompt, prompts,
};
use serde_json::json;
use std::borrow::Cow;

type Maybe<T> = Option<T>;

#[prompt]
fn borrowed<'a>(a: &'a str, b: Cow<'a, str>, c: Maybe<&'a str>) -> impl IntoPromptResult + use<> {
    format!("{a}{b}{c:?}")
}

#[prompt]
async fn later(mut text: String) -> Result<GetPromptResult, PromptError> {
    std::future::ready(()).await;
    text.push('!');
    text.into_prompt_result()
}

#[prompt]
fn failing(path: &str) -> Result<Vec<PromptMessage>, std::io::Error> {
    std::fs::read_to_string(path).map(|text| vec![PromptMessage::user(text)])
}

#[prompt]
const fn constant() -> &'static str {
    "constant"
}

#[prompt]
#[allow(improper_ctypes_definitions)]
extern "C" fn foreign() -> String {
    "foreign".to_owned()
}

#[prompt]
fn conditional(#[cfg(any())] a: Missing, b: &str, #[cfg(not(any()))] c: &str) -> String {
    format!("{b}{c}")
}

mod deeper {
    pub(super) mod still {
        #[prompt_runtime::prompt]
        pub(in crate::prompt::function) fn nested() -> &'static str {
            "nested"
        }
    }
}

#[test]
fn the_function_is_still_a_function() {
    assert_eq!(
        failing("/nowhere").map_err(|e| e.kind()),
        Err(std::io::ErrorKind::NotFound)
    );
    assert_eq!(constant(), "constant");
    assert_eq!(conditional("b", "c"), "bc");
    let _ = borrowed("a", Cow::Borrowed("b"), None);
}

#[test]
fn optional_is_what_the_type_says() {
    let [definition] = prompts![borrowed];
    assert_eq!(
        arguments(definition),
        json!([
            { "name": "a", "required": true },
            { "name": "b", "required": true },
            { "name": "c", "required": false },
        ])
    );
    let text = get(definition, json!({ "a": "1", "b": "2" }));
    assert_eq!(text.unwrap(), "12None");
}

#[test]
fn every_kind_is_called() {
    let [later, failing] = prompts![later, failing];
    assert_eq!(get(later, json!({ "text": "x" })).unwrap(), "x!");
    let error = get(failing, json!({ "path": "/nowhere" })).unwrap_err();
    assert_eq!(error.code(), -32603);
    let [constant, foreign, nested] = prompts![constant, foreign, deeper::still::nested];
    assert_eq!(get(constant, json!({})).unwrap(), "constant");
    assert_eq!(get(foreign, json!({})).unwrap(), "foreign");
    assert_eq!(get(nested, json!({})).unwrap(), "nested");
}

#[test]
fn a_parameter_can_be_configured_away() {
    let [definition] = prompts![conditional];
    let text = get(definition, json!({ "b": "1", "c": "2" }));
    assert_eq!(text.unwrap(), "12");
    assert_eq!(arguments(definition).as_array().map(Vec::len), Some(2));
}

#[test]
fn a_prompt_can_stand_in_a_function() {
    #[prompt]
    fn inner(text: &str) -> String {
        text.to_owned()
    }
    let [definition] = prompts![inner];
    assert_eq!(listed(definition)["name"], json!("inner"));
    assert_eq!(definition.location().package, env!("CARGO_PKG_NAME"));
    assert!(definition.location().file.ends_with("function.rs"));
}

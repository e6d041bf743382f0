use super::get;
use prompt_runtime::{Context, prompt, prompts};
use serde_json::json;

#[prompt]
fn asking(#[context] context: &Context, text: &str, #[context] _: &Context) -> String {
    format!("{text}{:?}", context.client())
}

#[test]
fn the_context_is_no_argument() {
    let [definition] = prompts![asking];
    assert_eq!(get(definition, json!({ "text": "x" })).unwrap(), "xNone");
}

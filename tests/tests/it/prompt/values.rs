use super::{arguments, completed, get, refusal};
use prompt_runtime::{prompt, prompts};
use serde_json::json;

const TONES: &[&str] = &["brief", "full"];
const SIZES: [&str; 2] = ["s", "m"];

#[prompt]
fn listed(
    #[arg(values = TONES, default = "full")] a: &str,
    #[arg(values = ["x", "y"])] b: Option<String>,
    #[arg(values = &SIZES)] c: &str,
    #[arg(values = ["1", "2"], default = 2)] d: u8,
) -> String {
    format!("{a}{b:?}{c}{d}")
}

#[test]
fn other_values_are_refused_and_these_are_completed() {
    let [definition] = prompts![listed];
    assert_eq!(get(definition, json!({ "c": "s" })).unwrap(), "fullNones2");
    let sentence = refusal(definition, json!({ "c": "l", "d": "3" }));
    assert!(
        sentence.contains("one of: s, m") && sentence.contains("one of: 1, 2"),
        "{sentence}"
    );
    assert_eq!(completed(definition, "a", ""), ["full", "brief"]);
    assert_eq!(completed(definition, "b", "x"), ["x"]);
}

#[test]
fn they_are_shown_in_the_description() {
    let [definition] = prompts![listed];
    assert_eq!(
        arguments(definition)[0]["description"],
        json!("one of: brief, full; default: full")
    );
}

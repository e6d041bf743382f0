use super::{get, refusal};
use prompt_runtime::{prompt, prompts};
use serde_json::json;

#[prompt]
fn limited(
    #[arg(non_empty)] a: &str,
    #[arg(max_len = 2)] b: &str,
    #[arg(min = -1, max = 1_0)] c: i8,
    #[arg(min = 0.5)] d: Option<f64>,
) -> String {
    format!("{a}{b}{c}{d:?}")
}

#[test]
fn what_is_within_the_limits_passes() {
    let [definition] = prompts![limited];
    for arguments in [
        json!({ "a": "x", "b": "äö", "c": "-1" }),
        json!({ "a": "x", "b": "", "c": "10", "d": "0.5" }),
    ] {
        get(definition, arguments).unwrap();
    }
}

#[test]
fn everything_beyond_them_is_said_at_once() {
    let [definition] = prompts![limited];
    let sentence = refusal(
        definition,
        json!({ "a": " ", "b": "abc", "c": "11", "d": "0.4" }),
    );
    for part in [
        "\"a\"",
        "\"b\"",
        "at most 2",
        "\"c\"",
        "from -1 to 10",
        "\"d\"",
        "0.5",
    ] {
        assert!(sentence.contains(part), "{part}: {sentence}");
    }
}

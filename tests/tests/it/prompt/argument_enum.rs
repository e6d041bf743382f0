use super::{arguments, completed, get, refusal};
use prompt_runtime::{ArgumentEnum, prompt, prompts};
use serde_json::json;

type Maybe<T> = Option<T>;

#[derive(ArgumentEnum, Debug, Default, PartialEq)]
#[non_exhaustive]
enum Phase {
    /// Being read.
    ///
    /// By anyone.
    #[default]
    InReview,
    #[value(name = "done!", alias = ["done", "finished"])]
    Done,
    #[deprecated]
    Old = 7,
    #[cfg(any())]
    Never,
}

#[derive(ArgumentEnum)]
#[value(rename_all = "SCREAMING_SNAKE_CASE")]
enum Level {
    VeryHigh,
}

#[prompt]
fn phased(
    #[arg(default)] phase: Phase,
    level: Maybe<Level>,
    #[arg(separator = ",")] all: Option<Vec<Phase>>,
) -> String {
    format!(
        "{phase}{}{all:?}",
        level.as_ref().map_or("-", Level::as_str)
    )
}

#[test]
fn text_and_value_are_one() {
    assert_eq!(Phase::VALUES, ["in-review", "done!", "old"]);
    assert_eq!(Phase::DESCRIPTIONS, [Some("Being read."), None, None]);
    assert_eq!(Level::VALUES, ["VERY_HIGH"]);
    for (text, value) in [
        ("in-review", Some(Phase::InReview)),
        ("finished", Some(Phase::Done)),
        ("In-Review", None),
        ("", None),
    ] {
        assert_eq!(text.parse().ok(), value, "{text}");
    }
    assert_eq!(
        format!("[{:>6}|{:<6}]", Phase::Done, Phase::Done),
        "[ done!|done! ]"
    );
}

#[test]
fn values_are_found_behind_option_and_alias() {
    let [definition] = prompts![phased];
    assert_eq!(
        arguments(definition),
        json!([
            { "name": "phase", "description": "one of: in-review, done!, old; default: in-review", "required": false },
            { "name": "level", "description": "one of: VERY_HIGH", "required": false },
            { "name": "all", "description": "any of: in-review, done!, old, separated by \",\"", "required": false },
        ])
    );
    assert_eq!(completed(definition, "phase", "d"), ["done!", "old"]);
}

#[test]
fn other_texts_are_refused() {
    let [definition] = prompts![phased];
    assert_eq!(
        get(definition, json!({ "phase": "done" })).unwrap(),
        "done!-None"
    );
    let sentence = refusal(definition, json!({ "phase": "DONE!" }));
    assert!(
        sentence.contains("one of: in-review, done!, old"),
        "{sentence}"
    );
}

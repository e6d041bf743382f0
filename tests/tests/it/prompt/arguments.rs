use super::{arguments, completed, get, refusal};
use prompt_runtime::error::RegistryProblem;
use prompt_runtime::{ArgumentEnum, PromptArguments, PromptRegistry, prompt, prompts};
use serde_json::json;
use std::borrow::Cow;

#[derive(ArgumentEnum, Default)]
enum Strictness {
    Lenient,
    #[default]
    Normal,
}

#[derive(PromptArguments)]
struct Review<'a> {
    /// How hard to look.
    #[arg(default)]
    strictness: Strictness,
    /// The diff to review.
    #[arg(name = "unified-diff", alias = "diff", non_empty)]
    text: &'a str,
    note: Option<Cow<'a, str>>,
    #[arg(separator = ",", default = vec![1, 2])]
    lines: Vec<u32>,
}

#[derive(PromptArguments)]
struct Owned {
    #[arg(min = 1, max = 5)]
    days: u8,
}

#[prompt]
fn review(#[arguments] review: Review<'_>) -> String {
    let Review {
        strictness,
        text,
        note,
        lines,
    } = review;
    format!("{strictness} {text} {note:?} {lines:?}")
}

#[prompt]
fn check(
    before: &str,
    #[arguments] Review { text, lines, .. }: Review<'_>,
    after: Option<&str>,
    #[arguments] owned: Owned,
) -> String {
    format!("{before} {text} {lines:?} {after:?} {}", owned.days)
}

#[allow(clippy::unused_async)]
#[prompt]
async fn twice(text: &str, #[arguments] owned: Owned) -> String {
    format!("{text}{}", owned.days)
}

#[prompt]
fn clash(days: &str, #[arguments] owned: Owned) -> String {
    format!("{days}{}", owned.days)
}

#[test]
fn the_fields_are_listed_in_the_place_of_the_parameter() {
    let [prompt] = prompts![check];
    let listed = arguments(prompt);
    let names: Vec<_> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["name"])
        .collect();
    assert_eq!(
        names,
        [
            "before",
            "strictness",
            "unified-diff",
            "note",
            "lines",
            "after",
            "days"
        ]
    );
    assert_eq!(listed[2]["description"], json!("The diff to review."));
    assert_eq!(listed[2]["required"], json!(true));
    assert_eq!(listed[3]["required"], json!(false));
    assert_eq!(completed(prompt, "strictness", "len"), ["lenient"]);
}

#[test]
fn the_struct_is_made_of_the_request() {
    let [review, check, twice] = prompts![review, check, twice];
    assert_eq!(
        get(
            review,
            json!({ "diff": "d", "strictness": "lenient", "lines": "7" })
        )
        .unwrap(),
        "lenient d None [7]"
    );
    assert_eq!(
        get(
            check,
            json!({ "before": "b", "unified-diff": "d", "days": "3" })
        )
        .unwrap(),
        "b d [1, 2] None 3"
    );
    assert_eq!(
        get(twice, json!({ "text": "t", "days": "5" })).unwrap(),
        "t5"
    );
    let refused = refusal(
        check,
        json!({ "before": "b", "unified-diff": " ", "days": "9", "x": "y" }),
    );
    for part in ["unified-diff", "days", "\"x\""] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
}

#[test]
fn a_name_that_a_struct_has_too_is_an_error_at_start_up() {
    let error = PromptRegistry::from_prompts(prompts![clash]).unwrap_err();
    assert!(
        matches!(error.problems(), [RegistryProblem::DuplicateArgument { argument, .. }] if argument == "days"),
        "{error}"
    );
}

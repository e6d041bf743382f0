//! `prompts/get` in process against a hand-written `match` and `format!` with the same result.

use crate::now;
use divan::{Bencher, black_box};
use prompt_runtime::{
    ArgumentEnum, Context, GetPromptResult, InvisibleText, JsonObject, PromptMessage,
    PromptRegistry, messages, prompt, prompts,
};
use serde_json::Value;

#[derive(Clone, Copy, ArgumentEnum, Default)]
enum Strictness {
    Lenient,
    #[default]
    Normal,
    Strict,
}

/// Review a diff against the team's standards.
#[prompt(name = "code-review", title = "Code review")]
fn code_review(#[arg(default)] strictness: Strictness, diff: &str) -> GetPromptResult {
    messages! {
        description: "A {strictness} code review of the provided diff";
        user: "Review this diff {strictness}ly against our team's standards (null-safety, test coverage, no unused imports):\n\n{diff}";
    }
}

#[prompt]
fn explain(error: &str) -> String {
    format!("Explain this error:\n\n{error}")
}

fn by_hand(name: &str, given: &JsonObject) -> Result<GetPromptResult, String> {
    let text = |name: &str| match given.get(name) {
        Some(Value::String(text)) => Ok(Some(text.as_str())),
        Some(Value::Null) | None => Ok(None),
        Some(_) => Err(format!("argument {name:?} must be a string")),
    };
    let known = |names: &[&str]| match given.keys().find(|key| !names.contains(&key.as_str())) {
        Some(key) => Err(format!("there is no argument {key:?}")),
        None => Ok(()),
    };
    match name {
        "code-review" => {
            let strictness = match text("strictness")?.map(str::trim) {
                None | Some("normal") => "normal",
                Some("lenient") => "lenient",
                Some("strict") => "strict",
                Some(_) => {
                    return Err(
                        "argument \"strictness\" must be one of: lenient, normal, strict".into(),
                    );
                }
            };
            let diff = text("diff")?.ok_or("argument \"diff\" is missing")?;
            known(&["strictness", "diff"])?;
            Ok(GetPromptResult::new([PromptMessage::user(format!(
                "Review this diff {strictness}ly against our team's standards (null-safety, test coverage, no unused imports):\n\n{diff}"
            ))])
            .with_description(format!("A {strictness} code review of the provided diff")))
        }
        "explain" => {
            let error = text("error")?.ok_or("argument \"error\" is missing")?;
            known(&["error"])?;
            Ok(GetPromptResult::new([PromptMessage::user(format!(
                "Explain this error:\n\n{error}"
            ))]))
        }
        _ => Err(format!("unknown prompt {name:?}")),
    }
}

pub(crate) fn given() -> JsonObject {
    [
        ("strictness", "strict".to_owned()),
        ("diff", "+ a line of the diff\n".repeat(100)),
    ]
    .map(|(name, text)| (name.to_owned(), Value::from(text)))
    .into_iter()
    .collect()
}

pub(crate) fn registry() -> PromptRegistry {
    PromptRegistry::from_prompts(prompts![code_review, explain]).unwrap()
}

#[divan::bench]
fn by_registry(bencher: Bencher<'_, '_>) {
    let (registry, given, context) = (registry(), given(), Context::default());
    let answer = now(registry.get("code-review", &given, &context)).unwrap();
    assert_eq!(answer, by_hand("code-review", &given).unwrap());
    bencher.bench_local(|| {
        now(registry.get(black_box("code-review"), black_box(&given), &context)).unwrap()
    });
}

/// What is left when no text is searched for invisible characters.
#[divan::bench]
fn by_registry_that_allows_all_text(bencher: Bencher<'_, '_>) {
    let registry = PromptRegistry::builder()
        .prompts(prompts![code_review, explain])
        .invisible_text(InvisibleText::Allow)
        .build()
        .unwrap();
    let (given, context) = (given(), Context::default());
    bencher.bench_local(|| {
        now(registry.get(black_box("code-review"), black_box(&given), &context)).unwrap()
    });
}

#[divan::bench]
fn by_match_and_format(bencher: Bencher<'_, '_>) {
    let given = given();
    bencher.bench_local(|| by_hand(black_box("code-review"), black_box(&given)).unwrap());
}

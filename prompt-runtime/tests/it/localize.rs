//! Tests of listings that depend on the request.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::now;
use prompt_runtime::model::Prompt;
use prompt_runtime::{Context, PromptRegistry, Revision, prompt, prompts};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

struct Language(&'static str);

/// Greet a guest.
#[prompt]
fn greet(
    /// The guest's name.
    guest: &str,
    evening: Option<bool>,
) -> String {
    format!("Greet {guest}, {evening:?}.")
}

fn registry(
    localize: impl Fn(&mut Prompt) + Send + Sync + 'static,
) -> (PromptRegistry, Arc<Mutex<Vec<String>>>) {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&reports);
    let registry = PromptRegistry::builder()
        .prompts(prompts![greet])
        .localize(move |prompt, context| {
            let language = context.extensions().get::<Language>();
            if language.is_some_and(|language| language.0 == "de") {
                localize(prompt);
            }
        })
        .on_report(move |report| kept.lock().unwrap().push(report.to_string()))
        .build()
        .unwrap();
    (registry, reports)
}

fn translate(prompt: &mut Prompt) {
    prompt.title = Some("Begrüßung".into());
    prompt.description = Some("Begrüße einen Gast.".into());
    prompt.arguments[0].description = Some("Der Name.".into());
}

fn german(revision: Revision) -> Context {
    Context::new(revision).with_extension(Language("de"))
}

/// The prompt as returned by `list` and by `answer`, which must be the same.
fn listed(registry: &PromptRegistry, context: &mut Context) -> Value {
    let page = serde_json::to_value(registry.list(None, context).unwrap()).unwrap();
    let answer = now(registry.answer("prompts/list", None, context)).unwrap();
    let answer: Value = serde_json::from_str(answer.json()).unwrap();
    assert_eq!(page["prompts"], answer["prompts"]);
    answer["prompts"][0].clone()
}

#[test]
fn titles_and_descriptions_follow_the_request() {
    let (registry, reports) = registry(translate);
    let arguments = json!([
        { "name": "guest", "description": "Der Name.", "required": true },
        { "name": "evening", "required": false },
    ]);
    let prompt = listed(&registry, &mut german(Revision::V2025_11_25));
    assert_eq!(prompt["title"], "Begrüßung");
    assert_eq!(prompt["description"], "Begrüße einen Gast.");
    assert_eq!(prompt["arguments"], arguments);

    let old = listed(&registry, &mut german(Revision::V2024_11_05));
    assert_eq!(old.get("title"), None);
    assert_eq!(old["description"], "Begrüße einen Gast.");

    let other = listed(&registry, &mut Context::new(Revision::V2025_11_25));
    assert_eq!(other["description"], "Greet a guest.");
    assert!(reports.lock().unwrap().is_empty());
}

#[test]
fn a_localized_listing_is_private() {
    let (registry, _) = registry(translate);
    assert!(registry.cache_hints(&Context::default()).is_private());
    let plain = PromptRegistry::from_prompts(prompts![greet]).unwrap();
    assert!(!plain.cache_hints(&Context::default()).is_private());
}

#[test]
fn what_the_contract_holds_cannot_change() {
    type Change = fn(&mut Prompt);
    let changes: [Change; 5] = [
        |prompt| prompt.name = "grüßen".into(),
        |prompt| prompt.arguments[0].name = "gast".into(),
        |prompt| prompt.arguments.swap(0, 1),
        |prompt| prompt.arguments[1].required = true,
        |_| panic!("no translation"),
    ];
    for change in changes {
        let (registry, reports) = registry(move |prompt| {
            translate(prompt);
            change(prompt);
        });
        let prompt = listed(&registry, &mut german(Revision::V2025_11_25));
        assert_eq!(prompt["name"], "greet");
        assert_eq!(prompt["description"], "Greet a guest.");
        assert_eq!(prompt["arguments"][0]["name"], "guest");
        let reports = reports.lock().unwrap();
        assert!(
            reports[0].contains("listed as it was declared"),
            "{reports:?}"
        );
    }
}

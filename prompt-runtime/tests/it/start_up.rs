//! Tests that mistakes in a set of prompts are reported when it is built, and mistakes in an answer to the author.
#![allow(clippy::unwrap_used)]

use crate::support::now;
use prompt_runtime::{
    Context, GetPromptResult, PromptMessage, PromptRegistry, RegistryError, prompt, prompts,
};
use std::sync::{Arc, Mutex};

mod one {
    #[prompt_runtime::prompt]
    pub(crate) fn review() -> &'static str {
        "one"
    }

    #[prompt_runtime::prompt(name = "write-notes")]
    pub(crate) fn notes() -> &'static str {
        "one"
    }
}

mod two {
    #[prompt_runtime::prompt]
    pub(crate) fn review() -> &'static str {
        "two"
    }

    #[prompt_runtime::prompt(name = "Write-Notes")]
    pub(crate) fn notes() -> &'static str {
        "two"
    }
}

fn clashes() -> RegistryError {
    PromptRegistry::from_prompts(prompts![one::review, two::review, one::notes, two::notes])
        .map(|_| ())
        .unwrap_err()
}

#[test]
fn all_clashes_are_told_at_once_with_both_places() {
    let error = clashes();
    let said = error.to_string();
    assert_eq!(error.problems().len(), 2, "{said}");
    assert!(
        said.contains("the name `review` is taken 2 times"),
        "{said}"
    );
    assert!(
        said.contains("`Write-Notes`") && said.contains("`write-notes`"),
        "{said}"
    );
    assert_eq!(said.matches("start_up.rs:").count(), 4, "{said}");
}

#[test]
fn a_main_that_returns_the_error_prints_it_readably() {
    let error = clashes();
    assert_eq!(format!("{error:?}"), error.to_string());
}

#[prompt]
fn no_messages() -> Vec<PromptMessage> {
    Vec::new()
}

#[prompt]
fn no_text(text: &str) -> String {
    text.to_owned()
}

#[prompt]
fn ends_on_the_model() -> GetPromptResult {
    GetPromptResult::new([PromptMessage::user("1"), PromptMessage::assistant("2")])
}

#[prompt]
fn ends_on_a_prefill() -> GetPromptResult {
    GetPromptResult::new([PromptMessage::user("1"), PromptMessage::prefill("2")])
}

#[test]
fn an_answer_that_breaks_a_rule_stays_in_the_server() {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&reports);
    let registry = PromptRegistry::builder()
        .prompts(prompts![
            no_messages,
            no_text,
            ends_on_the_model,
            ends_on_a_prefill
        ])
        .on_report(move |report| kept.lock().unwrap().push(report.to_string()))
        .build()
        .unwrap();
    for (name, arguments, why) in [
        ("no_messages", &[] as &[(&str, &str)], "has no messages"),
        ("no_text", &[("text", "")], "message 1 has no text"),
    ] {
        let context = Context::default();
        let error = now(registry.get(name, arguments, &context)).unwrap_err();
        assert_eq!((error.code(), error.message()), (-32603, "internal error"));
        let report = reports.lock().unwrap().pop().unwrap();
        assert!(report.contains(name) && report.contains(why), "{report}");
    }
    let context = Context::default();
    for name in ["ends_on_a_prefill", "ends_on_the_model"] {
        assert!(now(registry.get(name, (), &context)).is_ok(), "{name}");
    }
}

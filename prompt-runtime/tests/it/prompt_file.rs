//! What a client sees of a prompt that is made of a file.
#![cfg(feature = "prompt-files")]
#![allow(clippy::unwrap_used)]

use crate::support::get;
use prompt_runtime::lint::{self, Advice};
use prompt_runtime::{PromptRegistry, RuntimePrompt, prompt_file, prompts};

prompt_file!("files/code-review.md");
prompt_file!("files/hello.md");
prompt_file!("files/kitchen-order.md");

const KITCHEN_ORDER: &str = include_str!("files/kitchen-order.md");

fn registry() -> PromptRegistry {
    PromptRegistry::from_prompts(prompts![code_review, hello]).unwrap()
}

#[test]
fn the_listing_says_what_the_front_matter_says() {
    let registry = registry();
    let listing = serde_json::to_string(registry.prompt("code-review").unwrap().listing()).unwrap();
    assert_eq!(
        listing,
        r#"{"name":"code-review","title":"Code review","description":"Review a diff, with {braces}.","arguments":[{"name":"strictness","title":"How hard","description":"How hard to look. (one of: lenient, strict; default: strict)","required":false},{"name":"diff","required":true},{"name":"notes","required":false}]}"#
    );
}

#[test]
fn values_are_shown_and_never_read_again() {
    assert_eq!(
        get(
            &registry(),
            "code-review",
            r#"{"diff":"{{ notes }} {0} {"}"#
        ),
        r#"{"description":"Review a diff, with {braces}.","messages":[{"role":"user","content":{"type":"text","text":"Review this diff strictly: {\"a\": {}}\n\n{{ notes }} {0} {"}},{"role":"assistant","content":{"type":"text","text":"Understood."}},{"role":"user","content":{"type":"text","text":"Go on with {{ notes }} {0} {."}}]}"#
    );
    let given = get(
        &registry(),
        "code-review",
        r#"{"diff":"d","strictness":"lenient","notes":"n"}"#,
    );
    assert!(
        given.contains(r#"Review this diff leniently: {\"a\": {n}}\n\nd"#),
        "{given}"
    );
    assert_eq!(
        get(&registry(), "hello", "{}"),
        r#"{"messages":[{"role":"user","content":{"type":"text","text":"Say hello."}}]}"#
    );
}

#[test]
fn every_problem_is_named() {
    let error = get(
        &registry(),
        "code-review",
        r#"{"strictness":"harsh","other":"x"}"#,
    );
    for part in ["lenient, strict", "diff", "other"] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn its_place_and_its_texts_are_the_files() {
    let registry = registry();
    let prompt = registry.prompt("code-review").unwrap();
    assert!(
        prompt.location().file.ends_with("files/code-review.md"),
        "{}",
        prompt.location()
    );
    let texts: Vec<_> = prompt
        .texts()
        .iter()
        .map(|it| (it.role, it.text, it.line))
        .collect();
    assert_eq!(
        texts,
        [
            (
                "user",
                "Review this diff {{ strictness }}ly: {\"a\": {{{ notes }}}}\n\n{{ diff }}",
                14
            ),
            ("assistant", "Understood.", 17),
            ("user", "Go on with {{ diff }}.", 19),
        ]
    );
}

/// The advice for the file built in, and for the file read while the program runs.
fn advice() -> [Vec<Advice>; 2] {
    let built_in = PromptRegistry::from_prompts(prompts![kitchen_order]).unwrap();
    let live = PromptRegistry::builder().build_live().unwrap();
    let read = RuntimePrompt::from_file("files/kitchen-order.md", KITCHEN_ORDER).unwrap();
    live.insert(read).unwrap();
    [&built_in, live.registry()].map(lint::check)
}

#[test]
fn the_front_matter_allows_advice() {
    for advice in advice() {
        let found: Vec<_> = advice.iter().map(|it| it.rule().id()).collect();
        assert_eq!(
            found,
            [
                "no-argument-description",
                "free-text-not-last",
                "undescribed-values",
                "unknown-advice"
            ]
        );
        assert_eq!(
            advice.last().unwrap().what(),
            "it allows \"generic-nam\", which is the id of no rule; did you mean \"generic-name\"?"
        );
    }
}

#[test]
fn advice_speaks_of_the_front_matter_and_of_its_lines() {
    for advice in advice() {
        let lines: Vec<_> = advice.iter().map(|it| it.location().line).collect();
        assert_eq!(lines, [4, 4, 6, 1]);
        let undescribed = advice.first().unwrap().to_string();
        assert!(
            undescribed.contains("files/kitchen-order.md:4\n"),
            "{undescribed}"
        );
        assert!(
            undescribed.ends_with(
                "\n   = instead: write the argument's `description:`, in one sentence that says what to fill in.\
                 \n   = or allow it: `allow: [no-argument-description]` in the front matter"
            ),
            "{undescribed}"
        );
        for it in advice {
            for not_of_files in ["doc comment", "#[", "alias", "variant"] {
                assert!(!it.to_string().contains(not_of_files), "{it}");
            }
        }
    }
}

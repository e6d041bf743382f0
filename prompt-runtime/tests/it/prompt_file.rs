//! What a client sees of a prompt that is made of a file.
#![cfg(feature = "prompt-files")]
#![allow(clippy::unwrap_used)]

use crate::support::get;
use prompt_runtime::{PromptRegistry, prompt_file, prompts};

prompt_file!("files/code-review.md");
prompt_file!("files/hello.md");

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

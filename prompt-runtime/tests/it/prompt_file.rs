//! Tests of prompts from files, as a client sees them.
#![cfg(feature = "prompt-files")]
#![allow(clippy::unwrap_used)]

use crate::support::get;
use prompt_runtime::{
    Dialect, PromptFileOptions, PromptRegistry, RuntimePrompt, prompt_file, prompts,
};

prompt_file!("files/code-review.md");
prompt_file!("files/hello.md");
prompt_file!("files/ship.md", dialect = claude);
prompt_file!("files/note.md", dialect = claude);
prompt_file!("files/explain.prompt.md");
prompt_file!("files/skills/release-notes/SKILL.md");
prompt_file!("files/limits.md");

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

/// Each prompt, embedded and read at run time.
fn both(name: &str) -> [PromptRegistry; 2] {
    let built_in =
        PromptRegistry::from_prompts(prompts![ship, note, explain, release_notes, limits]);
    let live = PromptRegistry::builder().build_live().unwrap();
    let claude = PromptFileOptions::new().dialect(Dialect::Claude);
    let own = PromptFileOptions::new();
    for (file, text, options) in [
        ("files/ship.md", include_str!("files/ship.md"), &claude),
        ("files/note.md", include_str!("files/note.md"), &claude),
        (
            "files/explain.prompt.md",
            include_str!("files/explain.prompt.md"),
            &own,
        ),
        (
            "files/skills/release-notes/SKILL.md",
            include_str!("files/skills/release-notes/SKILL.md"),
            &own,
        ),
        ("files/limits.md", include_str!("files/limits.md"), &own),
    ] {
        live.insert(RuntimePrompt::from_file_with(file, text, options).unwrap())
            .unwrap();
    }
    assert!(live.registry().prompt(name).is_some(), "{name}");
    [built_in.unwrap(), live.registry().clone()]
}

#[test]
fn files_of_other_tools_are_ordinary_prompts() {
    for registry in both("ship") {
        let listing =
            |name: &str| serde_json::to_string(registry.prompt(name).unwrap().listing()).unwrap();
        assert_eq!(
            listing("ship"),
            r#"{"name":"ship","description":"Ships a service: carefully","arguments":[{"name":"service","required":true},{"name":"region","required":false}]}"#
        );
        assert_eq!(
            listing("explain"),
            r#"{"name":"explain","description":"Explains code.","arguments":[{"name":"topic","description":"What to explain","required":true}]}"#
        );
        assert_eq!(
            listing("release-notes"),
            r#"{"name":"release-notes","description":"Writes release notes.","arguments":[]}"#
        );
        let says = |name: &str, arguments: &str, text: &str| {
            let answer = get(&registry, name, arguments);
            let expected = format!("\"text\":\"{text}\"");
            assert!(answer.contains(&expected), "{answer}\n{text}");
        };
        says(
            "ship",
            r#"{"service":"$2 {0}","region":"eu"}"#,
            "Ship $2 {0} to `eu`; everything typed: $2 {0} eu. It costs $2.50.",
        );
        says(
            "ship",
            r#"{"service":"api"}"#,
            "Ship api to ``; everything typed: api. It costs $2.50.",
        );
        says("note", "{}", "Write a note.");
        says(
            "note",
            r#"{"arguments":"buy {milk}"}"#,
            r"Write a note.\n\nARGUMENTS: buy {milk}",
        );
        says("explain", r#"{"topic":"x"}"#, "Explain x as {{ x }}.");
        let ship = registry.prompt("ship").unwrap();
        let notices: Vec<_> = ship
            .file_notices()
            .iter()
            .map(|it| (it.line, it.message.to_owned()))
            .collect();
        let lines: Vec<_> = notices.iter().map(|it| it.0).collect();
        assert_eq!(lines, [2, 4, 6], "{notices:?}");
    }
}

#[test]
fn limits_hold_for_arguments_of_files() {
    for registry in both("limits") {
        let listing = serde_json::to_string(registry.prompt("limits").unwrap().listing()).unwrap();
        assert!(listing.contains("from 1 to 9"), "{listing}");
        let says = |arguments: &str, expected: &str| {
            let answer = get(&registry, "limits", arguments);
            assert!(answer.contains(expected), "{arguments}: {answer}");
        };
        says(r#"{"topic":"a"}"#, "3 lines on a.");
        says(r#"{"topic":"a","count":"9"}"#, "9 lines on a.");
        for count in ["0", "10", "x", "NaN"] {
            let arguments = format!(r#"{{"topic":"a","count":"{count}"}}"#);
            says(&arguments, "a number from 1 to 9");
        }
        says(r#"{"topic":"abcdef"}"#, "too_long");
        says(r#"{"topic":"  "}"#, "\"empty\"");
    }
}

#[test]
fn the_page_on_dialects_has_a_row_for_each() {
    let page = include_str!("../../src/docs/dialects.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let ids = rows.filter_map(|row| row.split('`').next());
    assert!(ids.eq(Dialect::ALL.iter().map(|dialect| dialect.id())));
}

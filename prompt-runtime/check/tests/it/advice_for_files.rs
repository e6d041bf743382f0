//! Tests of the advice for a prompt file, embedded and read at run time.
#![allow(clippy::unwrap_used)]

use prompt_check::advice::{self, Advice};
use prompt_check::contract::{Contract, compare};
use prompt_runtime::{PromptRegistry, RuntimePrompt, prompt_file, prompts};

prompt_file!("files/kitchen-order.md");

const KITCHEN_ORDER: &str = include_str!("files/kitchen-order.md");

/// The advice for the embedded file, and for the same file read at run time.
fn advice() -> [Vec<Advice>; 2] {
    let built_in = PromptRegistry::from_prompts(prompts![kitchen_order]).unwrap();
    let live = PromptRegistry::builder().build_live().unwrap();
    let read = RuntimePrompt::from_file("files/kitchen-order.md", KITCHEN_ORDER).unwrap();
    live.insert(read).unwrap();
    [&built_in, live.registry()].map(advice::check)
}

#[test]
fn the_front_matter_allows_advice() {
    for advice in advice() {
        let found: Vec<_> = advice.iter().map(|it| it.lint().id()).collect();
        assert_eq!(
            found,
            [
                "free-text-not-last",
                "unknown-advice",
                "no-argument-description",
                "required-free-text-without-non-empty",
                "typed-argument",
                "undescribed-values",
            ]
        );
        assert_eq!(
            advice[1].message(),
            "it allows \"generic-nam\", which is no id of a lint; did you mean \"generic-name\"?"
        );
    }
}

#[test]
fn advice_speaks_of_the_front_matter_and_of_its_lines() {
    for advice in advice() {
        let lines: Vec<_> = advice.iter().map(Advice::line).collect();
        assert_eq!(lines, [4, 1, 4, 4, 1, 6]);
        assert_eq!(
            advice[2].to_string(),
            format!(
                "note[no-argument-description]: prompt \"kitchen-order\": argument \"dish\" has no description\n  --> {}:4\
                 \n   = instead: write the argument's `description:`, one sentence about the value.",
                advice[2].file()
            )
        );
        assert!(
            advice[0]
                .to_string()
                .ends_with("\n   = or allow it: `allow: [free-text-not-last]` in the front matter"),
            "{}",
            advice[0]
        );
        for it in advice {
            for not_of_files in ["doc comment", "#[", "alias", "variant"] {
                assert!(!it.to_string().contains(not_of_files), "{it}");
            }
        }
    }
}

/// The hint names a command's arguments, so a change of the hint breaks saved calls.
#[test]
fn the_contract_sees_names_from_a_hint() {
    let contract = |hint: &str| {
        let text = format!("---\nargument-hint: {hint}\n---\nShip $1 to $2.");
        let live = PromptRegistry::builder().build_live().unwrap();
        let prompt = RuntimePrompt::from_file(".claude/commands/ship.md", &text).unwrap();
        live.insert(prompt).unwrap();
        Contract::of(live.registry())
    };
    let before = contract("<service> [region]");
    assert!(compare(&before, &contract("<service> [region]")).is_empty());
    assert!(!compare(&before, &contract("<service> [place]")).is_empty());
    assert!(!compare(&before, &contract("<service> <region>")).is_empty());
}

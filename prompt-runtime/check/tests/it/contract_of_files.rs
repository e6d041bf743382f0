//! Tests of the contract of prompts from files of other tools.
#![allow(clippy::unwrap_used)]

use prompt_check::contract::{Change, ChangeKind, Contract, compare};
use prompt_runtime::{PromptRegistry, RuntimePrompt};

fn contract(hint: &str) -> Contract {
    let text = format!("---\nargument-hint: {hint}\n---\nFix issue $0 with priority $1.\n");
    let live = PromptRegistry::builder().build_live().unwrap();
    live.insert(RuntimePrompt::from_file(".claude/commands/fix-issue.md", &text).unwrap())
        .unwrap();
    Contract::of(live.registry())
}

#[test]
fn names_that_are_taken_from_a_hint_are_part_of_the_contract() {
    let before = contract("\"[issue] [priority]\"");
    let names: Vec<&str> = before.prompts()[0]
        .arguments
        .iter()
        .map(|it| &*it.name)
        .collect();
    assert_eq!(names, ["issue", "priority"]);
    let changes = compare(&before, &contract("\"[number] [priority]\""));
    let kinds: Vec<ChangeKind> = changes.iter().map(Change::kind).collect();
    assert_eq!(kinds, [ChangeKind::ArgumentRenamed]);
}

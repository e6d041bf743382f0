//! Tests of contracts with many prompts. A comparison of every pair would take minutes, while a linear one takes moments.

use super::*;

const MANY: usize = 20_000;

/// Prompts with different names, as JSON. Each word of `arguments` is an argument, in which `#` is the number of the prompt.
fn many(name: &str, more: &str, arguments: &[&str]) -> Contract {
    let prompts: Vec<String> = (0..MANY)
        .map(|number| {
            let arguments: Vec<String> = arguments
                .iter()
                .map(|it| {
                    format!("{{\"name\": \"{it}\", \"type\": \"text\", \"required\": true}}")
                        .replace('#', &number.to_string())
                })
                .collect();
            let more = more.replace('#', &number.to_string());
            prompt(&format!("{name}-{number}"), &more, &arguments.join(", "))
        })
        .collect();
    contract(&prompts.join(", "))
}

#[track_caller]
fn all_are(old: &Contract, new: &Contract, rules: &[ChangeKind]) {
    let found = compare(old, new);
    assert_eq!(found.len(), rules.len() * MANY);
    assert!(found.iter().all(|change| rules.contains(&change.kind())));
}

#[test]
fn many_prompts_that_have_nothing_in_common() {
    all_are(
        &many("write", "", &["old-#"]),
        &many("read", "", &["new-#"]),
        &[ChangeKind::PromptRemoved, ChangeKind::PromptAdded],
    );
}

#[test]
fn many_prompts_with_the_same_arguments() {
    let (old, new) = (many("write", "", &["text"]), many("compose", "", &["text"]));
    all_are(&old, &new, &[ChangeKind::PromptRenamed]);
}

#[test]
fn many_prompts_that_answer_to_their_old_names() {
    all_are(
        &many("write", "", &["text"]),
        &many("compose", "\"aliases\": [\"write-#\"], ", &["text"]),
        &[ChangeKind::PromptRenamedWithAlias],
    );
}

#[test]
fn many_prompts_in_the_file() {
    let path = path("many");
    let text = many("write", "", &["text"]).to_string();
    std::fs::write(&path, &text).unwrap();
    let none = registry(&[]);
    let Err(ContractError::Changed { changes, .. }) = check(&none, &path, &Acceptance::Nothing)
    else {
        panic!("nothing is gone")
    };
    assert_eq!(changes.len(), MANY);
    let names: Vec<&str> = changes.iter().map(Change::prompt).collect();
    check(&none, &path, &breaking(&names)).unwrap();
    std::fs::remove_file(&path).unwrap();
}

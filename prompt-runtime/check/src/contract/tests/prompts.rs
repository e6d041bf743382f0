//! Tests of changes of prompts.

use super::*;

pub(super) fn prompts() -> Vec<Row<String>> {
    const A: &str = "{\"name\": \"a\", \"type\": \"text\", \"required\": true}";
    const B: &str = "{\"name\": \"b\", \"type\": \"text\", \"required\": true}";
    let plain = |name: &str| prompt(name, "", A);
    let both = |one: &str, other: &str| format!("{one}, {other}");
    let deprecated = |since: &str| prompt("p", &format!("\"deprecated\": {{{since}}}, "), A);
    vec![
        (
            plain("p"),
            String::new(),
            &["prompt-removed"],
            &["prompt-added"],
        ),
        (
            deprecated(""),
            String::new(),
            &["prompt-retired"],
            &["prompt-added"],
        ),
        (
            plain("p"),
            deprecated(""),
            &["prompt-deprecated"],
            &["prompt-undeprecated"],
        ),
        (
            deprecated("\"since\": \"1.0.0\""),
            deprecated("\"since\": \"2.0.0\""),
            &["prompt-deprecated"],
            &["prompt-deprecated"],
        ),
        (
            plain("p"),
            plain("q"),
            &["prompt-renamed"],
            &["prompt-renamed"],
        ),
        // A prompt with other arguments is a different prompt.
        (
            plain("p"),
            prompt("q", "", B),
            &["prompt-removed", "prompt-added"],
            &["prompt-removed", "prompt-added"],
        ),
        // A prompt of the same form may replace a deprecated one.
        (
            deprecated(""),
            plain("q"),
            &["prompt-added", "prompt-retired"],
            &["prompt-renamed"],
        ),
        (
            plain("p"),
            prompt("q", "\"aliases\": [\"p\"], ", A),
            &["prompt-renamed-with-alias"],
            &["prompt-renamed"],
        ),
        (
            prompt("p", "\"aliases\": [\"q\"], ", A),
            plain("p"),
            &["prompt-alias-removed"],
            &["prompt-alias-added"],
        ),
        // The former name is now the name of another prompt.
        (
            prompt("p", "\"aliases\": [\"q\"], ", A),
            both(&plain("p"), &prompt("q", "", B)),
            &["prompt-alias-removed", "prompt-added"],
            &[
                "prompt-renamed-with-alias",
                "prompt-alias-added",
                "argument-renamed",
            ],
        ),
        // Without arguments, one for one is a rename, but two for two are not.
        (
            prompt("p", "", ""),
            prompt("q", "", ""),
            &["prompt-renamed"],
            &["prompt-renamed"],
        ),
        (
            both(&prompt("p", "", ""), &prompt("q", "", "")),
            both(&prompt("r", "", ""), &prompt("s", "", "")),
            &[
                "prompt-removed",
                "prompt-removed",
                "prompt-added",
                "prompt-added",
            ],
            &[
                "prompt-removed",
                "prompt-removed",
                "prompt-added",
                "prompt-added",
            ],
        ),
        (
            plain("p"),
            both(&plain("p"), &plain("P")),
            &["name-folds", "prompt-added"],
            &["prompt-removed"],
        ),
        // A saved call of the retired prompt would start the new one.
        (
            deprecated(""),
            prompt("P", "", B),
            &["name-folds", "prompt-added", "prompt-retired"],
            &["name-folds", "prompt-removed", "prompt-added"],
        ),
    ]
}

#[test]
fn what_becomes_of_prompts() {
    for (old, new, forth, back) in prompts() {
        let sorted = |mut ids: Vec<&'static str>| {
            ids.sort_unstable();
            ids
        };
        let found = rules(&contract(&old), &contract(&new));
        assert_eq!(sorted(found), sorted(forth.to_vec()), "{old} -> {new}");
        let found = rules(&contract(&new), &contract(&old));
        assert_eq!(sorted(found), sorted(back.to_vec()), "{new} -> {old}");
    }
}

#[test]
fn what_breaks_comes_first() {
    let old = contract(&[prompt("b", "", ""), prompt("c", "", "")].join(", "));
    let new = contract(
        &[
            prompt("a", "", ""),
            prompt("c", "\"aliases\": [\"d\"], ", ""),
            prompt("e", "", ""),
        ]
        .join(", "),
    );
    let found = compare(&old, &new);
    let shown: Vec<_> = found
        .iter()
        .map(|change| (change.prompt(), change.kind().id()))
        .collect();
    assert_eq!(
        shown,
        [
            ("b", "prompt-removed"),
            ("a", "prompt-added"),
            ("c", "prompt-alias-added"),
            ("e", "prompt-added"),
        ]
    );
}

/// Reported when undeclared arguments are rejected again, and when they are ignored.
pub(super) const UNDECLARED: [ChangeKind; 2] =
    [ChangeKind::UndeclaredRefused, ChangeKind::UndeclaredIgnored];

#[test]
fn undeclared_arguments_that_were_passed_over_are_missed() {
    let of = |ignore: bool, prompts: &[&'static PromptDefinition]| {
        let registry = PromptRegistry::builder()
            .prompts(prompts.iter().copied())
            .ignore_undeclared_arguments(ignore)
            .build()
            .unwrap();
        Contract::of(&registry)
    };
    let [refused, ignored] = UNDECLARED;
    let (off, on) = (
        of(false, &[&REVIEW, &HELLO]),
        of(true, &[&REVIEW, &HELLO, &BYE]),
    );
    let found = |old: &Contract, new: &Contract| -> Vec<(ChangeKind, String)> {
        let changes = compare(old, new);
        let of = |change: &Change| (change.kind(), change.prompt().to_owned());
        changes.iter().map(of).collect()
    };
    // A new prompt has no saved calls, and a call of a removed prompt breaks anyway.
    assert_eq!(
        found(&off, &on),
        [
            (ChangeKind::PromptAdded, "bye".to_owned()),
            (ignored, "code-review".to_owned()),
            (ignored, "hello".to_owned()),
        ]
    );
    assert_eq!(
        found(&on, &off),
        [
            (ChangeKind::PromptRemoved, "bye".to_owned()),
            (refused, "code-review".to_owned()),
            (refused, "hello".to_owned()),
        ]
    );
    assert_eq!(found(&on, &on), []);
}

#[test]
fn the_remedy_for_a_new_name_or_value_has_the_old_one() {
    const ARGUMENT: &str =
        "{\"name\": \"text\", \"type\": \"choice\", \"required\": true, \"values\": [\"brief\"]}";
    let old = prompt("sum-up", "", ARGUMENT);
    let new_argument = ARGUMENT.replace("\"text\"", "\"words\"");
    let new_value = ARGUMENT.replace("brief", "short");
    for (new, remedy) in [
        (
            prompt("summarise", "", ARGUMENT),
            "`#[prompt(alias = [\"sum-up\"])]`",
        ),
        (
            prompt("sum-up", "", &new_argument),
            "`#[arg(alias = [\"text\"])]`",
        ),
        (
            prompt("sum-up", "", &new_value),
            "`#[value(alias = [\"brief\"])]`",
        ),
    ] {
        let changes = compare(&contract(&old), &contract(&new));
        let told: String = changes.iter().map(Change::to_string).collect();
        assert!(told.contains(remedy), "{told}");
    }
}

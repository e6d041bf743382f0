#![allow(clippy::unwrap_used, clippy::panic)]
// Tables.
#![allow(clippy::too_many_lines)]

mod arguments;

use super::*;
use crate::definition::{ArgumentDefinition, Deprecation, Location, PromptDefinition};
use crate::registry::PromptRegistry;
use arguments::ARGUMENTS;
use std::collections::BTreeSet;
use std::path::PathBuf;

fn contract(prompts: &str) -> Contract {
    format!("{{\"format\": 1, \"prompts\": [{prompts}]}}")
        .parse()
        .unwrap_or_else(|error| panic!("{prompts}: {error}"))
}

fn prompt(name: &str, more: &str, arguments: &str) -> String {
    format!("{{\"name\": \"{name}\", {more}\"arguments\": [{arguments}]}}")
}

fn rules(old: &Contract, new: &Contract) -> Vec<&'static str> {
    compare(old, new)
        .iter()
        .map(|change| change.rule().id())
        .collect()
}

/// Two contracts, what is found from the first to the second, and what is found back.
type Row<C> = (C, C, &'static [&'static str], &'static [&'static str]);

fn prompts() -> Vec<Row<String>> {
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
        // Other arguments: not the same prompt.
        (
            plain("p"),
            prompt("q", "", B),
            &["prompt-removed", "prompt-added"],
            &["prompt-removed", "prompt-added"],
        ),
        // What was deprecated may be replaced by one of the same shape.
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
        // The former name is another prompt's own now.
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
        // Without arguments, one for one is a rename and two for two are not.
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
        // A saved call of the retired one would start the new one.
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
fn every_rule_is_in_a_table_and_has_a_page() {
    let mut tested: BTreeSet<&str> = BTreeSet::new();
    for (_, _, forth, back) in ARGUMENTS {
        tested.extend(forth.iter().chain(*back));
    }
    for (_, _, forth, back) in prompts() {
        tested.extend(forth.iter().chain(back));
    }
    for rule in Rule::ALL {
        assert!(tested.contains(rule.id()), "{rule} is in no table");
        assert_eq!(Rule::from_id(rule.id()), Some(*rule));
        let page = rule.page();
        assert!(page.lines().count() > 2, "{rule} has no page");
        assert!(!page.contains("\n# "), "{page}");
        assert_eq!(rule.is_breaking(), rule.hurts().is_some(), "{rule}");
        assert_eq!(rule.is_breaking(), rule.way_out().is_some(), "{rule}");
    }
    let pages = include_str!("../docs/contract/rules.md");
    assert_eq!(pages.matches("\n## ").count(), Rule::ALL.len());
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
        .map(|change| (change.prompt(), change.rule().id()))
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

static REVIEW: PromptDefinition = PromptDefinition {
    name: "code-review",
    aliases: &["review"],
    deprecated: Some(Deprecation::new(Some("1.2.0"), None)),
    arguments: &[
        ArgumentDefinition {
            name: "strictness",
            required: false,
            has_default: true,
            values: Some(&["lenient", "strict"]),
            ..ArgumentDefinition::NEW
        },
        ArgumentDefinition {
            name: "diff",
            non_empty: true,
            max_len: Some(9),
            aliases: &["patch"],
            ..ArgumentDefinition::NEW
        },
    ],
    location: Location::new("src/review.rs", 19, "review", "team"),
    ..PromptDefinition::NEW
};

/// The same with its arguments the other way round.
static REORDERED: PromptDefinition = PromptDefinition {
    name: "code-review",
    aliases: &["review"],
    deprecated: Some(Deprecation::new(Some("1.2.0"), None)),
    arguments: &[
        ArgumentDefinition {
            name: "diff",
            non_empty: true,
            max_len: Some(9),
            aliases: &["patch"],
            ..ArgumentDefinition::NEW
        },
        ArgumentDefinition {
            name: "strictness",
            required: false,
            has_default: true,
            values: Some(&["lenient", "strict"]),
            ..ArgumentDefinition::NEW
        },
    ],
    location: Location::new("src/review.rs", 19, "review", "team"),
    ..PromptDefinition::NEW
};

static HELLO: PromptDefinition = PromptDefinition {
    name: "hello",
    location: Location::new("src/hello.rs", 3, "hello", "team"),
    ..PromptDefinition::NEW
};

const FILE: &str = r#"{
  "format": 1,
  "prompts": [
    {
      "name": "code-review",
      "aliases": ["review"],
      "deprecated": {"since": "1.2.0"},
      "arguments": [
        {"name": "strictness", "type": "value", "required": false, "default": true, "values": ["lenient", "strict"]},
        {"name": "diff", "type": "value", "required": true, "non_empty": true, "max_len": 9, "aliases": ["patch"]}
      ]
    },
    {
      "name": "hello",
      "arguments": []
    }
  ]
}
"#;

fn registry(prompts: &[&'static PromptDefinition]) -> PromptRegistry {
    PromptRegistry::from_prompts(prompts.iter().copied()).unwrap()
}

#[test]
fn the_file_is_readable_and_stable() {
    let of = Contract::of(&registry(&[&HELLO, &REVIEW]));
    assert_eq!(of.to_string(), FILE);
    assert_eq!(FILE.parse::<Contract>().unwrap(), of);
    let json = serde_json::to_string(&of).unwrap();
    assert_eq!(serde_json::from_str::<Contract>(&json).unwrap(), of);
    let empty = Contract::of(&registry(&[]));
    assert_eq!(
        empty.to_string(),
        "{\n  \"format\": 1,\n  \"prompts\": []\n}\n"
    );
    let hostile = contract(&prompt("\\\"\\n日", "", ""));
    assert_eq!(hostile.to_string().parse::<Contract>().unwrap(), hostile);
}

#[test]
fn the_file_says_what_whole_numbers_fit_into() {
    use crate::argument::Probe;

    static COUNT: PromptDefinition = PromptDefinition {
        name: "count",
        arguments: &[
            ArgumentDefinition {
                name: "to",
                kind: Probe::<Option<u16>>::KIND,
                ..ArgumentDefinition::NEW
            },
            ArgumentDefinition {
                name: "by",
                kind: Probe::<f64>::KIND,
                ..ArgumentDefinition::NEW
            },
        ],
        ..PromptDefinition::NEW
    };
    let file = Contract::of(&registry(&[&COUNT])).to_string();
    assert!(
        file.contains("{\"name\": \"to\", \"type\": \"integer\", \"fits\": \"u16\", "),
        "{file}"
    );
    assert_eq!(file.matches("fits").count(), 1, "{file}");
}

#[test]
fn what_is_no_contract_is_refused() {
    for (text, why) in [
        (
            "",
            "no contract of prompts: EOF while parsing a value at line 1 column 0",
        ),
        ("{\"format\": 1}", "missing field `prompts`"),
        (
            "{\"format\": 2, \"prompts\": []}",
            "format 2 is not known here, only 1; a newer version",
        ),
        (
            "{\"format\": 1, \"prompts\": [{\"name\": \"a\", \"arguments\": []}, {\"name\": \"a\", \"arguments\": []}]}",
            "prompt \"a\" is there twice",
        ),
        (
            "{\"format\": 1, \"prompts\": [{\"name\": \"a\", \"arguments\": [{\"name\": \"b\", \"type\": \"text\", \"required\": true}, {\"name\": \"b\", \"type\": \"text\", \"required\": true}]}]}",
            "argument \"b\" of prompt \"a\" is there twice",
        ),
        (
            "{\"format\": 1, \"prompts\": [], \"x\": 1}",
            "unknown field `x`",
        ),
        ("<<<<<<< HEAD", "no contract of prompts"),
    ] {
        let error = text.parse::<Contract>().unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

/// A path of its own for each test, with nothing there.
fn path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("contract-{}-{name}.json", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

fn breaking(names: &[&str]) -> Acceptance {
    Acceptance::Additions {
        breaking: names.iter().map(|&name| name.to_owned()).collect(),
    }
}

#[test]
fn the_file_is_written_once_and_then_compared() {
    let path = path("written");
    let before = registry(&[&REVIEW]);
    let error = check(&before, &path, &Acceptance::Nothing).unwrap_err();
    assert!(matches!(error, ContractError::Missing { .. }), "{error}");
    assert!(!path.exists());
    let first = Acceptance::FirstFile;
    assert_eq!(check(&before, &path, &first).unwrap(), Outcome::Created);
    assert_eq!(check(&before, &path, &first).unwrap(), Outcome::Unchanged);
    assert_eq!(
        check(&before, &path, &Acceptance::Nothing).unwrap(),
        Outcome::Unchanged
    );
    // An addition fails until it is accepted.
    let more = registry(&[&REVIEW, &HELLO]);
    assert!(check(&more, &path, &first).is_err());
    let Outcome::Accepted(changes) = check(&more, &path, &breaking(&[])).unwrap() else {
        panic!("not accepted")
    };
    assert_eq!(changes.len(), 1);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), FILE);
    // What breaks is accepted by name only, and nothing is written before all of it is.
    let reordered = registry(&[&REORDERED]);
    for refused in [&[] as &[&str], &["hello"]] {
        assert!(check(&reordered, &path, &breaking(refused)).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), FILE);
    }
    let error = check(&reordered, &path, &breaking(&["code-review", "helo"])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "prompt \"helo\" was named as one that may break, but does not; nothing was written"
    );
    check(&reordered, &path, &breaking(&["code-review", "hello"])).unwrap();
    assert_eq!(
        check(&reordered, &path, &Acceptance::Nothing).unwrap(),
        Outcome::Unchanged
    );
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_failure_reads_like_a_compilers() {
    let path = path("message");
    std::fs::write(&path, FILE).unwrap();
    let error = check(&registry(&[&REORDERED]), &path, &Acceptance::FirstFile).unwrap_err();
    let message = error
        .to_string()
        .replace(path.to_str().unwrap(), "prompts.contract.json");
    assert_eq!(
        message,
        "\
the prompts break their contract in prompts.contract.json: 2 breaking changes

breaks[argument-reordered]: prompt \"code-review\": the arguments stood in the order strictness, diff and stand in the order diff, strictness
  --> src/review.rs:19 (was: prompts.contract.json:5)
   = hurts: everybody who types the values after a command: hosts hand them out by position, so each value silently ends in the wrong argument.
   = way out: put them back in the old order, and new ones at the end.

breaks[prompt-removed]: prompt \"hello\": it is gone, and was not released as deprecated before
  --> prompts.contract.json:14
   = hurts: everybody who saved a call of it; hosts answer with \"unknown prompt\" and nothing says what to use instead.
   = way out: keep it, mark it `#[deprecated]` (and `#[prompt(replaced_by = …)]`) and release that; once the deprecation stands in the contract, it can go.

if nobody can have saved a call yet, or all who have were told: PROMPT_CONTRACT=accept:code-review,hello, or `contract accept code-review hello`"
    );
    let more = registry(&[&REVIEW, &HELLO, &BYE]);
    let error = check(&more, &path, &Acceptance::FirstFile).unwrap_err();
    let message = error
        .to_string()
        .replace(path.to_str().unwrap(), "prompts.contract.json");
    assert_eq!(
        message,
        "\
the prompts differ from their contract in prompts.contract.json: 1 addition

addition[prompt-added]: prompt \"bye\": it is new
  --> src/hello.rs:9

nothing breaks; to write this into the contract: PROMPT_CONTRACT=accept, or `contract accept`"
    );
    std::fs::remove_file(&path).unwrap();
}

static BYE: PromptDefinition = PromptDefinition {
    name: "bye",
    location: Location::new("src/hello.rs", 9, "hello", "team"),
    ..PromptDefinition::NEW
};

#[test]
fn an_argument_has_its_own_line_in_the_file() {
    let path = path("line");
    let text = FILE.replace("\"lenient\", ", "\"lenient\", \"normal\", ");
    std::fs::write(&path, text).unwrap();
    let error = check(&registry(&[&REVIEW, &HELLO]), &path, &Acceptance::Nothing)
        .unwrap_err()
        .to_string();
    let place = format!("--> src/review.rs:19 (was: {}:9)", path.display());
    assert!(error.contains(&place), "{error}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn the_environment_accepts() {
    let parse =
        |variable, on_ci| Acceptance::parse(variable, on_ci).map_err(|error| error.to_string());
    assert_eq!(parse(None, false), Ok(Acceptance::FirstFile));
    assert_eq!(parse(Some(""), false), Ok(Acceptance::FirstFile));
    assert_eq!(parse(None, true), Ok(Acceptance::Nothing));
    assert_eq!(parse(Some("accept"), false), Ok(breaking(&[])));
    assert_eq!(
        parse(Some("accept:a, b,"), false),
        Ok(breaking(&["a", "b"]))
    );
    assert_eq!(
        parse(Some("yes"), false).unwrap_err(),
        "PROMPT_CONTRACT is \"yes\", which is neither `accept` nor `accept:` and names of prompts"
    );
    assert_eq!(
        parse(Some("accept"), true).unwrap_err(),
        "PROMPT_CONTRACT is \"accept\", but nothing is accepted where CI is set: what is written there is lost"
    );
}

#[test]
#[should_panic(
    expected = "is no contract of prompts: EOF while parsing a value at line 1 column 0; mend it"
)]
fn the_assertion_fails_with_the_message() {
    let path = path("broken");
    std::fs::write(&path, "").unwrap();
    assert_registry_unchanged(&registry(&[]), &path);
}

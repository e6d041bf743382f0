#![allow(clippy::unwrap_used, clippy::panic)]
// The tests are long tables.
#![allow(clippy::too_many_lines)]

mod arguments;
mod check;
mod form;
mod prompts;
mod size;
mod store;

use super::*;
use crate::private::{ArgumentDefinition, Deprecation, Location, PromptDefinition};
use arguments::ARGUMENTS;
use prompt_runtime::PromptRegistry;
use prompts::{UNDECLARED, prompts};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

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
        .map(|change| change.kind().id())
        .collect()
}

/// Two contracts, the changes from the first to the second, and the changes in the other direction.
type Row<C> = (C, C, &'static [&'static str], &'static [&'static str]);

#[test]
fn every_rule_is_in_a_table_and_has_a_page() {
    let mut tested: BTreeSet<&str> = BTreeSet::new();
    for (_, _, forth, back) in ARGUMENTS {
        tested.extend(forth.iter().chain(*back));
    }
    for (_, _, forth, back) in prompts() {
        tested.extend(forth.iter().chain(back));
    }
    tested.extend(UNDECLARED.iter().map(|rule| rule.id()));
    for rule in ChangeKind::ALL {
        assert!(tested.contains(rule.id()), "{rule} is in no table");
        assert_eq!(ChangeKind::from_id(rule.id()), Some(*rule));
        let page = rule.page();
        assert!(page.lines().count() > 2, "{rule} has no page");
        assert!(!page.contains("\n# "), "{page}");
        assert_eq!(rule.is_breaking(), rule.affected().is_some(), "{rule}");
        assert_eq!(rule.is_breaking(), rule.remedy().is_some(), "{rule}");
    }
    // The sections have the order of the list, so breaking kinds are below their heading.
    let ids = ChangeKind::ALL.iter().map(|rule| format!("`{rule}`"));
    let headings = include_str!("kinds.md").lines();
    assert!(headings.filter_map(|line| line.strip_prefix("## ")).eq(ids));
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

/// The same prompt with its arguments in reverse order.
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

static BYE: PromptDefinition = PromptDefinition {
    name: "bye",
    location: Location::new("src/hello.rs", 9, "hello", "team"),
    ..PromptDefinition::NEW
};

/// A path for each test, at which no file exists.
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

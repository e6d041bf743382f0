//! Tests of types from other crates as arguments: every type that implements `FromStr` and whose error implements `Display`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::needless_pass_by_value
)]

use crate::support::{complete, get};
use chrono::NaiveDate;
use prompt_runtime::{PromptRegistry, prompt, prompts};
use std::net::IpAddr;
use std::path::PathBuf;
use strum::VariantNames as _;
use url::Url;
use uuid::Uuid;

#[derive(Debug, strum::EnumString, strum::VariantNames, strum::Display)]
#[strum(serialize_all = "kebab-case")]
enum Tone {
    Formal,
    VeryFriendly,
}

type MaybeDate = Option<NaiveDate>;

#[prompt]
fn foreign(
    id: Uuid,
    page: Option<Url>,
    #[arg(default = NaiveDate::from_ymd_opt(2025, 1, 12).unwrap())] day: NaiveDate,
    until: MaybeDate,
    #[arg(values = Tone::VARIANTS, default = Tone::Formal)] tone: Tone,
    address: Option<IpAddr>,
    path: Option<PathBuf>,
) -> String {
    format!("{id} {page:?} {day} {until:?} {tone:?} {address:?} {path:?}")
}

fn registry() -> PromptRegistry {
    PromptRegistry::from_prompts(prompts![foreign]).unwrap()
}

fn message(answer: &str) -> String {
    let answer: serde_json::Value = serde_json::from_str(answer).unwrap();
    let text = answer
        .get("message")
        .or_else(|| answer.pointer("/messages/0/content/text"));
    text.and_then(|text| text.as_str())
        .expect("a text")
        .to_owned()
}

#[test]
fn they_are_parsed() {
    let id = "67e55044-10b1-426f-9247-bb680e5fe0c8";
    assert_eq!(
        message(&get(&registry(), "foreign", &format!(r#"{{"id":"{id}"}}"#))),
        format!("{id} None 2025-01-12 None Formal None None")
    );
    let all = format!(
        r#"{{"id":" {id} ","page":"https://example.com/a?b","day":"2024-02-29","until":"2024-03-01","tone":" very-friendly ","address":"::1","path":" a b "}}"#
    );
    let shown = message(&get(&registry(), "foreign", &all));
    for part in [
        id,
        "https",
        "example.com",
        "2024-02-29 Some(2024-03-01)",
        "VeryFriendly",
        "Some(::1)",
        "Some(\" a b \")",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn why_they_are_not_is_told_without_the_value() {
    let wrong = r#"{"id":"zebra","page":"zebra","day":"2024-02-30","until":"zebra","tone":"formall","address":"1.2.3"}"#;
    assert_eq!(
        message(&get(&registry(), "foreign", wrong)),
        concat!(
            "argument \"id\" is not valid (invalid character: found `z` at 0); ",
            "argument \"page\" is not valid (relative URL without a base); ",
            "argument \"day\" is not valid (input is out of range); ",
            "argument \"until\" is not valid (input contains invalid characters); ",
            "argument \"tone\" must be one of: formal, very-friendly (did you mean \"formal\"?); ",
            "argument \"address\" is not valid (invalid IP address syntax)"
        )
    );
}

#[test]
fn a_list_that_another_crate_makes_is_listed_and_completed() {
    let registry = registry();
    let prompt = registry.prompt("foreign").unwrap();
    let listed: Vec<_> = prompt
        .listing()
        .arguments
        .iter()
        .map(|argument| argument.description.as_deref())
        .collect();
    assert_eq!(
        listed,
        [
            None,
            None,
            Some("default: 2025-01-12"),
            None,
            Some("one of: formal, very-friendly; default: formal"),
            None,
            None
        ]
    );
    assert_eq!(
        complete(&registry, "foreign", "tone", "v"),
        r#"{"completion":{"values":["very-friendly"],"total":1,"hasMore":false}}"#
    );
}

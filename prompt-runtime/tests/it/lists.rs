//! Tests of arguments that are lists.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::needless_pass_by_value
)]

use crate::arguments::{Label, descriptions, registry, said, values};
use crate::support::now;
use prompt_runtime::{Context, prompt, prompts};
use std::borrow::Cow;

#[prompt]
fn lists(
    #[arg(separator = ",")] labels: Vec<Label>,
    #[arg(separator = ",")] ids: Option<Vec<u8>>,
    #[arg(separator = "\n", values = ["red", "green", "dark blue"], default = vec!["red".to_owned(), "green".to_owned()])]
    colours: Vec<String>,
    #[arg(separator = ";", default)] words: Vec<String>,
) -> String {
    format!("{labels:?} {ids:?} {colours:?} {words:?}")
}

#[test]
fn a_list_is_checked_item_by_item() {
    let registry = registry(prompts![lists]);
    for (arguments, text) in [
        (r#"{"labels":"bug"}"#, r#"[Bug] None ["red", "green"] []"#),
        (r#"{"labels":""}"#, r#"[] None ["red", "green"] []"#),
        (
            r#"{"labels":"bug, enhancement","ids":" 1 ,2","colours":" dark blue \nred","words":" a b ;;c"}"#,
            r#"[Bug, Feature] Some([1, 2]) ["dark blue", "red"] ["a b", "", "c"]"#,
        ),
        (
            r#"{"labels":"question","ids":"","colours":"","words":""}"#,
            "[Question] Some([]) [] []",
        ),
        (
            "{}",
            r#"argument "labels" is missing (any of: bug, feature, question, separated by ",")"#,
        ),
        (
            r#"{"labels":"bug,featur,x","ids":"1,256","colours":"red\npink\nblack"}"#,
            concat!(
                r#"argument "labels" must be any of: bug, feature, question, separated by "," (item 2: did you mean "feature"?); "#,
                r#"argument "ids" must be whole numbers from 0 to 255 separated by "," (item 2); "#,
                r#"argument "colours" must be any of: red, green, dark blue, one per line (item 2)"#
            ),
        ),
    ] {
        assert_eq!(said(&registry, "lists", arguments), text, "{arguments}");
    }
}

#[prompt]
fn separators(
    initial: Option<char>,
    #[arg(separator = " ")] words: Vec<String>,
    #[arg(separator = "\t")] cells: Vec<u8>,
) -> String {
    format!("{initial:?} {words:?} {cells:?}")
}

#[test]
fn white_space_as_a_separator_is_named() {
    let registry = registry(prompts![separators]);
    assert_eq!(
        said(
            &registry,
            "separators",
            r#"{"initial":"ab","cells":"1\tx"}"#
        ),
        concat!(
            r#"argument "initial" must be a single character (too many characters in string); "#,
            r#"argument "words" is missing (values separated by a space); "#,
            r#"argument "cells" must be whole numbers separated by a tab (item 2: invalid digit found in string)"#
        )
    );
}

#[test]
fn a_list_says_how_it_is_written() {
    let registry = registry(prompts![lists]);
    let listed = descriptions(&registry, "lists");
    assert_eq!(
        listed.iter().map(Option::as_deref).collect::<Vec<_>>(),
        [
            Some(r#"any of: bug, feature, question, separated by ",""#),
            Some(r#"whole numbers separated by ",""#),
            Some("any of: red, green, dark blue, one per line; default: red\ngreen"),
            Some(r#"values separated by ";"; default: empty"#),
        ]
    );
}

#[test]
fn the_item_being_typed_is_completed() {
    let registry = registry(prompts![lists]);
    assert_eq!(
        values(&registry, "lists", "labels", "bug, fe"),
        ["bug, feature"]
    );
    assert_eq!(
        values(&registry, "lists", "labels", "bug,"),
        ["bug,feature", "bug,question"]
    );
    assert_eq!(values(&registry, "lists", "labels", "q"), ["question"]);
    assert_eq!(
        values(&registry, "lists", "colours", "red\ndark b"),
        ["red\ndark blue"]
    );
}

fn people(_: &str) -> Vec<&'static str> {
    vec!["ada", "grace", "barbara"]
}

#[prompt]
fn invitation(#[arg(separator = ";", complete = people)] guests: Vec<String>) -> String {
    guests.join(", ")
}

#[prompt]
fn short(#[arg(separator = ";", max_len = 3, complete = people)] guests: Vec<String>) -> String {
    guests.join(", ")
}

#[test]
fn what_is_in_a_list_is_not_suggested_again() {
    let registry = registry(prompts![lists, invitation]);
    let context = Context::default();
    let completed = |prompt, argument, typed| {
        let values = now(registry.complete(prompt, argument, typed, (), &context)).unwrap();
        (values.completion.values, values.completion.total)
    };
    assert_eq!(
        completed("lists", "labels", "bug, question ,"),
        (vec!["bug, question ,feature".to_owned()], 1)
    );
    assert_eq!(completed("lists", "labels", "bug,bug"), (vec![], 0));
    assert_eq!(
        completed("invitation", "guests", "grace;a"),
        (vec!["grace;ada".to_owned(), "grace;barbara".to_owned()], 2)
    );
    assert_eq!(completed("invitation", "guests", "grace").1, 1);
}

#[test]
fn a_list_may_be_a_json_array() {
    let registry = registry(prompts![lists]);
    for (arguments, text) in [
        (
            r#"{"labels":"[\"bug\", \"feature\"]","ids":"[1,2]","colours":"[\"dark blue\"]","words":"[\"a;b\", \" c\\n\"]"}"#,
            r#"[Bug, Feature] Some([1, 2]) ["dark blue"] ["a;b", " c\n"]"#,
        ),
        (
            r#"{"labels":"[]","words":"[a"}"#,
            r#"[] None ["red", "green"] ["[a"]"#,
        ),
        (
            r#"{"labels":"[\"bug\",\"featur\"]","ids":"[\"x\"]","colours":"[\"pink\"]"}"#,
            concat!(
                r#"argument "labels" must be any of: bug, feature, question, separated by "," (item 2: did you mean "feature"?); "#,
                r#"argument "ids" must be whole numbers separated by "," (item 1: invalid digit found in string); "#,
                r#"argument "colours" must be any of: red, green, dark blue, one per line (item 1)"#
            ),
        ),
    ] {
        assert_eq!(said(&registry, "lists", arguments), text, "{arguments}");
    }
}

#[prompt]
fn borrowed_list(#[arg(separator = ",")] words: Vec<&str>) -> String {
    words.join("|")
}

#[prompt]
fn either_list(#[arg(separator = ",")] words: Vec<Cow<'_, str>>) -> String {
    let borrowed = words
        .iter()
        .filter(|it| matches!(it, Cow::Borrowed(_)))
        .count();
    format!("{} ({borrowed} borrowed)", words.join("|"))
}

#[test]
fn a_borrowed_item_has_no_escapes() {
    let registry = registry(prompts![borrowed_list, either_list]);
    for (words, text) in [
        (
            r#"["a,b","c\"d"," 1 ",2,true]"#,
            "a,b|c\"d| 1 |2|true (3 borrowed)",
        ),
        ("a, b", "a|b (2 borrowed)"),
    ] {
        let arguments = serde_json::json!({ "words": words }).to_string();
        assert_eq!(said(&registry, "either_list", &arguments), text);
    }
    assert_eq!(
        said(&registry, "borrowed_list", r#"{"words":"[\"a,b\",\"c\"]"}"#),
        "a,b|c"
    );
    assert_eq!(
        said(&registry, "borrowed_list", r#"{"words":"[\"a\\nb\"]"}"#),
        r#"argument "words" must be values separated by "," (item 1: it has an escape or no quotes, which this prompt cannot read in a JSON array)"#
    );
    assert_eq!(
        said(&registry, "borrowed_list", r#"{"words":"[\"a\",2]"}"#),
        r#"argument "words" must be values separated by "," (item 2: it has an escape or no quotes, which this prompt cannot read in a JSON array)"#
    );
}

#[test]
fn no_suggestion_multiplies_what_was_typed_before_it() {
    let registry = registry(prompts![lists, invitation, short]);
    let typed = |before: usize| format!("{};a", "x".repeat(before));
    assert_eq!(
        values(&registry, "invitation", "guests", &typed(499)).len(),
        3
    );
    assert_eq!(
        values(&registry, "invitation", "guests", &typed(500)),
        [""; 0]
    );
    assert_eq!(
        values(&registry, "invitation", "guests", &typed(1_000_000)),
        [""; 0]
    );
    assert_eq!(values(&registry, "short", "guests", "abc;a"), [""; 0]);
}

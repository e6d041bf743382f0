use super::{arguments, listed};
use prompt_runtime::{prompt, prompts};
use serde_json::json;

/// Review a diff.
#[prompt]
#[must_use]
///
/// In three steps:
///
///     1. read
#[allow(clippy::unnecessary_wraps)]
///No space.
fn scattered(
    /// The diff,
    #[arg(non_empty)]
    /// unified.
    diff: &str,
) -> String {
    diff.to_owned()
}

/** Review
 *
 *  a diff. */
#[prompt]
fn block() -> &'static str {
    "text"
}

/// Before.
#[doc = include_str!("included.md")]
/// After.
#[prompt]
fn included() -> &'static str {
    "text"
}

/// For readers of the code.
#[prompt(description = concat!("For ", "people."))]
fn given(
    /// For readers of the code.
    #[arg(description = "For people.")]
    diff: &str,
) -> String {
    diff.to_owned()
}

#[test]
fn lines_between_other_attributes_are_not_lost() {
    let [definition] = prompts![scattered];
    assert_eq!(
        listed(definition)["description"],
        json!("Review a diff.\n\nIn three steps:\n\n    1. read\nNo space.")
    );
    assert_eq!(
        arguments(definition)[0]["description"],
        json!("The diff,\nunified.")
    );
}

#[test]
fn block_comments_and_files_are_descriptions() {
    let [block, included] = prompts![block, included];
    assert_eq!(listed(block)["description"], json!("Review\n\n a diff."));
    assert_eq!(
        listed(included)["description"],
        json!("Before.\nFrom a file.\n\nAfter.")
    );
}

#[test]
fn the_key_wins_over_the_comment() {
    let [definition] = prompts![given];
    assert_eq!(listed(definition)["description"], json!("For people."));
    assert_eq!(
        arguments(definition)[0]["description"],
        json!("For people.")
    );
}

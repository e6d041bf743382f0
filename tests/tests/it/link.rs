//! Tests that a crate of prompts is linked if the program mentions it, but not if only the manifest does.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::process::Command;

use prompt_tests::program;

fn printed(package: &str) -> String {
    let output = Command::new(program(package)).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_mentioned_crate_is_linked() {
    assert_eq!(printed("link-linked"), "from_the_plugin\n");
}

#[test]
fn a_crate_in_the_manifest_alone_is_not_and_the_error_says_what_to_do() {
    let error = printed("link-unlinked");
    assert!(error.contains("no prompts are registered"), "{error}");
    assert!(error.contains("`use my_prompts as _;`"), "{error}");
}

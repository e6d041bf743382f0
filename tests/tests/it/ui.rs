//! Tests of programs that compile, and of the error messages for programs that do not.
//!
//! The goldens contain some of the compiler's own words, so failing programs are compared on one compiler only, with or without the
//! component rust-src. On another compiler these tests pass and print to standard error that they were skipped. With `UI_TESTS=required` in
//! the environment they fail instead. `TRYBUILD=overwrite` rewrites the goldens.

use std::io::Write as _;
use std::process::Command;
use trybuild::TestCases;

/// The version of the compiler that the goldens were written for.
const COMPILER: &str = "1.95.0";

#[test]
fn prompt() {
    check(
        &["prompt"],
        &["prompt", "prompts", "testing", "argument_enum"],
    );
}

#[test]
fn methods() {
    check(&["methods"], &["methods"]);
}

#[test]
fn messages() {
    check(&["messages"], &["messages"]);
}

#[test]
fn mount() {
    check(&["mount"], &["mount"]);
}

#[test]
fn embed() {
    check(&["embed"], &["embed"]);
}

/// Compiles the programs in `pass` on any compiler, and those in `fail` on the compiler of the goldens.
fn check(pass: &[&str], fail: &[&str]) {
    let cases = TestCases::new();
    for folder in pass {
        cases.pass(format!("tests/ui/{folder}/pass/*.rs"));
    }
    let compiler = compiler();
    if compiler != COMPILER {
        let sentence = format!(
            "error messages of {fail:?} PASSED OVER: they are written for rustc {COMPILER}, this is {compiler}\n"
        );
        let required = std::env::var("UI_TESTS").is_ok_and(|it| it == "required");
        assert!(!required, "{sentence}");
        // Unlike the output of `eprintln!`, this text is shown even if the test passes.
        drop(std::io::stderr().write_all(sentence.as_bytes()));
        return;
    }
    for folder in fail {
        cases.compile_fail(format!("tests/ui/{folder}/fail/*.rs"));
    }
}

/// The version of cargo's compiler.
fn compiler() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let version = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let version = version.unwrap_or_default();
    version.split(' ').nth(1).unwrap_or("unknown").to_owned()
}

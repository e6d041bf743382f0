//! Tests of the compiler's messages for programs that contain a mistake. The other files of this folder are programs that must compile. Each
//! is a separate crate, because lints and the inventory belong to a whole crate.
//!
//! The goldens contain some of the compiler's own words, so they are compared on one compiler only, with or without the component rust-src.
//! On another compiler these tests pass and print to standard error that they were skipped. With `COMPILER_TESTS=required` in the
//! environment they fail instead. `TRYBUILD=overwrite` rewrites the goldens.

use std::io::Write as _;
use std::process::Command;
use trybuild::TestCases;

/// The version of the compiler that the goldens were written for.
const COMPILER: &str = "1.95.0";

#[test]
fn goldens_of_prompt() {
    check(&["prompt", "prompts", "testing", "argument_enum"]);
}

#[test]
fn goldens_of_methods() {
    check(&["methods"]);
}

#[test]
fn goldens_of_messages() {
    check(&["messages"]);
}

#[test]
fn goldens_of_mount() {
    check(&["mount"]);
}

#[test]
fn goldens_of_embed() {
    check(&["embed"]);
}

/// A golden with a line of the standard library would hold only with the component rust-src.
#[test]
fn goldens_quote_no_std() {
    let mut folders = vec![std::path::PathBuf::from("tests/ui")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "stderr") {
                let golden = std::fs::read_to_string(&path).unwrap();
                assert!(!golden.contains("$RUST/"), "{} quotes std", path.display());
            }
        }
    }
}

/// Compiles the programs of these folders, on the compiler of the goldens.
fn check(folders: &[&str]) {
    let compiler = compiler();
    if compiler != COMPILER {
        let sentence = format!(
            "error messages of {folders:?} SKIPPED: the goldens are for rustc {COMPILER}, this is {compiler}\n"
        );
        let required = std::env::var("COMPILER_TESTS").is_ok_and(|it| it == "required");
        assert!(!required, "{sentence}");
        // Unlike the output of `eprintln!`, this text is shown even if the test passes.
        drop(std::io::stderr().write_all(sentence.as_bytes()));
        return;
    }
    let cases = TestCases::new();
    for folder in folders {
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

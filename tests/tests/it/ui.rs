//! What compiles, and what every mistake is answered with.
//!
//! The goldens hold rustc's own words in part, so they hold for one toolchain; `TRYBUILD=overwrite` writes them anew.

#[test]
fn prompt() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/prompt/pass/*.rs");
    cases.compile_fail("tests/ui/prompt/fail/*.rs");
    cases.compile_fail("tests/ui/prompts/fail/*.rs");
    cases.compile_fail("tests/ui/testing/fail/*.rs");
    cases.compile_fail("tests/ui/argument_enum/fail/*.rs");
}

#[test]
fn methods() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/methods/pass/*.rs");
    cases.compile_fail("tests/ui/methods/fail/*.rs");
}

#[test]
fn messages() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/messages/pass/*.rs");
    cases.compile_fail("tests/ui/messages/fail/*.rs");
}

#[test]
fn embed() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/embed/pass/*.rs");
    cases.compile_fail("tests/ui/embed/fail/*.rs");
}

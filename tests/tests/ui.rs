//! What compiles, and what every mistake is answered with.
//!
//! The goldens hold rustc's own words in part, so they hold for one toolchain; `TRYBUILD=overwrite` writes them anew.

#[test]
fn prompt() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/prompt/pass/*.rs");
    cases.compile_fail("tests/ui/prompt/fail/*.rs");
    cases.compile_fail("tests/ui/prompts/fail/*.rs");
    cases.compile_fail("tests/ui/argument_enum/fail/*.rs");
}

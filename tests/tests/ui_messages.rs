//! What `messages!` accepts, and what every mistake in it is answered with.

/// Goldens are rustc's own words in part, so they hold for one toolchain; `TRYBUILD=overwrite` writes them anew.
#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/messages/pass/*.rs");
    cases.compile_fail("tests/ui/messages/fail/*.rs");
    cases.pass("tests/ui/embed/pass/*.rs");
    cases.compile_fail("tests/ui/embed/fail/*.rs");
}

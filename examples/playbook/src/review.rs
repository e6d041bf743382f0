//! A prompt that reviews a change.

use prompt_runtime::{ArgumentEnum, GetPromptResult, messages, prompt};

/// How hard the review should look.
#[derive(ArgumentEnum, Default, Clone, Copy)]
enum Strictness {
    /// Only bugs
    Lenient,
    /// Bugs and missing tests
    #[default]
    Normal,
    /// Everything, style included
    Strict,
}

/// Review a diff against the team's standards.
#[prompt(
    name = "code-review",
    title = "Code review",
    allow = "name-not-verb-first"
)]
fn code_review(
    /// How hard to look.
    #[arg(default)]
    strictness: Strictness,
    /// The unified diff to review.
    diff: &str,
) -> GetPromptResult {
    messages! {
        description: "A {strictness} code review of the provided diff";
        user: "Review this diff {strictness}ly against our team's standards (null-safety, test coverage, no unused imports):\n\n{diff}";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt_runtime::Role;
    use prompt_runtime::arguments::ProblemKind;
    use prompt_runtime::testing::call;

    #[test]
    fn a_client_that_says_nothing_gets_a_normal_review() {
        call!(code_review, "diff" => "+b")
            .get()
            .assert_description("A normal code review of the provided diff")
            .assert_roles([Role::User])
            .assert_contains("Review this diff normally");
    }

    #[test]
    fn everything_that_is_wrong_is_said_at_once() {
        call!(code_review, "strictness" => "very", "dif" => "+b")
            .get()
            .assert_problems([
                ("strictness", ProblemKind::Invalid),
                ("diff", ProblemKind::Missing),
                ("dif", ProblemKind::Undeclared),
            ]);
    }

    #[test]
    fn the_first_line_says_how_to_look() {
        for (strictness, adverb) in [
            (Strictness::Lenient, "leniently"),
            (Strictness::Normal, "normally"),
            (Strictness::Strict, "strictly"),
        ] {
            let description = format!("A {strictness} code review of the provided diff");
            let review = code_review(strictness, "-a\n+{b}\n");
            assert_eq!(review.description(), Some(&*description));
            let texts: Vec<Option<&str>> = review
                .messages()
                .iter()
                .map(|message| message.content().as_text())
                .collect();
            let text = format!(
                "Review this diff {adverb} against our team's standards (null-safety, test coverage, no unused imports):\n\n-a\n+{{b}}\n"
            );
            assert_eq!(texts, [Some(&*text)]);
        }
    }
}

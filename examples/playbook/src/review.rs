//! Reviews.

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
    allow("name-not-verb-first")
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

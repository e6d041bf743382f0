//! A set of prompts that several servers use, as a separate crate.
//!
//! The crate names no namespace and no server library, because each server chooses its own. The example `rmcp-server` offers these prompts
//! as `reviews.code-review` and so on; the example `json-rpc-server` offers some of them as `team.code-review` and so on.
//!
//! The feature `explanations`, on by default, adds the prompts for people who are new to the code.
#![forbid(unsafe_code)]

use prompt_runtime::{GetPromptResult, PromptLibrary, messages, prompt, prompts};

/// All prompts of this crate.
#[must_use]
pub fn prompts() -> PromptLibrary {
    PromptLibrary::new(prompts![
        code_review,
        #[cfg(feature = "explanations")]
        explanations::explain_diff,
        #[cfg(feature = "explanations")]
        explanations::summarize_diff,
    ])
}

/// Review a diff.
#[prompt(
    name = "code-review",
    alias = "review",
    title = "Review",
    // Users know the prompt by this name, so it keeps it.
    allow = "name-not-verb-first"
)]
#[must_use]
pub fn code_review(
    /// What to look for: bugs in what the code does, or style in how it reads.
    #[arg(values = ["bugs", "style"], default = "bugs")]
    look_for: &str,
    /// The unified diff to review.
    #[arg(non_empty)]
    diff: &str,
) -> GetPromptResult {
    messages! {
        user: "Review this diff and look for {look_for}:\n\n{diff}";
    }
}

/// Prompts for people who are new to the code.
#[cfg(feature = "explanations")]
pub mod explanations {
    use prompt_runtime::{GetPromptResult, messages, prompt};

    /// Explain a diff to a person who is new to the code.
    #[prompt(name = "explain-diff")]
    #[must_use]
    pub fn explain_diff(
        /// The unified diff to explain.
        diff: &str,
    ) -> GetPromptResult {
        messages! {
            user: "Explain this diff to a person who is new to the code:\n\n{diff}";
        }
    }

    /// Sum up a diff.
    #[prompt(name = "summarize-diff", replaced_by = explain_diff)]
    #[deprecated(since = "0.1.0")]
    #[must_use]
    pub fn summarize_diff(
        /// The unified diff to sum up.
        diff: &str,
    ) -> GetPromptResult {
        messages! {
            user: "Sum up this diff:\n\n{diff}";
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt_check::advice;
    #[cfg(feature = "explanations")]
    use prompt_check::contract;
    use prompt_runtime::arguments::ProblemKind;
    use prompt_runtime::testing::call;
    use prompt_runtime::{PromptRegistry, RegistryError, Role};

    fn registry() -> Result<PromptRegistry, RegistryError> {
        PromptRegistry::builder().library(prompts()).build()
    }

    #[test]
    fn a_review_looks_for_bugs_unless_it_is_told_otherwise() {
        insta::assert_snapshot!(call!(code_review, "diff" => "-a\n+b").get(), @r"
        [user]
        Review this diff and look for bugs:

        -a
        +b
        ");
        call!(code_review, "diff" => "+b", "look_for" => "style")
            .get()
            .assert_roles([Role::User])
            .assert_text(0, "Review this diff and look for style:\n\n+b");
    }

    #[test]
    fn what_cannot_be_reviewed_is_refused() {
        call!(code_review, "diff" => " ", "look_for" => "typos")
            .get()
            .assert_problems([
                ("look_for", ProblemKind::Invalid),
                ("diff", ProblemKind::Empty),
            ]);
    }

    #[cfg(feature = "explanations")]
    #[test]
    fn an_explanation_needs_a_diff() {
        call!(explanations::explain_diff)
            .get()
            .assert_problems([("diff", ProblemKind::Missing)]);
    }

    #[cfg(not(feature = "explanations"))]
    #[test]
    fn the_explanations_are_off() -> Result<(), RegistryError> {
        let prompts = registry()?.prompts();
        let names: Vec<_> = prompts.iter().map(|prompt| prompt.name()).collect();
        assert_eq!(names, ["code-review"]);
        Ok(())
    }

    #[test]
    fn every_host_shows_the_prompts_well() -> Result<(), RegistryError> {
        advice::assert_clean(&registry()?);
        Ok(())
    }

    // The contract contains the prompts of every feature.
    #[cfg(feature = "explanations")]
    #[test]
    fn saved_calls_go_on_working() -> Result<(), RegistryError> {
        contract::assert_unchanged(&registry()?, "prompts.contract.json");
        Ok(())
    }
}

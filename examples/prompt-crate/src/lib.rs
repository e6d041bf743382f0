//! A set of prompts that several servers use, as a crate of its own.
//!
//! It names no namespace and knows no server: each server chooses both. The servers beside it offer these prompts as
//! `reviews.code-review` (`rmcp-server`) and, a part of them, as `team.code-review` (`json-rpc-server`).
#![forbid(unsafe_code)]

use prompt_runtime::{GetPromptResult, PromptLibrary, messages, prompt, prompts};

/// All prompts of this crate.
#[must_use]
pub fn prompts() -> PromptLibrary {
    PromptLibrary::new(prompts![code_review, explain_diff, summarize_diff])
}

/// Review a diff.
#[prompt(name = "code-review", alias = "review", title = "Code review")]
#[must_use]
pub fn code_review(
    /// What to look for.
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

/// Explain a diff to somebody who is new to the code.
#[prompt(name = "explain-diff")]
#[must_use]
pub fn explain_diff(
    /// The unified diff to explain.
    diff: &str,
) -> GetPromptResult {
    messages! {
        user: "Explain this diff to somebody who is new to the code:\n\n{diff}";
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

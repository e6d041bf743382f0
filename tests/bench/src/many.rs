//! Large sets of prompts with three arguments each.

use prompt_runtime::PromptDefinition;
use serde::Serialize;

/// The description of every prompt.
pub const DESCRIPTION: &str = "Review a diff against the team's standards.";

/// The name and description of each argument, and `true` if it is required.
pub const ARGUMENTS: [(&str, &str, bool); 3] = [
    ("strictness", "How hard to look.", false),
    ("diff", "The unified diff to review.", true),
    ("language", "The language of the code.", true),
];

/// Creates names of prompts with the lifetime `'static`.
#[must_use]
pub fn names(count: usize) -> Vec<&'static str> {
    (0..count)
        .map(|n| &*format!("prompt-{n:06}").leak())
        .collect()
}

/// Review a diff against the team's standards.
#[prompt_runtime::prompt]
fn review(
    /// How hard to look.
    strictness: Option<&str>,
    /// The unified diff to review.
    diff: &str,
    /// The language of the code.
    language: &str,
) -> String {
    format!(
        "Review this {language} diff {}:\n\n{diff}",
        strictness.unwrap_or_default()
    )
}

/// Creates a `#[prompt]` definition for each of these names.
#[must_use]
pub fn definitions(names: &[&'static str]) -> Vec<&'static PromptDefinition> {
    let definition = |name| {
        &*Box::leak(Box::new(PromptDefinition {
            name,
            ..*review::PROMPT
        }))
    };
    names.iter().copied().map(definition).collect()
}

/// A listing in the form that a hand-written server stores.
#[derive(Serialize)]
pub struct Listing {
    prompts: Vec<Prompt>,
}

#[derive(Serialize)]
struct Prompt {
    name: &'static str,
    description: &'static str,
    arguments: Vec<Argument>,
}

#[derive(Serialize)]
struct Argument {
    name: &'static str,
    description: &'static str,
    required: bool,
}

/// Creates a listing of prompts with these names.
#[must_use]
pub fn listing(names: &[&'static str]) -> Listing {
    let arguments = || {
        ARGUMENTS.map(|(name, description, required)| Argument {
            name,
            description,
            required,
        })
    };
    let prompt = |name| Prompt {
        name,
        description: DESCRIPTION,
        arguments: arguments().into(),
    };
    Listing {
        prompts: names.iter().copied().map(prompt).collect(),
    }
}

//! The prompts, written with `#[prompt]`.

use crate::block_on;
use prompt_runtime::edge::RequestId;
use prompt_runtime::{
    ArgumentEnum, Context, GetPromptResult, PromptRegistry, messages, prompt, prompts,
};
use serde_json::{Map, Value};

/// How hard the review looks.
#[derive(Clone, Copy, ArgumentEnum, Default)]
pub enum Strictness {
    /// Only bugs.
    Lenient,
    /// Bugs and missing tests.
    #[default]
    Normal,
    /// Everything.
    Strict,
}

macro_rules! prompts_of {
    ($($asyncness:ident)?) => {
        use super::*;

        /// Greet the team.
        #[prompt]
        pub $($asyncness)? fn hello() -> GetPromptResult {
            messages! { user: "Say hello to the team in one friendly sentence."; }
        }

        /// Review a diff against the team's standards.
        #[prompt(name = "code-review", title = "Code review")]
        pub $($asyncness)? fn code_review(#[arg(default)] strictness: Strictness, diff: &str) -> GetPromptResult {
            messages! {
                description: "A {strictness} code review of the provided diff";
                user: "Review this diff {strictness}ly against our team's standards (null-safety, test coverage, no unused imports):\n\n{diff}";
            }
        }

        /// Describe a release.
        #[prompt]
        pub $($asyncness)? fn release(
            product: &str,
            version: &str,
            major: u32,
            minor: u32,
            patch: u32,
            author: &str,
            channel: &str,
            commits: u32,
            audience: &str,
            notes: &str,
        ) -> GetPromptResult {
            messages! {
                user: "Describe {product} {version} ({major}.{minor}.{patch}) by {author} on {channel}: {commits} commits, for {audience}.\n\n{notes}";
            }
        }

        /// Classify by examples.
        #[prompt]
        pub $($asyncness)? fn few_shot(team: &str, example: &str, label: &str, diff: &str) -> GetPromptResult {
            messages! {
                user: "You review code for the team {team}.";
                user: "{example}";
                assistant: "{label}";
                user: "Review:\n\n{diff}";
            }
        }
    };
}

/// Prompts that answer at once.
pub mod at_once {
    prompts_of!();
}

/// The same prompts as `async fn`.
pub mod later {
    prompts_of!(async);
}

/// Creates a registry of the synchronous prompts, or of the async ones.
#[must_use]
pub fn registry(later: bool) -> PromptRegistry {
    let prompts = if later {
        prompts![
            later::hello,
            later::code_review,
            later::release,
            later::few_shot
        ]
    } else {
        prompts![
            at_once::hello,
            at_once::code_review,
            at_once::release,
            at_once::few_shot
        ]
    };
    PromptRegistry::from_prompts(prompts).unwrap()
}

/// Answers `prompts/get` in process.
#[must_use]
pub fn get(
    registry: &PromptRegistry,
    name: &str,
    given: &Map<String, Value>,
    context: &Context,
) -> bool {
    let result = block_on(registry.get(name, given, context));
    std::hint::black_box(result).is_ok()
}

/// Answers a request, from bytes to bytes.
#[must_use]
pub fn answer(registry: &PromptRegistry, request: &[u8], context: &Context) -> Vec<u8> {
    let request: Value = serde_json::from_slice(request).unwrap();
    let method = request["method"].as_str().unwrap();
    let answer = block_on(registry.answer(method, request.get("params"), context)).unwrap();
    answer.response(&RequestId::Number(1)).into_bytes()
}

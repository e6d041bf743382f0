//! The prompts, written with flymcprust's macros.

#![allow(clippy::needless_pass_by_value)]

use crate::block_on;
use crate::many;
use flymcprust::prelude::*;
use flymcprust::spec;
use flymcprust::{PromptDef, TransportContext};
use tokio_util::sync::CancellationToken;

const STRICTNESS: [&str; 3] = ["lenient", "normal", "strict"];

fn strictness(typed: &str) -> impl Iterator<Item = &'static str> {
    STRICTNESS
        .into_iter()
        .filter(move |value| value.starts_with(typed))
}

macro_rules! prompts_of {
    ($($asyncness:ident)?) => {
        use super::*;

        /// Greet the team.
        #[prompt]
        pub $($asyncness)? fn hello() -> String {
            "Say hello to the team in one friendly sentence.".to_owned()
        }

        /// Review a diff against the team's standards.
        #[prompt(name = "code-review")]
        pub $($asyncness)? fn code_review(#[complete(strictness)] strictness: Option<String>, diff: String) -> Result<spec::GetPromptResult, ToolError> {
            let strictness = match strictness.as_deref().map(str::trim) {
                None | Some("normal") => "normal",
                Some("lenient") => "lenient",
                Some("strict") => "strict",
                Some(_) => return Err(ToolError::invalid_argument("argument \"strictness\" must be one of: lenient, normal, strict")),
            };
            let mut result = spec::GetPromptResult::new(vec![message::user(format!(
                "Review this diff {strictness}ly against our team's standards (null-safety, test coverage, no unused imports):\n\n{diff}"
            ))], "complete".to_owned());
            result.description = Some(format!("A {strictness} code review of the provided diff"));
            Ok(result)
        }

        /// Describe a release.
        #[prompt]
        #[allow(clippy::too_many_arguments)]
        pub $($asyncness)? fn release(
            product: String,
            version: String,
            major: u32,
            minor: u32,
            patch: u32,
            author: String,
            channel: String,
            commits: u32,
            audience: String,
            notes: String,
        ) -> String {
            format!(
                "Describe {product} {version} ({major}.{minor}.{patch}) by {author} on {channel}: {commits} commits, for {audience}.\n\n{notes}"
            )
        }

        /// Classify by examples.
        #[prompt]
        pub $($asyncness)? fn few_shot(team: String, example: String, label: String, diff: String) -> Vec<spec::PromptMessage> {
            vec![
                message::user(format!("You review code for the team {team}.")),
                message::user(example),
                message::assistant(label),
                message::user(format!("Review:\n\n{diff}")),
            ]
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

/// Creates a server with the synchronous prompts, or with the async ones.
#[must_use]
pub fn server(later: bool) -> Server {
    let builder = Server::builder("bench", "1.0.0");
    let builder = if later {
        builder
            .prompt::<later::hello>()
            .prompt::<later::code_review>()
            .prompt::<later::release>()
            .prompt::<later::few_shot>()
    } else {
        builder
            .prompt::<at_once::hello>()
            .prompt::<at_once::code_review>()
            .prompt::<at_once::release>()
            .prompt::<at_once::few_shot>()
    };
    builder.build().unwrap()
}

/// Creates a server with prompts of these names.
#[must_use]
pub fn many(names: &[&'static str]) -> Server {
    let mut builder = Server::builder("bench", "1.0.0");
    for name in names {
        let mut prompt = spec::Prompt::new((*name).to_owned());
        prompt.description = Some(many::DESCRIPTION.to_owned());
        let arguments = many::ARGUMENTS.map(|(name, description, required)| {
            let mut argument = spec::PromptArgument::new(name.to_owned());
            argument.description = Some(description.to_owned());
            argument.required = Some(required);
            argument
        });
        prompt.arguments = Some(arguments.to_vec());
        builder = builder.prompt_def(PromptDef::new(prompt, |_, _| {
            Ok(Box::pin(async {
                flymcprust::IntoPromptResult::into_prompt_result("")
            }))
        }));
    }
    builder.build().unwrap()
}

/// Answers a request, from bytes to bytes.
#[must_use]
pub fn answer(server: &Server, request: &[u8]) -> Vec<u8> {
    let response = server.handle_bytes(
        request,
        TransportContext::default(),
        CancellationToken::new(),
    );
    block_on(response).unwrap().to_vec()
}

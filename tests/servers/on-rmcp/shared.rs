//! The tool and the prompt of rmcp's macros, and the prompts of this SDK, which the servers on all rmcp versions share.
// rmcp's macros need types in scope that differ between versions.
#![allow(clippy::unused_async, clippy::unused_self, clippy::wildcard_imports)]

use crate::Server;
use prompt_runtime::{Context, audio, messages, prompt, prompt_methods};
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, tool, tool_router};

/// Review a diff.
#[prompt]
fn review(
    /// The language.
    #[arg(values = ["rust", "ruby", "go"], default = "rust")]
    language: &str,
    /// The diff.
    diff: &str,
) -> prompt_runtime::GetPromptResult {
    messages! { user: "Review this {language} diff:\n\n{diff}"; }
}

/// Describe the request.
#[prompt]
async fn describe(
    #[context] context: &Context,
    #[state] request: &RequestContext<RoleServer>,
) -> String {
    let client = context.client().map(|client| client.name);
    format!(
        "{} {} {}",
        client.unwrap_or_default(),
        context.request_id().is_some(),
        request.ct.is_cancelled()
    )
}

/// Mark a text.
#[prompt]
fn marked() -> prompt_runtime::GetPromptResult {
    use prompt_runtime::model::Annotations;
    use prompt_runtime::{ContentBlock, GetPromptResult, PromptMessage, Role};

    let annotations = Annotations::new().with_audience([Role::User]);
    let text = ContentBlock::text("marked").with_annotations(annotations);
    GetPromptResult::new([PromptMessage::user(text)])
}

/// A sound that is a file.
#[prompt]
fn sound() -> prompt_runtime::GetPromptResult {
    messages! { user: audio!("../../../prompt-runtime/src/docs/ding.wav"); }
}

/// A sound that is made at run time.
#[prompt]
fn spoken() -> Result<prompt_runtime::GetPromptResult, prompt_runtime::model::ContentError> {
    let sound = prompt_runtime::model::AudioContent::from_bytes(b"RIFF", "audio/wav")?;
    Ok(prompt_runtime::GetPromptResult::new([
        prompt_runtime::PromptMessage::user(sound),
    ]))
}

/// Ask how much.
#[prompt]
async fn ask(#[context] context: &Context) -> Result<String, prompt_runtime::PromptError> {
    use prompt_runtime::{Elicitation, Elicited, Field};

    let question = Elicitation::new("size", "How much?").field(Field::text("size"));
    Ok(match context.elicit(question).await? {
        Elicited::Accepted(answers) => answers.text("size").unwrap_or_default().to_owned(),
        Elicited::Declined | Elicited::Cancelled => "nothing".to_owned(),
    })
}

/// Fail.
#[prompt]
fn fail() -> Result<String, std::fmt::Error> {
    Err(std::fmt::Error)
}

#[tool_router(vis = "pub")]
impl Server {
    #[tool(description = "Adds one and two")]
    fn add(&self) -> String {
        "3".to_owned()
    }
}

#[rmcp::prompt_router(vis = "pub")]
impl Server {
    #[rmcp::prompt(name = "theirs", description = "A prompt of rmcp's macros")]
    async fn theirs(&self) -> Result<GetPromptResult, ErrorData> {
        let message = serde_json::json!({ "messages": [
            { "role": "user", "content": { "type": "text", "text": "theirs" } },
        ] });
        serde_json::from_value(message)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))
    }
}

#[prompt_methods]
impl Server {
    /// Greet in the server's words.
    #[prompt]
    async fn greet(
        &self,
        /// The name.
        name: &str,
    ) -> String {
        format!("{}, {name}", self.greeting)
    }
}

//! Answers for a server that implements JSON-RPC itself.

use super::meta;
use crate::context::{Client, Context, RequestId};
use crate::prompt_error::PromptError;
use crate::protocol::params as read;
use crate::protocol::{Addition, Revision};
use crate::registry::{PromptRegistry, Reply, Request};
use serde::Serialize;
use serde_json::Value;

/// The answer to a request as JSON text: the value of `result` or of `error`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonAnswer {
    json: String,
    is_error: bool,
}

impl JsonAnswer {
    /// The JSON text of the result or of the error object.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.json
    }

    /// Returns `true` if the JSON is an error object.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// The whole JSON-RPC response to the request with this id, on one line.
    #[must_use]
    pub fn response(&self, id: &RequestId) -> String {
        let member = if self.is_error { "error" } else { "result" };
        // Serializing a number or a string cannot fail.
        let id = serde_json::to_string(id).unwrap_or_default();
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"{member}\":{}}}",
            self.json
        )
    }

    fn of(result: &impl Serialize) -> Result<Self, PromptError> {
        Ok(Self::result(serde_json::to_string(result)?))
    }

    pub(super) fn result(json: String) -> Self {
        Self {
            json,
            is_error: false,
        }
    }

    pub(super) fn error(error: &PromptError) -> Self {
        let json = serde_json::to_string(error)
            .unwrap_or_else(|_| r#"{"code":-32603,"message":"internal error"}"#.to_owned());
        Self {
            json,
            is_error: true,
        }
    }
}

const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// A result with the fields that revision 2026-07-28 adds to every result.
#[derive(Serialize)]
struct Envelope<'a, T> {
    #[serde(rename = "resultType", skip_serializing_if = "Option::is_none")]
    result_type: Option<&'static str>,
    #[serde(flatten)]
    result: T,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<ServerInfo<'a>>,
}

#[derive(Serialize)]
struct ServerInfo<'a> {
    #[serde(rename = "io.modelcontextprotocol/serverInfo")]
    server_info: &'a Client,
}

impl PromptRegistry {
    fn envelope<T>(&self, result: T, revision: Revision) -> Envelope<'_, T> {
        Envelope {
            result_type: revision.has(Addition::ResultType).then_some("complete"),
            result,
            meta: self.meta(revision),
        }
    }

    /// The `_meta` of a result, as JSON text.
    pub(crate) fn result_meta(&self, revision: Revision) -> Result<Option<String>, PromptError> {
        let meta = self.meta(revision);
        Ok(meta.map(|meta| serde_json::to_string(&meta)).transpose()?)
    }

    fn meta(&self, revision: Revision) -> Option<ServerInfo<'_>> {
        let server_info = self.server_info()?;
        revision
            .has(Addition::ResultType)
            .then_some(ServerInfo { server_info })
    }

    /// Answers `prompts/list`, `prompts/get` and `completion/complete` for a server that implements JSON-RPC itself. Returns `None` for
    /// other methods and for completions of resource templates, which the server answers itself.
    ///
    /// `context` describes the connection: the revision negotiated by `initialize`, and the peer. [`Context::from_initialize`] creates it.
    /// From revision 2026-07-28 on, the `_meta` of the request replaces it, and is checked.
    ///
    /// Errors are part of the answer: -32602 for invalid params, -32601 for completions if no prompt has any, -32022 for an unknown
    /// revision, and -32603 if a prompt fails.
    pub async fn answer(
        &self,
        method: &str,
        params: Option<&Value>,
        context: &Context,
    ) -> Option<JsonAnswer> {
        let answer = match method {
            read::LIST => self.answer_list(params, context),
            read::GET => self.answer_get(params, context).await,
            read::COMPLETE => self.answer_complete(params, context).await.transpose()?,
            _ => return None,
        };
        Some(answer.unwrap_or_else(|error| JsonAnswer::error(&error)))
    }

    fn answer_list(
        &self,
        params: Option<&Value>,
        context: &Context,
    ) -> Result<JsonAnswer, PromptError> {
        let context = meta::context(params, context)?;
        let json = self.list_json(read::list(params)?, &context)?;
        Ok(JsonAnswer::result(json))
    }

    async fn answer_get(
        &self,
        params: Option<&Value>,
        context: &Context,
    ) -> Result<JsonAnswer, PromptError> {
        let context = meta::context(params, context)?;
        let read::Get {
            name,
            arguments,
            round,
        } = read::get(params)?;
        let context = context.with_round(round);
        let request = Request::new(self, &context);
        let prompt = request
            .find(name)
            .ok_or_else(|| request.unknown(read::GET, name))?;
        let revision = context.revision();
        match request.get(&prompt, arguments).await? {
            Reply::Complete(result) => {
                let mut envelope = self.envelope(result, revision);
                // A JSON object has one member of each name, so the author's own server information takes precedence.
                if let Some(own) = &mut envelope.result.meta
                    && let Some(ours) = envelope.meta.take()
                {
                    let server_info = serde_json::to_value(ours.server_info)?;
                    own.entry(SERVER_INFO).or_insert(server_info);
                }
                JsonAnswer::of(&envelope)
            }
            Reply::InputRequired(input) => JsonAnswer::of(&Envelope {
                result_type: Some("input_required"),
                ..self.envelope(input, revision)
            }),
        }
    }

    async fn answer_complete(
        &self,
        params: Option<&Value>,
        context: &Context,
    ) -> Result<Option<JsonAnswer>, PromptError> {
        if read::is_of_resource(params) {
            return Ok(None);
        }
        let context = meta::context(params, context)?;
        let Some(request) = read::complete(params)? else {
            return Ok(None);
        };
        if !self.has_completions() {
            return Err(PromptError::method_not_found(
                "no prompt of this server has completions",
            ));
        }
        let on = Request::new(self, &context);
        let prompt = on
            .find(request.prompt)
            .ok_or_else(|| on.unknown(read::COMPLETE, request.prompt))?;
        let result = on
            .complete(&prompt, request.argument, request.value, request.given)
            .await;
        JsonAnswer::of(&self.envelope(result, context.revision())).map(Some)
    }
}

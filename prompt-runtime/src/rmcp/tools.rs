//! The prompts as two tools, for hosts that know tools only.

use super::convert;
use crate::protocol::request;
use ::rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorCode,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, JsonObject, ListToolsResult,
    PaginatedRequestParams, Role, Tool, ToolAnnotations,
};
use ::rmcp::service::RequestContext;
use ::rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::Arc;

const LIST: &str = "list_prompts";
const GET: &str = "get_prompt";

/// The descriptions of the two tools.
#[derive(Debug, Clone)]
pub(super) struct PromptTools {
    list: Tool,
    get: Tool,
}

impl PromptTools {
    pub(super) fn new() -> Self {
        Self {
            list: tool(
                LIST,
                "List prompts",
                "Lists the prompts of this server, with the arguments that each takes.",
                json!({
                    "type": "object",
                    "properties": {
                        "cursor": {
                            "type": "string",
                            "description": "The `nextCursor` of the page before, to see the next."
                        }
                    },
                    "additionalProperties": false
                }),
            ),
            get: tool(
                GET,
                "Get a prompt",
                "Gets the messages of a prompt of this server, made for the arguments.",
                json!({
                    "type": "object",
                    "properties": {
                        "name": {
                            "type": "string",
                            "description": "The name of the prompt, as `list_prompts` gives it."
                        },
                        "arguments": {
                            "type": "object",
                            "description": "The arguments of the prompt, each a string.",
                            "additionalProperties": { "type": "string" }
                        }
                    },
                    "required": ["name"],
                    "additionalProperties": false
                }),
            ),
        }
    }

    /// Whether one of the tools has this name.
    pub(super) fn are_called(name: &str) -> bool {
        [LIST, GET].contains(&name)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Tool> {
        [&self.list, &self.get]
            .into_iter()
            .find(|tool| tool.name == name)
    }

    /// The wrapped server's page of tools, and these at the end of the last one.
    pub(super) async fn list<S: ServerHandler>(
        &self,
        inner: &S,
        params: Option<PaginatedRequestParams>,
        request: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let goes_on = params
            .as_ref()
            .is_some_and(|params| params.cursor.is_some());
        let mut page = match inner.list_tools(params, request).await {
            // It has no tools, and so has never given a cursor.
            Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                if goes_on {
                    return Err(ErrorData::invalid_params("invalid cursor", None));
                }
                ListToolsResult::default()
            }
            page => page?,
        };
        if page.next_cursor.is_none() {
            for tool in [&self.list, &self.get] {
                let is_theirs = inner.get_tool(&tool.name).is_some()
                    || page.tools.iter().any(|theirs| theirs.name == tool.name);
                if !is_theirs {
                    page.tools.push(tool.clone());
                }
            }
        }
        Ok(page)
    }

    /// Calls one of the tools on `server`, the mount, whose answers it gives.
    pub(super) async fn call<S: ServerHandler>(
        server: &S,
        params: CallToolRequestParams,
        request: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let called = if params.name == LIST {
            list(server, params, request).await
        } else {
            get(server, params, request).await
        };
        Ok(called.unwrap_or_else(|error| {
            CallToolResult::error(vec![ContentBlock::text(error.message)]).into()
        }))
    }
}

async fn list<S: ServerHandler>(
    server: &S,
    params: CallToolRequestParams,
    request: RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let arguments = params.arguments.map(Value::Object);
    let cursor = request::list(arguments.as_ref()).map_err(|error| convert::error(&error))?;
    let page = PaginatedRequestParams::default().with_cursor(cursor.map(str::to_owned));
    let listed = server.list_prompts(Some(page), request).await?;
    let mut text = json!({ "prompts": listed.prompts });
    if let (Some(text), Some(cursor)) = (text.as_object_mut(), listed.next_cursor) {
        text.insert("nextCursor".to_owned(), cursor.into());
    }
    Ok(CallToolResult::success(vec![ContentBlock::text(text.to_string())]).into())
}

async fn get<S: ServerHandler>(
    server: &S,
    params: CallToolRequestParams,
    request: RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let mut arguments = params.arguments.map(Value::Object);
    let name = request::get(arguments.as_ref())
        .map_err(|error| convert::error(&error))?
        .name
        .to_owned();
    let mut prompt = GetPromptRequestParams::new(name);
    prompt.arguments = match arguments.as_mut().and_then(|all| all.get_mut("arguments")) {
        Some(Value::Object(given)) => Some(std::mem::take(given)),
        _ => None,
    };
    prompt.input_responses = params.input_responses;
    prompt.request_state = params.request_state;
    match server.get_prompt(prompt, request).await? {
        GetPromptResponse::Complete(result) => Ok(CallToolResult::success(content(result)).into()),
        GetPromptResponse::InputRequired(result) => Ok(result.into()),
        other => Err(ErrorData::internal_error(
            "internal error",
            Some(json!(format!("{other:?}"))),
        )),
    }
}

/// The messages, one after the other; who speaks is said where it is not plain.
fn content(result: GetPromptResult) -> Vec<ContentBlock> {
    let is_plain = matches!(&*result.messages, [only] if only.role == Role::User);
    let mut content = Vec::with_capacity(2 * result.messages.len());
    for message in result.messages {
        if !is_plain {
            content.push(ContentBlock::text(match message.role {
                Role::User => "user:",
                Role::Assistant => "assistant:",
            }));
        }
        content.push(message.content);
    }
    content
}

fn tool(name: &'static str, title: &str, description: &'static str, schema: Value) -> Tool {
    let schema = match schema {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    };
    Tool::new(name, description, Arc::new(schema))
        .with_title(title)
        .with_annotations(ToolAnnotations::new().read_only(true))
}

//! Offers the prompts as two tools, for hosts that support only tools.

use super::names::{
    ContentBlock, PromptResponse, ResourceResponse, Role, ServerInfo, ToolResponse,
};
use super::pass::{Answer, Notification, Page, Request};
use super::rmcp::model::{
    self, CallToolRequestParams, CallToolResult, CompleteRequestParams, CompleteResult,
    CustomRequest, CustomResult, ErrorCode, GetPromptRequestParams, GetPromptResult,
    InitializeRequestParams, InitializeResult, JsonObject, ListPromptsResult, ListToolsResult,
    ServerCapabilities, Tool, ToolAnnotations,
};
use super::rmcp::service::MaybeSendFuture;
use super::rmcp::{ErrorData, ServerHandler};
use super::{MountError, Mounted, error_data, page, probe};
use crate::json::convert;
use crate::warn;
use prompt_runtime::PromptRegistry;
use prompt_runtime::edge::{Wrapped, params as read};
use serde_json::{Value, json};
use std::future::Future;
use std::sync::Arc;

const LIST: &str = "list_prompts";
const GET: &str = "get_prompt";

/// A mount that also offers its prompts as tools. [`Mounted::with_prompt_tools`] creates it.
#[derive(Debug, Clone)]
pub struct PromptTools<S> {
    pub(super) server: Wrapped<Mounted<S>>,
    list: Tool,
    get: Tool,
}

impl<S> PromptTools<S> {
    fn mounted(&self) -> &Mounted<S> {
        self.server.get()
    }

    /// A reference to the wrapped server.
    #[must_use]
    pub fn inner(&self) -> &S {
        self.mounted().inner()
    }

    /// The registry.
    #[must_use]
    pub fn registry(&self) -> &PromptRegistry {
        self.mounted().registry()
    }
}

impl<S: ServerHandler> PromptTools<S> {
    pub(super) fn new(mounted: Mounted<S>) -> Self
    where
        S: Send + Sync,
    {
        let cursor = json!({
            "type": "string",
            "description": "The `nextCursor` of the page before, to see the next."
        });
        let name = json!({
            "type": "string",
            "description": "The name of the prompt, as `list_prompts` gives it."
        });
        let arguments = json!({
            "type": "object",
            "description": "The arguments of the prompt, each a string.",
            "additionalProperties": { "type": "string" }
        });
        Self {
            server: Wrapped::within::<Self>(mounted),
            list: tool(
                LIST,
                "List prompts",
                "Lists the prompts of this server, with the arguments that each takes.",
                &[("cursor", &cursor)],
                &[],
            ),
            get: tool(
                GET,
                "Get a prompt",
                "Gets the messages of a prompt of this server, made for the arguments.",
                &[("name", &name), ("arguments", &arguments)],
                &["name"],
            ),
        }
    }

    /// Runs [`Mounted::check`], and checks that the server itself lists no tools of these names to a client without authorization.
    ///
    /// # Errors
    /// The same as for [`Mounted::check`], and [`MountError::Tools`].
    pub async fn check(&self) -> Result<(), MountError> {
        self.mounted().check().await?;
        let mut names = probe::tool_names(self.registry(), self.mounted().inner()).await;
        names.retain(|name| self.tool(name).is_some());
        if names.is_empty() {
            Ok(())
        } else {
            Err(MountError::Tools(names))
        }
    }

    #[allow(clippy::unused_self)]
    fn declare(&self, capabilities: &mut ServerCapabilities) {
        capabilities.tools.get_or_insert_default();
    }

    // Only the discovery of rmcp 3 calls this.
    #[allow(dead_code)]
    fn warn_of_state(&self) {
        self.mounted().warn_of_state();
    }

    fn tool(&self, name: &str) -> Option<&Tool> {
        [&self.list, &self.get]
            .into_iter()
            .find(|tool| tool.name == name)
    }

    /// The result of a call of one of the two tools whose params rmcp could not read and passed on as a custom request. The model can
    /// correct the call, so this is a tool error and not a protocol error.
    fn malformed_call(&self, request: &CustomRequest) -> Option<CustomResult> {
        let name = request.params.as_ref()?.get("name")?.as_str()?;
        if request.method != "tools/call" || self.tool(name).is_none() || self.is_theirs(name) {
            return None;
        }
        let sentence = "the `arguments` of a tool must be an object";
        let result = CallToolResult::error(vec![ContentBlock::text(sentence)]);
        serde_json::to_value(result).ok().map(CustomResult::new)
    }

    fn is_theirs(&self, name: &str) -> bool {
        self.mounted().inner().get_tool(name).is_some()
    }
}

#[deny(clippy::missing_trait_methods)]
#[allow(deprecated)]
impl<S: ServerHandler> ServerHandler for PromptTools<S> {
    pass_the_rest!(mounted);
    declare_this_version!(mounted);
    pass_subscriptions!(mounted);

    pass! {
        mounted:
        on_initialized(context: Notification) -> ();
        list_prompts(params: Page, context: Request) -> Answer<ListPromptsResult>;
        get_prompt(params: GetPromptRequestParams, context: Request) -> Answer<PromptResponse>;
        complete(params: CompleteRequestParams, context: Request) -> Answer<CompleteResult>;
    }

    fn on_custom_request(
        &self,
        request: CustomRequest,
        context: Request,
    ) -> impl Future<Output = Answer<CustomResult>> + MaybeSendFuture + '_ {
        Box::pin(async move {
            match self.malformed_call(&request) {
                Some(result) => Ok(result),
                None => self.mounted().on_custom_request(request, context).await,
            }
        })
    }

    fn get_info(&self) -> ServerInfo {
        let mut info = self.mounted().get_info();
        self.declare(&mut info.capabilities);
        info
    }

    async fn initialize(
        &self,
        params: InitializeRequestParams,
        request: Request,
    ) -> Answer<InitializeResult> {
        let mut result = self.mounted().initialize(params, request).await?;
        self.declare(&mut result.capabilities);
        Ok(result)
    }

    fn list_tools(
        &self,
        params: Page,
        request: Request,
    ) -> impl Future<Output = Answer<ListToolsResult>> + MaybeSendFuture + '_ {
        Box::pin(async move {
            let goes_on = params
                .as_ref()
                .is_some_and(|params| params.cursor.is_some());
            let mut page = match self.mounted().list_tools(params, request).await {
                // A server without tools never returned a cursor.
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
                    let is_listed = page.tools.iter().any(|theirs| theirs.name == tool.name);
                    if !is_listed && !self.is_theirs(&tool.name) {
                        page.tools.push(tool.clone());
                        continue;
                    }
                    let warning = format!(
                        "the server has a tool `{}` of its own, which answers in place of the prompt tool of that name",
                        tool.name
                    );
                    warn::warn_once(self.registry(), &warning);
                }
            }
            Ok(page)
        })
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let theirs = self.mounted().get_tool(name);
        theirs.or_else(|| self.tool(name).cloned())
    }

    fn call_tool(
        &self,
        params: CallToolRequestParams,
        request: Request,
    ) -> impl Future<Output = Answer<ToolResponse>> + MaybeSendFuture + '_ {
        Box::pin(async move {
            if self.tool(&params.name).is_none() || self.is_theirs(&params.name) {
                return self.mounted().call_tool(params, request).await;
            }
            let called = if params.name == LIST {
                list(self.mounted(), params, request).await
            } else {
                get(self.mounted(), params, request).await
            };
            called.or_else(|error| match error.code.0 {
                // The client must correct this, not the model.
                prompt_runtime::error::code::MISSING_REQUIRED_CLIENT_CAPABILITY => Err(error),
                _ => Ok(CallToolResult::error(vec![ContentBlock::text(error.message)]).into()),
            })
        })
    }
}

async fn list<S: ServerHandler>(
    server: &S,
    params: CallToolRequestParams,
    request: Request,
) -> Answer<ToolResponse> {
    let arguments = params.arguments.map(Value::Object);
    let cursor = read::list(arguments.as_ref()).map_err(|error| error_data(&error))?;
    let page = page(cursor.map(str::to_owned));
    let listed = server.list_prompts(Some(page), request).await?;
    let mut text = json!({ "prompts": listed.prompts });
    if let (Some(text), Some(cursor)) = (text.as_object_mut(), listed.next_cursor) {
        text.insert("nextCursor".to_owned(), cursor.into());
    }
    Ok(CallToolResult::success(vec![ContentBlock::text(text.to_string())]).into())
}

async fn get<S: ServerHandler>(
    server: &S,
    mut params: CallToolRequestParams,
    request: Request,
) -> Answer<ToolResponse> {
    let mut arguments = params.arguments.take().map(Value::Object);
    let name = read::get(arguments.as_ref())
        .map_err(|error| error_data(&error))?
        .name
        .to_owned();
    let mut prompt = GetPromptRequestParams::new(name);
    prompt.arguments = match arguments.as_mut().and_then(|all| all.get_mut("arguments")) {
        Some(Value::Object(given)) => Some(std::mem::take(given)),
        _ => None,
    };
    super::copy_round(params, &mut prompt);
    super::prompt_tool_response(server.get_prompt(prompt, request).await?, content)
}

/// The messages in order. The role is added if it is not obvious.
fn content(result: GetPromptResult) -> Answer<Vec<ContentBlock>> {
    let is_plain = matches!(&*result.messages, [only] if only.role == Role::User);
    let mut content = Vec::with_capacity(2 * result.messages.len());
    for message in result.messages {
        if !is_plain {
            content.push(ContentBlock::text(match message.role {
                Role::User => "user:",
                Role::Assistant => "assistant:",
            }));
        }
        let of_prompt = convert(&message.content);
        content.push(of_prompt.map_err(|error| error_data(&error))?);
    }
    Ok(content)
}

fn tool(
    name: &'static str,
    title: &str,
    description: &'static str,
    properties: &[(&str, &Value)],
    required: &[&str],
) -> Tool {
    let properties: JsonObject = properties
        .iter()
        .map(|(name, schema)| ((*name).to_owned(), (*schema).clone()))
        .collect();
    let schema = [
        ("type", json!("object")),
        ("properties", properties.into()),
        ("required", json!(required)),
        ("additionalProperties", json!(false)),
    ];
    let schema = schema
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value));
    Tool::new(name, description, Arc::new(schema.collect()))
        .with_title(title)
        .with_annotations(ToolAnnotations::new().read_only(true))
}

use std::sync::Arc;

use prompt_runtime::{LivePrompts, RuntimePrompt};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
        JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
        Tool,
    },
    service::RequestContext,
};

const CHANGE: &str = "test_trigger_prompt_change";

/// A server with one tool, which changes the set of prompts.
#[derive(Clone)]
pub(crate) struct Tools {
    prompts: LivePrompts,
}

impl Tools {
    pub(crate) fn new(prompts: LivePrompts) -> Self {
        Self { prompts }
    }

    fn change(&self) -> Result<CallToolResult, ErrorData> {
        let fresh = RuntimePrompt::new("test_changed_prompt", |_| "This prompt has changed.")
            .description("A prompt that comes late.");
        self.prompts
            .replace(fresh)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(CallToolResult::success(vec![ContentBlock::text("changed")]))
    }
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build()).with_server_info(
            Implementation::new("conformance-server", env!("CARGO_PKG_VERSION")),
        )
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut schema = JsonObject::new();
        schema.insert("type".to_owned(), "object".into());
        let tool = Tool::new(CHANGE, "Changes the set of prompts.", Arc::new(schema));
        Ok(ListToolsResult::with_all_items(vec![tool]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.name == CHANGE {
            self.change().map(Into::into)
        } else {
            let message = format!("unknown tool: {}", request.name);
            Err(ErrorData::invalid_params(message, None))
        }
    }
}

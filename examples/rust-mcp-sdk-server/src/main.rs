//! A server on rust-mcp-sdk with a prompt of its own and the prompts of a registry.
//!
//! The JSON of the registry's answer deserializes into the library's types, because both follow the protocol's schema.
//!
//! **Version 2 of rust-mcp-sdk supports only revision 2026-07-28: clients of an older revision cannot connect to such a server, with or
//! without prompts.** In this revision every request carries its own metadata. Version 1 supports the revisions with a handshake. There the
//! handler keeps [`Context::from_initialize`] of the session's `initialize`, and passes it to the registry in place of the context here.
#![forbid(unsafe_code)]

use async_trait::async_trait;
use prompt_runtime::{
    Beside, Context, GetPromptResult, PromptRegistry, Revision, messages, prompt,
};
use rust_mcp_sdk::error::SdkResult;
use rust_mcp_sdk::mcp_server::{
    McpServerOptions, ServerHandler, ToMcpServerHandler, server_runtime,
};
use rust_mcp_sdk::schema::{
    CallToolError, CallToolRequestParams, CallToolResult, CompleteRequestParams, CompleteResult,
    GetPromptRequestParams, Implementation, ListPromptsResult, ListToolsResult,
    PaginatedRequestParams, RpcError, ServerResult, TextContent,
};
use rust_mcp_sdk::{McpServer, RequestContext, ServerDetails, StdioTransport, TransportOptions};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::error::Error;
use std::sync::Arc;

/// Write the message of a commit.
#[prompt(name = "write-commit-message")]
fn write_commit_message(
    /// The kind of commit: the fix of a fault, or a new feature.
    #[arg(values = ["fix", "feature"], default = "fix")]
    kind: &str,
    /// The staged diff.
    #[arg(title = "Staged diff")]
    diff: &str,
) -> GetPromptResult {
    messages! {
        user: "Write the commit message of this {kind}:\n\n{diff}";
    }
}

/// The existing handler, with a field for the prompts.
struct Handler {
    prompts: PromptRegistry,
}

/// The name of the server's own prompt.
const WELCOME: &str = "welcome";

impl Handler {
    /// Passes a request to the registry. `own` is the handler's answer without the registry.
    async fn ask<T: DeserializeOwned>(
        &self,
        method: &str,
        params: &(impl Serialize + Sync),
        own: impl FnOnce() -> Result<Value, RpcError>,
    ) -> Result<T, RpcError> {
        let params = serde_json::to_value(params).map_err(|error| internal(&error))?;
        let context = Context::new(Revision::V2026_07_28);
        let answer = match self
            .prompts
            .answer_beside(method, Some(&params), &context)
            .await
        {
            Beside::Answer(answer) => answer,
            Beside::List(listing) => listing.merge(&own()?),
            Beside::NotOurs => {
                return serde_json::from_value(own()?).map_err(|error| internal(&error));
            }
        };
        if answer.is_error() {
            return Err(serde_json::from_str(answer.json()).map_err(|error| internal(&error))?);
        }
        serde_json::from_str(answer.json()).map_err(|error| internal(&error))
    }
}

fn internal(error: &serde_json::Error) -> RpcError {
    RpcError::internal_error().with_message(error.to_string())
}

#[async_trait]
impl ServerHandler for Handler {
    async fn handle_list_prompts_request(
        &self,
        params: Option<PaginatedRequestParams>,
        _: &RequestContext,
        _: Arc<dyn McpServer>,
    ) -> Result<ListPromptsResult, RpcError> {
        let own = json!({ "prompts": [{ "name": WELCOME }], "ttlMs": 0, "cacheScope": "public" });
        self.ask("prompts/list", &params, || Ok(own)).await
    }

    async fn handle_get_prompt_request(
        &self,
        params: GetPromptRequestParams,
        _: &RequestContext,
        _: Arc<dyn McpServer>,
    ) -> Result<ServerResult, RpcError> {
        let own = || match params.name.as_str() {
            WELCOME => Ok(json!({ "resultType": "complete", "messages": [
                { "role": "user", "content": { "type": "text", "text": "Welcome a new colleague." } },
            ] })),
            _ => Err(RpcError::invalid_params().with_message("unknown prompt".to_owned())),
        };
        let result = self.ask("prompts/get", &params, own).await?;
        Ok(ServerResult::GetPromptResult(result))
    }

    async fn handle_complete_request(
        &self,
        params: CompleteRequestParams,
        _: &RequestContext,
        _: Arc<dyn McpServer>,
    ) -> Result<CompleteResult, RpcError> {
        let own = || Err(RpcError::invalid_params().with_message("unknown prompt".to_owned()));
        self.ask("completion/complete", &params, own).await
    }

    async fn handle_list_tools_request(
        &self,
        _: Option<PaginatedRequestParams>,
        _: &RequestContext,
        _: Arc<dyn McpServer>,
    ) -> Result<ListToolsResult, RpcError> {
        let tools = json!({
            "resultType": "complete", "ttlMs": 0, "cacheScope": "public",
            "tools": [{ "name": "hello", "inputSchema": { "type": "object" } }],
        });
        serde_json::from_value(tools).map_err(|error| internal(&error))
    }

    async fn handle_call_tool_request(
        &self,
        params: CallToolRequestParams,
        _: &RequestContext,
        _: Arc<dyn McpServer>,
    ) -> Result<ServerResult, CallToolError> {
        if params.name != "hello" {
            return Err(CallToolError::unknown_tool(params.name));
        }
        let hello = TextContent::from("Hello.".to_owned());
        Ok(CallToolResult::text_content(vec![hello]).into())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let prompts = PromptRegistry::from_inventory()?;
    prompts.check_state()?;
    let mut capabilities = prompts.capabilities();
    capabilities.insert("tools".to_owned(), json!({}));
    serve(
        Handler { prompts },
        serde_json::from_value(capabilities.into())?,
    )
    .await?;
    Ok(())
}

async fn serve(
    handler: Handler,
    capabilities: rust_mcp_sdk::schema::ServerCapabilities,
) -> SdkResult<()> {
    let server_info = Implementation {
        name: "rust-mcp-sdk-server".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        title: None,
        description: None,
        icons: Vec::new(),
        website_url: None,
    };
    let server_details = ServerDetails {
        server_info,
        capabilities,
        meta: None,
        instructions: None,
    };
    let server = server_runtime::create_server(McpServerOptions {
        server_details,
        transport: StdioTransport::new(TransportOptions::default())?,
        handler: handler.to_mcp_server_handler(),
        message_observer: None,
    });
    server.start().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt_check::{advice, contract};
    use prompt_runtime::arguments::ProblemKind;
    use prompt_runtime::testing::call;
    use prompt_runtime::{RegistryError, Role};

    #[test]
    fn a_message_is_for_one_kind_of_commit() {
        call!(write_commit_message, "diff" => "+1", "kind" => "feature")
            .get()
            .assert_roles([Role::User])
            .assert_text(0, "Write the commit message of this feature:\n\n+1");
        call!(write_commit_message, "kind" => "poem")
            .get()
            .assert_problems([
                ("kind", ProblemKind::Invalid),
                ("diff", ProblemKind::Missing),
            ]);
    }

    #[test]
    fn the_prompts_are_those_that_clients_know() -> Result<(), RegistryError> {
        let prompts = PromptRegistry::from_inventory()?;
        advice::assert_clean(&prompts);
        contract::assert_unchanged(&prompts, "prompts.contract.json");
        Ok(())
    }

    #[tokio::test]
    async fn what_the_registry_refuses_the_handler_refuses() -> Result<(), Box<dyn Error>> {
        let prompts = PromptRegistry::from_inventory()?;
        let params = json!({ "name": "no-such-prompt" });
        let refused = Handler { prompts }
            .ask::<Value>("prompts/get", &params, || Err(RpcError::invalid_params()))
            .await;
        assert!(refused.is_err_and(|error| error.code == -32602));
        Ok(())
    }
}

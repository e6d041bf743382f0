//! A server on version 1 of rust-mcp-sdk with a prompt of its own and the prompts of a registry.
//!
//! Version 1 supports the revisions with a handshake, up to 2025-11-25. The client's `initialize` tells the registry which revision the
//! session has and what its client can display. For revision 2026-07-28 see the example on version 2.
#![forbid(unsafe_code)]

use async_trait::async_trait;
use prompt_runtime::{Beside, Context, GetPromptResult, PromptRegistry, messages, prompt};
use rust_mcp_sdk::error::SdkResult;
use rust_mcp_sdk::mcp_server::{
    McpServerOptions, ServerHandler, ToMcpServerHandler, server_runtime,
};
use rust_mcp_sdk::schema::schema_utils::CallToolError;
use rust_mcp_sdk::schema::{
    CallToolRequestParams, CallToolResult, CompleteRequestParams, CompleteResult,
    GetPromptRequestParams, GetPromptResult as SdkPromptResult, Implementation, InitializeResult,
    ListPromptsResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion, RpcError,
    ServerCapabilities, TextContent,
};
use rust_mcp_sdk::{McpServer, StdioTransport, TransportOptions};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_value, json, to_value};
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
        client: &Arc<dyn McpServer>,
        method: &str,
        params: &(impl Serialize + Sync),
        own: impl FnOnce() -> Result<Value, RpcError>,
    ) -> Result<T, RpcError> {
        let read = || -> Result<_, serde_json::Error> {
            let initialize = client.client_info().map(to_value).transpose()?;
            Ok((
                Context::from_initialize(initialize.as_ref()),
                to_value(params)?,
            ))
        };
        let (context, params) = read().map_err(|error| internal(&error))?;
        let answer = match self
            .prompts
            .answer_beside(method, Some(&params), &context)
            .await
        {
            Beside::Answer(answer) => answer,
            Beside::List(listing) => listing.merge(&own()?),
            Beside::NotOurs => return from_value(own()?).map_err(|error| internal(&error)),
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

fn unknown() -> RpcError {
    RpcError::invalid_params().with_message("unknown prompt".to_owned())
}

#[async_trait]
impl ServerHandler for Handler {
    async fn handle_list_prompts_request(
        &self,
        params: Option<PaginatedRequestParams>,
        client: Arc<dyn McpServer>,
    ) -> Result<ListPromptsResult, RpcError> {
        let own = || Ok(json!({ "prompts": [{ "name": WELCOME }] }));
        self.ask(&client, "prompts/list", &params, own).await
    }

    async fn handle_get_prompt_request(
        &self,
        params: GetPromptRequestParams,
        client: Arc<dyn McpServer>,
    ) -> Result<SdkPromptResult, RpcError> {
        let own = || match params.name.as_str() {
            WELCOME => Ok(json!({ "messages": [
                { "role": "user", "content": { "type": "text", "text": "Welcome a new colleague." } },
            ] })),
            _ => Err(unknown()),
        };
        self.ask(&client, "prompts/get", &params, own).await
    }

    async fn handle_complete_request(
        &self,
        params: CompleteRequestParams,
        client: Arc<dyn McpServer>,
    ) -> Result<CompleteResult, RpcError> {
        let own = || Err(unknown());
        self.ask(&client, "completion/complete", &params, own).await
    }

    async fn handle_list_tools_request(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Arc<dyn McpServer>,
    ) -> Result<ListToolsResult, RpcError> {
        let tools = json!({ "tools": [{ "name": "hello", "inputSchema": { "type": "object" } }] });
        from_value(tools).map_err(|error| internal(&error))
    }

    async fn handle_call_tool_request(
        &self,
        params: CallToolRequestParams,
        _: Arc<dyn McpServer>,
    ) -> Result<CallToolResult, CallToolError> {
        if params.name != "hello" {
            return Err(CallToolError::unknown_tool(params.name));
        }
        let hello = TextContent::from("Hello.".to_owned());
        Ok(CallToolResult::text_content(vec![hello]))
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let prompts = PromptRegistry::from_inventory()?;
    prompts.check_state()?;
    // The capabilities that the server declared before: tools, and a prompt of its own.
    let mut capabilities = from_value(json!({ "tools": {}, "prompts": {} }))?;
    prompts.declare(&mut capabilities);
    serve(Handler { prompts }, from_value(capabilities.into())?).await?;
    Ok(())
}

async fn serve(handler: Handler, capabilities: ServerCapabilities) -> SdkResult<()> {
    let server_info = Implementation {
        name: "rust-mcp-sdk-1-server".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        title: None,
        description: None,
        icons: Vec::new(),
        website_url: None,
    };
    let server_details = InitializeResult {
        server_info,
        capabilities,
        protocol_version: ProtocolVersion::V2025_11_25.into(),
        meta: None,
        instructions: None,
    };
    let server = server_runtime::create_server(McpServerOptions {
        server_details,
        transport: StdioTransport::new(TransportOptions::default())?,
        handler: handler.to_mcp_server_handler(),
        task_store: None,
        client_task_store: None,
        message_observer: None,
    });
    server.start().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt_check::{advice, contract};
    use prompt_runtime::RegistryError;
    use prompt_runtime::testing::call;

    #[test]
    fn a_message_is_for_one_kind_of_commit() {
        call!(write_commit_message, "diff" => "+1", "kind" => "feature")
            .get()
            .assert_text(0, "Write the commit message of this feature:\n\n+1");
    }

    #[test]
    fn the_prompts_are_those_that_clients_know() -> Result<(), RegistryError> {
        let prompts = PromptRegistry::from_inventory()?;
        advice::assert_clean(&prompts);
        contract::assert_unchanged(&prompts, "prompts.contract.json");
        Ok(())
    }
}

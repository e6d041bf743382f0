//! A server with a tool and a prompt of rmcp's macros, and prompts of this SDK's, on an rmcp that `mount` does not take.
// rmcp's macros want its types in scope, other ones in each version.
#![allow(clippy::unused_async, clippy::unused_self, clippy::wildcard_imports)]

use prompt_runtime::{Context, PromptRegistry, messages, prompt, prompt_methods};
use rmcp::handler::server::router::prompt::PromptRouter;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, ServiceExt, tool, tool_handler, tool_router};

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

/// Fail.
#[prompt]
fn fail() -> Result<String, std::fmt::Error> {
    Err(std::fmt::Error)
}

#[derive(Clone)]
struct Server {
    greeting: String,
    tools: ToolRouter<Self>,
    router: PromptRouter<Self>,
    prompts: PromptRegistry,
}

#[tool_router]
impl Server {
    #[tool(description = "Adds one and two")]
    fn add(&self) -> String {
        "3".to_owned()
    }
}

#[rmcp::prompt_router]
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

#[tool_handler(router = self.tools)]
impl ServerHandler for Server {
    prompt_rmcp::prompt_handler!(rmcp 0.16, prompts, beside router);

    fn get_info(&self) -> ServerInfo {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_completions();
        ServerInfo {
            capabilities: capabilities.build(),
            ..ServerInfo::default()
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let prompts = PromptRegistry::builder().inventory().page_size(2).build()?;
    prompt_rmcp::check_handler_state::<Server, RequestContext<RoleServer>>(&prompts)?;
    let server = Server {
        greeting: "Hello".to_owned(),
        tools: Server::tool_router(),
        router: Server::prompt_router(),
        prompts,
    };
    let running = server.serve(rmcp::transport::stdio()).await?;
    running.waiting().await?;
    Ok(())
}

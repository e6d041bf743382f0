//! A server with a tool and a prompt of rmcp's macros, and prompts of this SDK, on an rmcp that `mount` does not support.
// rmcp's macros need types in scope that differ between versions.
#![allow(clippy::wildcard_imports)]

#[path = "../on-rmcp/shared.rs"]
mod shared;

use prompt_runtime::PromptRegistry;
use rmcp::handler::server::router::prompt::PromptRouter;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, ServiceExt, tool_handler};

#[derive(Clone)]
struct Server {
    greeting: String,
    tools: ToolRouter<Self>,
    router: PromptRouter<Self>,
    prompts: PromptRegistry,
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

//! A server with a tool and a prompt of rmcp's macros, and prompts of this SDK. The source is the same for rmcp 1, 2 and 3. With the
//! argument `router`, the server is behind rmcp's `Router`.
// rmcp's macros need types in scope that differ between versions.
#![allow(clippy::wildcard_imports, unused_imports)]

mod shared;

use prompt_rmcp as _;
use prompt_runtime::PromptRegistry;
use rmcp::handler::server::router::Router;
use rmcp::handler::server::router::prompt::PromptRouter;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::transport::stdio;
use rmcp::{RoleServer, ServerHandler, tool_handler};
use std::error::Error;

#[derive(Clone)]
struct Server {
    greeting: String,
    tools: ToolRouter<Self>,
    router: PromptRouter<Self>,
}

#[tool_handler(router = self.tools)]
#[rmcp::prompt_handler(router = self.router)]
#[allow(deprecated)]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerInfo {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts();
        ServerInfo::new(capabilities.build())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = Server {
        greeting: "Hello".to_owned(),
        tools: Server::tool_router(),
        router: Server::prompt_router(),
    };
    let prompts = PromptRegistry::builder().inventory().page_size(2).build()?;
    if std::env::args().any(|argument| argument == "router") {
        let router = Router::new(server)
            .with_tools(Server::tool_router())
            .with_prompts(Server::prompt_router());
        let mounted = prompts.mount(router).with_prompt_tools();
        mounted.serve(stdio()).await?.waiting().await?;
    } else {
        let mounted = prompts.mount(server).with_prompt_tools();
        mounted.serve(stdio()).await?.waiting().await?;
    }
    Ok(())
}

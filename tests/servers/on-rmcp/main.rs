//! A server with a tool and a prompt of rmcp's macros, and prompts of this SDK. The source is the same for rmcp 1, 2 and 3. Its arguments:
//! `router` puts the server behind rmcp's `Router`, `live` adds a prompt that adds another one, and `clash` adds a prompt with the name of
//! one of the server's own.
// rmcp's macros need types in scope that differ between versions.
#![allow(clippy::wildcard_imports, unused_imports)]

mod shared;

use prompt_rmcp as _;
use prompt_runtime::{PromptRegistry, RuntimePrompt};
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
    let builder = PromptRegistry::builder().inventory().page_size(2);
    let has = |word: &str| std::env::args().any(|argument| argument == word);
    let prompts = if has("live") {
        let live = builder.build_live()?;
        let handle = live.clone();
        live.insert(RuntimePrompt::new("add-another", move |_| {
            let added = handle.insert(RuntimePrompt::new("another", |_| "another"));
            added.map_or_else(|error| error.to_string(), |()| "added".to_owned())
        }))?;
        live.registry().clone()
    } else if has("clash") {
        let live = builder.build_live()?;
        live.insert(RuntimePrompt::new("theirs", |_| "not theirs"))?;
        live.registry().clone()
    } else {
        builder.build()?
    };
    if has("router") {
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

//! `conformance-server serve --http 127.0.0.1:PORT` serves what the MCP conformance suite asks of prompts.
#![forbid(unsafe_code)]

mod prompts;
mod tools;

use std::{env, error::Error, sync::Arc};

use axum::Router;
use prompt_runtime::PromptRegistry;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use tokio::net::TcpListener;
use tools::Tools;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [command, flag, address] = arguments.as_slice() else {
        return Err("usage: conformance-server serve --http ADDRESS:PORT".into());
    };
    if (command.as_str(), flag.as_str()) != ("serve", "--http") {
        return Err(format!("unknown arguments: {command} {flag}").into());
    }
    let live = PromptRegistry::builder().inventory().build_live()?;
    let factory = move || Ok(live.registry().mount(Tools::new(live.clone())));
    let sessions = Arc::new(LocalSessionManager::default());
    let service =
        StreamableHttpService::new(factory, sessions, StreamableHttpServerConfig::default());
    let app = Router::new().nest_service("/mcp", service);
    axum::serve(TcpListener::bind(address).await?, app).await?;
    Ok(())
}

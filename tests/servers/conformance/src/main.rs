//! `conformance-server serve` serves what the MCP conformance suite asks of prompts over standard input and output, and
//! `conformance-server serve --http ADDRESS:PORT` over Streamable HTTP.
//!
//! Its environment: `ELICITATION_KEY` is the key of the replicas that it is one of, `PAGE_SIZE` how many prompts a page of the
//! listing holds.
#![forbid(unsafe_code)]

mod prompts;
mod tools;

use std::{env, error::Error, sync::Arc};

use axum::Router;
use prompt_rmcp as _;
use prompt_runtime::{LivePrompts, PromptRegistry};
use rmcp::transport::{
    stdio,
    streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use tokio::net::TcpListener;
use tools::Tools;

type Failure = Box<dyn Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match *words {
        ["serve"] => {
            let live = live()?;
            let mounted = live.registry().mount(Tools::new(live.clone()));
            mounted.serve(stdio()).await?.waiting().await?;
            Ok(())
        }
        ["serve", "--http", address] => http(address).await,
        _ => Err("usage: conformance-server serve [--http ADDRESS:PORT]".into()),
    }
}

fn live() -> Result<LivePrompts, Failure> {
    let mut builder = PromptRegistry::builder().inventory();
    if let Ok(key) = env::var("ELICITATION_KEY") {
        builder = builder.elicitation_key(key);
    }
    if let Ok(prompts) = env::var("PAGE_SIZE") {
        builder = builder.page_size(prompts.parse()?);
    }
    Ok(builder.build_live()?)
}

async fn http(address: &str) -> Result<(), Failure> {
    let live = live()?;
    let factory = move || Ok(live.registry().mount(Tools::new(live.clone())));
    let sessions = Arc::new(LocalSessionManager::default());
    let service =
        StreamableHttpService::new(factory, sessions, StreamableHttpServerConfig::default());
    let app = Router::new().nest_service("/mcp", service);
    axum::serve(TcpListener::bind(address).await?, app).await?;
    Ok(())
}

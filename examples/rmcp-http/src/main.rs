//! Prompts over Streamable HTTP. What a request may know of depends on its authorization.
//!
//! `rmcp-http 127.0.0.1:8000` answers at `/mcp`. The token is compared with a constant here: a real server asks whoever issues
//! its tokens, in a layer of axum's that leaves what it learned in the extensions of the request.
#![forbid(unsafe_code)]

use axum::Router;
use http::header::AUTHORIZATION;
use http::request::Parts;
use prompt_runtime::rmcp::PromptServer;
use prompt_runtime::{Context, PromptRegistry, RegisteredPrompt, prompt};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::error::Error;
use std::sync::Arc;
use tokio::net::TcpListener;

/// Say what changed since the last release.
#[prompt(name = "release-notes")]
fn release_notes(
    /// The commits since then.
    commits: &str,
) -> String {
    format!("Write release notes for these commits:\n\n{commits}")
}

/// Decide whether a release must be taken back.
#[prompt(name = "roll-back", meta = { "com.example/role": "maintainer" })]
fn roll_back(
    /// What is broken.
    symptoms: &str,
) -> String {
    format!("Must we roll back? These are the symptoms:\n\n{symptoms}")
}

/// Whether the request may know of this prompt. It is asked for every listing, call and completion; whoever may not know of a
/// prompt gets the answer that an unknown one gets.
fn is_visible(prompt: &RegisteredPrompt, context: &Context) -> bool {
    let meta = prompt.listing().meta.as_deref();
    let role = meta.and_then(|meta| meta.get("com.example/role"));
    role.is_none() || is_maintainer(context)
}

fn is_maintainer(context: &Context) -> bool {
    let parts = context.extensions().get::<Parts>();
    let token = parts.and_then(|parts| parts.headers.get(AUTHORIZATION));
    token.is_some_and(|token| token == "Bearer maintainer")
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let address = std::env::args()
        .nth(1)
        .ok_or("usage: rmcp-http ADDRESS:PORT")?;
    let prompts = PromptRegistry::builder()
        .inventory()
        .visible_when(is_visible)
        .build()?;
    let server = PromptServer::new("rmcp-http", env!("CARGO_PKG_VERSION"));
    let service = StreamableHttpService::new(
        move || Ok(prompts.mount(server.clone())),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default(),
    );
    let app = Router::new().nest_service("/mcp", service);
    axum::serve(TcpListener::bind(address).await?, app).await?;
    Ok(())
}

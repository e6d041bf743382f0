//! Prompts over Streamable HTTP. A request sees the prompts that its authorization permits.
//!
//! `rmcp-http 127.0.0.1:8000` answers at `/mcp`. The token is compared with a constant here. A real server asks the issuer of its tokens,
//! in an axum layer that stores the result in the extensions of the request.
#![forbid(unsafe_code)]

use axum::Router;
use http::header::AUTHORIZATION;
use http::request::Parts;
use prompt_rmcp::v3::PromptServer;
use prompt_runtime::{Context, PromptRegistry, RegisteredPrompt, RegistryError, prompt};
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

/// Returns `true` if the request may see this prompt. The registry calls this for every listing, call and completion; a hidden prompt is
/// treated as unknown.
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

fn prompts() -> Result<PromptRegistry, RegistryError> {
    PromptRegistry::builder()
        .inventory()
        .visible_when(is_visible)
        .build()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let address = std::env::args()
        .nth(1)
        .ok_or("usage: rmcp-http ADDRESS:PORT")?;
    let prompts = prompts()?;
    let server = PromptServer::new("rmcp-http", env!("CARGO_PKG_VERSION"));
    // Pages of other origins are rejected. Clients before revision 2025-11-25 cannot read the empty event that asks them to retry.
    let config = StreamableHttpServerConfig::default()
        .with_allowed_origins(["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"])
        .with_sse_retry(None);
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.sse_retry = None;
    let service = StreamableHttpService::new(
        move || Ok(prompts.mount(server.clone())),
        Arc::new(sessions),
        config,
    );
    let app = Router::new().nest_service("/mcp", service);
    axum::serve(TcpListener::bind(address).await?, app).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt_check::{advice, contract};
    use prompt_rmcp::{Handshake, Wire};
    use prompt_runtime::PromptError;
    use prompt_runtime::arguments::ProblemKind;
    use prompt_runtime::testing::call;
    use serde_json::json;
    use std::borrow::Cow;

    /// Lists the names that a request with this token sees.
    fn names(token: &str) -> Result<Vec<Cow<'static, str>>, PromptError> {
        let request = http::Request::builder().header(AUTHORIZATION, token);
        let (parts, ()) = request.body(())?.into_parts();
        let context = Context::default().with_extension(parts);
        let listed = prompts()?.list(None, &context)?.prompts;
        Ok(listed.into_iter().map(|prompt| prompt.name).collect())
    }

    #[test]
    fn a_token_decides_what_is_listed() -> Result<(), PromptError> {
        assert_eq!(names("Bearer nobody")?, ["release-notes"]);
        assert_eq!(names("Bearer maintainer")?, ["release-notes", "roll-back"]);
        Ok(())
    }

    #[tokio::test]
    async fn what_is_hidden_is_answered_as_what_there_is_not() -> Result<(), Box<dyn Error>> {
        let server = prompts()?.mount(PromptServer::new("rmcp-http", "1"));
        // A pipe carries no authorization.
        let mut stranger = Wire::connect(server, Handshake::Discover).await;
        let mut refusals = Vec::new();
        for name in ["roll-back", "no-such-prompt"] {
            let refused = stranger
                .request("prompts/get", json!({ "name": name }))
                .await;
            refusals.push(refused["error"].to_string().replace(name, "…"));
        }
        assert!(refusals[0].contains("-32602"), "{refusals:?}");
        assert_eq!(refusals[0], refusals[1]);
        Ok(())
    }

    #[test]
    fn what_is_missing_is_said() {
        call!(roll_back)
            .get()
            .assert_problems([("symptoms", ProblemKind::Missing)]);
        let notes = call!(release_notes, "commits" => "abc Fix it").get();
        notes.assert_text(0, "Write release notes for these commits:\n\nabc Fix it");
    }

    #[test]
    fn the_prompts_are_those_that_clients_know() -> Result<(), RegistryError> {
        advice::assert_clean(&prompts()?);
        contract::assert_unchanged(&prompts()?, "prompts.contract.json");
        Ok(())
    }
}

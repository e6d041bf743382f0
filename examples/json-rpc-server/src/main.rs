//! A server that implements JSON-RPC itself, with its own loop over standard input and output. It has a prompt of its own and adds those of
//! a registry.
//!
//! It supports all five revisions of the protocol: those with a handshake, and the one with independent requests.
#![forbid(unsafe_code)]

use prompt_runtime::edge::RequestId;
use prompt_runtime::{Beside, Context, PromptRegistry, RegistryError, Revision};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead as _, Write as _};

/// The prompts of this server: some of the prompts of another crate, under a namespace of its own.
fn prompts() -> Result<PromptRegistry, RegistryError> {
    let reviews = prompt_crate::prompts().namespace("team");
    let reviews = reviews.only(["code-review", "explain-diff"]);
    PromptRegistry::builder().library(reviews).build()
}

/// The listing of the server's own prompt, on a single page.
fn own_prompts() -> Value {
    let welcome =
        json!({ "name": "welcome", "description": "Welcome a new colleague.", "arguments": [] });
    json!({ "prompts": [welcome] })
}

/// The server's own prompt.
fn own_prompt(name: Option<&str>) -> Result<Value, Value> {
    if name != Some("welcome") {
        return Err(json!({ "code": -32602, "message": "unknown prompt" }));
    }
    let text = "Welcome a new colleague to the team.";
    Ok(json!({ "messages": [{ "role": "user", "content": { "type": "text", "text": text } }] }))
}

/// Returns the response to one message, or `None` for a notification. `session` holds the result of the handshake.
async fn answer(prompts: &PromptRegistry, session: &mut Context, asked: &Value) -> Option<String> {
    let id: RequestId = serde_json::from_value(asked.get("id")?.clone()).ok()?;
    let method = asked.get("method")?.as_str()?;
    let params = asked.get("params");
    // Asks the registry first. The rest of this function is the server's own code.
    match prompts.answer_beside(method, params, session).await {
        Beside::Answer(answer) => return Some(answer.response(&id)),
        Beside::List(listing) => return Some(listing.merge(&own_prompts()).response(&id)),
        Beside::NotOurs => {}
    }
    // From revision 2026-07-28 on, each request names its revision, each result names its type, and there is no `ping`.
    let version =
        params.and_then(|params| params.pointer("/_meta/io.modelcontextprotocol~1protocolVersion"));
    let mut result = match own_answer(prompts, session, method, params, version.is_some()) {
        Ok(result) => result,
        Err(error) => {
            return Some(json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string());
        }
    };
    if let (Some(_), Some(result)) = (version, result.as_object_mut()) {
        result.insert("resultType".to_owned(), "complete".into());
    }
    Some(json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string())
}

/// Returns the result or the error that the server gives without the registry.
fn own_answer(
    prompts: &PromptRegistry,
    session: &mut Context,
    method: &str,
    params: Option<&Value>,
    is_stateless: bool,
) -> Result<Value, Value> {
    let capabilities = || {
        let mut capabilities = prompts.capabilities();
        capabilities.insert("tools".to_owned(), json!({}));
        capabilities
    };
    let info = json!({ "name": "json-rpc-server", "version": env!("CARGO_PKG_VERSION") });
    match method {
        "initialize" => {
            *session = Context::from_initialize(params);
            let revision = session.revision().as_str();
            Ok(
                json!({ "protocolVersion": revision, "capabilities": capabilities(), "serverInfo": info }),
            )
        }
        "server/discover" => Ok(json!({
            "supportedVersions": Revision::ALL.iter().map(|revision| revision.as_str()).collect::<Vec<_>>(),
            "capabilities": capabilities(), "_meta": { "io.modelcontextprotocol/serverInfo": info },
            "resultType": "complete", "ttlMs": 0, "cacheScope": "public",
        })),
        "ping" if !is_stateless => Ok(json!({})),
        "tools/list" if is_stateless => {
            Ok(json!({ "tools": [], "ttlMs": 0, "cacheScope": "public" }))
        }
        "tools/list" => Ok(json!({ "tools": [] })),
        "prompts/get" => own_prompt(
            params
                .and_then(|params| params.get("name"))
                .and_then(Value::as_str),
        ),
        _ => Err(json!({ "code": -32601, "message": format!("unknown method {method:?}") })),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let (prompts, mut session) = (prompts()?, Context::default());
    prompts.check_state()?;
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().split(b'\n') {
        let response = match serde_json::from_slice(&line?) {
            // Only revision 2025-03-26 has batches.
            Ok(Value::Array(batch)) => {
                let mut responses = Vec::new();
                for asked in &batch {
                    responses.extend(answer(&prompts, &mut session, asked).await);
                }
                (!responses.is_empty()).then(|| format!("[{}]", responses.join(",")))
            }
            Ok(asked) => answer(&prompts, &mut session, &asked).await,
            // A message that cannot be parsed has no id, and MCP does not allow a null id in a response.
            Err(_) => {
                let error = json!({ "code": -32700, "message": "not JSON" });
                Some(json!({ "jsonrpc": "2.0", "error": error }).to_string())
            }
        };
        if let Some(response) = response {
            writeln!(out, "{response}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt_check::{advice, contract};

    #[tokio::test]
    async fn a_message_is_answered_in_the_revision_of_the_session() -> Result<(), Box<dyn Error>> {
        let (prompts, mut session) = (prompts()?, Context::default());
        let ask = json!({ "id": 1, "method": "initialize", "params": { "protocolVersion": "2024-11-05" } });
        let hello = answer(&prompts, &mut session, &ask).await;
        assert!(hello.is_some_and(|hello| hello.contains("2024-11-05")));
        assert_eq!(session.revision(), Revision::V2024_11_05);

        let ask = json!({ "id": "a", "method": "prompts/get", "params": {
            "name": "team.explain-diff", "arguments": { "diff": "+1" },
        } });
        let explained = answer(&prompts, &mut session, &ask).await;
        assert_eq!(
            explained.as_deref(),
            Some(
                r#"{"jsonrpc":"2.0","id":"a","result":{"messages":[{"role":"user","content":{"type":"text","text":"Explain this diff to a person who is new to the code:\n\n+1"}}]}}"#
            )
        );
        let told = json!({ "method": "notifications/initialized" });
        assert_eq!(answer(&prompts, &mut session, &told).await, None);
        Ok(())
    }

    #[test]
    fn the_prompts_are_those_that_clients_know() -> Result<(), RegistryError> {
        advice::assert_clean(&prompts()?);
        contract::assert_unchanged(&prompts()?, "prompts.contract.json");
        Ok(())
    }
}

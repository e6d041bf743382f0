//! A server that speaks JSON-RPC itself, owns its loop over standard input and output, and asks the registry about prompts only.
//!
//! It speaks all five revisions of the protocol: those with a handshake, and the one in which every request stands alone.
#![forbid(unsafe_code)]

use prompt_runtime::{Context, PromptRegistry, RequestId, Revision};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead as _, Write as _};
use tokio::runtime::{Builder, Runtime};

struct Server {
    prompts: PromptRegistry,
    runtime: Runtime,
    /// What the handshake has settled.
    context: Context,
}

impl Server {
    /// The response to one message; none to a notification.
    fn answer(&mut self, message: &Value) -> Option<String> {
        let id: RequestId = serde_json::from_value(message.get("id")?.clone()).ok()?;
        let method = message.get("method")?.as_str()?;
        let params = message.get("params");
        let result = match method {
            "initialize" => self.initialize(params),
            "server/discover" => self.discover(),
            "ping" => json!({}),
            "tools/list" => {
                json!({ "tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "public" })
            }
            // Here it asks for prompts.
            _ => {
                let answer = self.prompts.answer(method, params, &self.context);
                if let Some(answer) = self.runtime.block_on(answer) {
                    return Some(answer.response(&id));
                }
                let error =
                    json!({ "code": -32601, "message": format!("unknown method {method:?}") });
                return Some(json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string());
            }
        };
        Some(json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string())
    }

    fn initialize(&mut self, params: Option<&Value>) -> Value {
        let asked = params.and_then(|params| params.get("protocolVersion")?.as_str()?.parse().ok());
        let known = asked.filter(|revision| *revision < Revision::V2026_07_28);
        let revision = known.unwrap_or(Revision::V2025_11_25);
        self.context = Context::new(revision);
        json!({ "protocolVersion": revision.as_str(), "capabilities": self.capabilities(), "serverInfo": info() })
    }

    fn discover(&self) -> Value {
        let versions: Vec<_> = Revision::ALL
            .iter()
            .map(|revision| revision.as_str())
            .collect();
        json!({
            "resultType": "complete", "supportedVersions": versions, "capabilities": self.capabilities(),
            "ttlMs": 0, "cacheScope": "public", "_meta": { "io.modelcontextprotocol/serverInfo": info() },
        })
    }

    fn capabilities(&self) -> Value {
        let mut capabilities = self.prompts.capabilities();
        capabilities.insert("tools".to_owned(), json!({}));
        capabilities.into()
    }
}

fn info() -> Value {
    json!({ "name": "json-rpc-server", "version": env!("CARGO_PKG_VERSION") })
}

fn main() -> Result<(), Box<dyn Error>> {
    let reviews = prompt_crate::prompts()
        .namespace("team")
        .only(["code-review", "explain-diff"]);
    let prompts = PromptRegistry::builder().library(reviews).build()?;
    prompts.check_state()?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let mut server = Server {
        prompts,
        runtime,
        context: Context::default(),
    };
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().split(b'\n') {
        let answer = match serde_json::from_slice(&line?) {
            // Only revision 2025-03-26 has batches.
            Ok(Value::Array(batch)) => {
                let answers: Vec<_> = batch.iter().filter_map(|one| server.answer(one)).collect();
                (!answers.is_empty()).then(|| format!("[{}]", answers.join(",")))
            }
            Ok(message) => server.answer(&message),
            Err(_) => Some(json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -32700, "message": "not JSON" } }).to_string()),
        };
        if let Some(answer) = answer {
            writeln!(out, "{answer}")?;
        }
    }
    Ok(())
}

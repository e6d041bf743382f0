//! The requests that all sides answer.

use prompt_runtime::model::JsonObject;
use serde_json::{Value, json};

/// The arguments of a request for this prompt.
#[must_use]
pub fn given(prompt: &str) -> JsonObject {
    let diff = "+ a line of the diff\n".repeat(100);
    let given = match prompt {
        "code-review" => json!({ "strictness": "strict", "diff": diff }),
        "release" => json!({
            "product": "prompt-sdk", "version": "1.2.3-rc.1", "major": "1", "minor": "2", "patch": "3", "author": "Ada",
            "channel": "stable", "commits": "128", "audience": "operators", "notes": "- fewer allocations\n- faster start",
        }),
        "few_shot" => json!({
            "team": "payments", "example": "+ let x = maybe.unwrap();\n".repeat(150), "label": "may panic\n".repeat(200),
            "diff": "+ a line of the diff that is reviewed\n".repeat(100),
        }),
        _ => json!({}),
    };
    given.as_object().cloned().unwrap_or_default()
}

/// The bytes of a request in revision 2026-07-28.
#[must_use]
pub fn request(method: &str, mut params: Value) -> Vec<u8> {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "bench", "version": "1.0.0" },
    });
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
        .to_string()
        .into_bytes()
}

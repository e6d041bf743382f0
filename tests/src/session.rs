use serde_json::{Value, json};

/// The revisions with `initialize`, oldest first.
pub const LEGACY_REVISIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The revision in which every request is independent.
pub const MODERN_REVISION: &str = "2026-07-28";

/// All revisions, oldest first.
pub const REVISIONS: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    MODERN_REVISION,
];

/// The state that a client keeps between its messages, for each transport.
pub(crate) struct Session {
    pub(crate) revision: Option<String>,
    pub(crate) capabilities: Value,
    next_id: u64,
}

impl Session {
    pub(crate) fn new() -> Self {
        Self {
            revision: None,
            capabilities: json!({}),
            next_id: 1,
        }
    }

    pub(crate) fn is_modern(&self) -> bool {
        self.revision.as_deref() == Some(MODERN_REVISION)
    }

    pub(crate) fn initialize(&self, revision: &str) -> Value {
        json!({
            "jsonrpc": "2.0",
            "id": 0,
            "method": "initialize",
            "params": {
                "protocolVersion": revision,
                "capabilities": self.capabilities,
                "clientInfo": { "name": "prompt-tests", "version": "1" },
            },
        })
    }

    /// Creates the next request and its id. In the modern revision, the required `_meta` is added unless the test provides it.
    pub(crate) fn request(&mut self, method: &str, mut params: Value) -> (u64, Value) {
        let id = self.next_id;
        self.next_id += 1;
        if let (true, Value::Object(params)) = (self.is_modern(), &mut params) {
            params.entry("_meta").or_insert_with(|| self.meta());
        }
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        (id, message)
    }

    fn meta(&self) -> Value {
        json!({
            "io.modelcontextprotocol/protocolVersion": self.revision,
            "io.modelcontextprotocol/clientInfo": { "name": "prompt-tests", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": self.capabilities,
        })
    }
}

/// Returns `true` if a message is the reply to the request `id`, and not a request of the server with the same id.
pub(crate) fn is_reply(line: &str, id: u64) -> bool {
    serde_json::from_str::<Value>(line).is_ok_and(|message| {
        message.get("id") == Some(&json!(id)) && message.get("method").is_none()
    })
}

pub(crate) fn parse(line: &str) -> Value {
    serde_json::from_str(line)
        .unwrap_or_else(|error| panic!("the server sent what is not JSON ({error}): {line}"))
}

//! A client of a server in the same process, which works with JSON-RPC messages.

use prompt_rmcp::v3::Mounted;
use rmcp::service::RunningService;
use rmcp::{RoleServer, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

/// One session of revision 2025-11-25.
pub struct Session<S: ServerHandler> {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    write: WriteHalf<DuplexStream>,
    next_id: u64,
    hello: Value,
    _server: RunningService<RoleServer, S>,
}

impl<S: ServerHandler + Send + Sync> Session<Mounted<S>> {
    /// Serves a mount and performs the handshake.
    pub async fn of(server: Mounted<S>) -> Self {
        server.check().await.expect("a sound mount");
        Self::of_any(server).await
    }
}

impl<S: ServerHandler> Session<S> {
    /// Serves any server and performs the handshake.
    pub async fn of_any(server: S) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let serving = tokio::spawn(ServiceExt::serve(server, theirs));
        let (read, mut write) = tokio::io::split(ours);
        let mut lines = BufReader::new(read).lines();
        let initialize = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" },
        }});
        send(&mut write, &initialize).await;
        let hello = reply(&mut lines, 0).await;
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        send(&mut write, &initialized).await;
        let server = serving.await.expect("no panic").expect("a session");
        Self {
            lines,
            write,
            next_id: 1,
            hello,
            _server: server,
        }
    }

    /// Returns the reply to `initialize`.
    #[must_use]
    pub fn hello(&self) -> &Value {
        &self.hello
    }

    /// Sends a request and returns the whole reply, with `result` or `error`.
    pub async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        send(&mut self.write, &request).await;
        reply(&mut self.lines, id).await
    }

    /// Returns the text of the first message of a prompt.
    pub async fn prompt(&mut self, name: &str, arguments: Value) -> String {
        let params = json!({ "name": name, "arguments": arguments });
        let reply = self.request("prompts/get", params).await;
        match reply.pointer("/result/messages/0/content/text") {
            Some(Value::String(text)) => text.clone(),
            _ => panic!("no text: {reply}"),
        }
    }

    /// Returns the names in the listing.
    pub async fn names(&mut self) -> Vec<String> {
        let reply = self.request("prompts/list", json!({})).await;
        let prompts = reply.pointer("/result/prompts").and_then(Value::as_array);
        let names = prompts.into_iter().flatten();
        names
            .filter_map(|prompt| Some(prompt.get("name")?.as_str()?.to_owned()))
            .collect()
    }
}

async fn send(write: &mut WriteHalf<DuplexStream>, message: &Value) {
    let line = format!("{message}\n");
    write.write_all(line.as_bytes()).await.expect("a session");
}

async fn reply(lines: &mut Lines<BufReader<ReadHalf<DuplexStream>>>, id: u64) -> Value {
    loop {
        let line = lines.next_line().await.expect("a session");
        let line = line.unwrap_or_else(|| panic!("no reply to {id}"));
        let message: Value = serde_json::from_str(&line).expect("JSON");
        if message.get("id") == Some(&json!(id)) {
            return message;
        }
    }
}

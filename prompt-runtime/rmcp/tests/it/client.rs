use crate::{PATIENCE, QUIET};
use prompt_rmcp::v3::Mounted;
use rmcp::service::Service;
use rmcp::{RoleServer, ServerHandler, ServiceExt as _};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::task::JoinHandle;

/// The newest revision that begins with `initialize`.
pub const LEGACY: &str = "2025-11-25";
/// The revision in which every request is independent.
pub const MODERN: &str = "2026-07-28";

/// The `_meta` of a request without a session, from a client with all capabilities that the tests need.
#[must_use]
pub fn modern_meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": { "name": "modern", "version": "2" },
        "io.modelcontextprotocol/clientCapabilities": {
            "elicitation": { "form": {} },
            "extensions": { "io.modelcontextprotocol/tasks": {} },
        },
    })
}

/// A client that is connected by an in-memory pipe.
#[derive(Debug)]
pub struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    write: WriteHalf<DuplexStream>,
    is_modern: bool,
    next: u64,
    others: Vec<Value>,
    session: JoinHandle<()>,
}

impl Client {
    /// Connects to a server without sending anything.
    pub fn connect<S: Service<RoleServer>>(server: S) -> Self {
        Self::with(|stream| async move {
            if let Ok(running) = server.serve(stream).await {
                let _ = running.waiting().await;
            }
        })
    }

    fn with<F: Future<Output = ()> + Send + 'static>(
        serve: impl FnOnce(DuplexStream) -> F,
    ) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let mut client = Self::on(ours);
        client.session = tokio::spawn(serve(theirs));
        client
    }

    /// Creates a client on this stream, whose other end is already served.
    #[must_use]
    pub fn on(stream: DuplexStream) -> Self {
        let (read, write) = tokio::io::split(stream);
        Self {
            lines: BufReader::new(read).lines(),
            write,
            is_modern: false,
            next: 1,
            others: Vec::new(),
            session: tokio::spawn(async {}),
        }
    }

    /// Creates a client without sessions.
    pub fn modern<S: Service<RoleServer>>(server: S) -> Self {
        Self::connect(server).speaking_modern()
    }

    /// Continues with the same connection in the revision without sessions.
    #[must_use]
    pub fn speaking_modern(mut self) -> Self {
        self.is_modern = true;
        self
    }

    /// Creates a client that has begun a session in the newest revision with sessions.
    pub async fn legacy<S: Service<RoleServer>>(server: S) -> Self {
        Self::initialized(server, LEGACY).await.0
    }

    /// Creates a client that has begun a session, and returns the result of `initialize` too.
    pub async fn initialized<S: Service<RoleServer>>(server: S, revision: &str) -> (Self, Value) {
        let mut client = Self::connect(server);
        let result = client.initialize(revision).await;
        (client, result)
    }

    /// Creates a client of a mount that was served with its own `serve`, and therefore checked.
    pub async fn of_checked<S: ServerHandler>(server: Mounted<S>) -> Self {
        let mut client = Self::with(|stream| async move {
            let running = Mounted::serve(server, stream).await.unwrap();
            let _ = running.waiting().await;
        });
        client.initialize(LEGACY).await;
        client
    }

    /// Performs the handshake.
    pub async fn initialize(&mut self, revision: &str) -> Value {
        let params = json!({
            "protocolVersion": revision,
            "capabilities": { "extensions": { "io.modelcontextprotocol/tasks": {} } },
            "clientInfo": { "name": "legacy", "version": "1" },
        });
        let mut reply = self.request("initialize", params).await;
        self.notify("notifications/initialized", json!({})).await;
        reply["result"].take()
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.write.write_all(line.as_bytes()).await.unwrap();
    }

    /// Sends a notification.
    pub async fn notify(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.send(&message).await;
    }

    /// Sends a request without waiting for its reply. Returns the request's id.
    pub async fn ask(&mut self, method: &str, mut params: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        if self.is_modern && params.is_object() && params.get("_meta").is_none() {
            params["_meta"] = modern_meta();
        }
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(&message).await;
        id
    }

    /// Cancels a request.
    pub async fn cancel(&mut self, id: u64) {
        self.notify("notifications/cancelled", json!({ "requestId": id }))
            .await;
    }

    /// Returns the next line, or `None` if the server has closed its end.
    pub async fn line(&mut self) -> Option<String> {
        let line = tokio::time::timeout(PATIENCE, self.lines.next_line()).await;
        line.expect("the server says nothing").unwrap()
    }

    /// The next message.
    pub async fn message(&mut self) -> Value {
        serde_json::from_str(&self.line().await.expect("the server has closed")).unwrap()
    }

    /// Returns the lines up to and including the reply to request `id`.
    pub async fn lines_to(&mut self, id: u64) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.line().await {
            let message: Value = serde_json::from_str(&line).unwrap();
            let last = message["id"] == id && message.get("method").is_none();
            lines.push(line);
            if last {
                break;
            }
        }
        lines
    }

    /// Returns the reply to request `id`. Earlier messages are kept for [`others`](Self::others).
    pub async fn reply(&mut self, id: u64) -> Value {
        let lines = self.lines_to(id).await;
        let mut messages: Vec<Value> = lines
            .iter()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let reply = messages.pop().expect("the server has closed");
        self.others.extend(messages);
        reply
    }

    /// The reply to a request.
    pub async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params).await;
        self.reply(id).await
    }

    /// Returns the result of a request, which must succeed.
    pub async fn result(&mut self, method: &str, params: Value) -> Value {
        let mut reply = self.request(method, params).await;
        assert!(reply.get("result").is_some(), "{method}: {reply}");
        reply["result"].take()
    }

    /// Returns the code and the message of a request's error. The request must fail.
    pub async fn error(&mut self, method: &str, params: Value) -> (i64, String) {
        let reply = self.request(method, params).await;
        let error = reply.get("error");
        let error = error.unwrap_or_else(|| panic!("{method}: {reply}"));
        let message = error["message"].as_str().unwrap().to_owned();
        (error["code"].as_i64().unwrap(), message)
    }

    /// Returns the text of the only message of a prompt.
    pub async fn text(&mut self, prompt: &str, arguments: Value) -> String {
        let params = json!({ "name": prompt, "arguments": arguments });
        let result = self.result("prompts/get", params).await;
        let text = result["messages"][0]["content"]["text"].as_str();
        text.unwrap_or_else(|| panic!("{prompt}: {result}"))
            .to_owned()
    }

    /// Returns the names in `prompts/list`, one list for each page.
    pub async fn prompt_pages(&mut self) -> Vec<Vec<String>> {
        let mut pages = Vec::new();
        let mut params = json!({});
        loop {
            let result = self.result("prompts/list", params).await;
            let prompts = result["prompts"].as_array().unwrap().iter();
            pages.push(
                prompts
                    .map(|prompt| prompt["name"].as_str().unwrap().to_owned())
                    .collect(),
            );
            match result.get("nextCursor") {
                Some(cursor) => params = json!({ "cursor": cursor }),
                None => return pages,
            }
        }
    }

    /// Returns the other messages of the server, received while the client waited for replies.
    pub fn others(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.others)
    }

    /// Fails the test if the server sends a message now.
    pub async fn hears_nothing(&mut self) {
        assert_eq!(self.others, [] as [Value; 0]);
        if let Ok(line) = tokio::time::timeout(QUIET, self.lines.next_line()).await {
            panic!("the server says {line:?}");
        }
    }

    /// Closes this end, and waits for the session to end.
    pub async fn leave(self) {
        let Self {
            lines,
            write,
            session,
            ..
        } = self;
        drop((lines, write));
        session.await.unwrap();
    }

    /// Closes only the direction to the server, as a client does that closes its standard input, and returns the server's remaining
    /// messages.
    pub async fn hang_up(self) -> Vec<String> {
        let Self {
            mut lines,
            mut write,
            session,
            ..
        } = self;
        write.shutdown().await.unwrap();
        let mut heard = Vec::new();
        while let Ok(Ok(Some(line))) = tokio::time::timeout(PATIENCE, lines.next_line()).await {
            heard.push(line);
        }
        session.await.unwrap();
        heard
    }
}

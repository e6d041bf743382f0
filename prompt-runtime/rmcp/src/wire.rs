//! A test client that works with JSON-RPC messages.
// A failed assertion is meant to panic.
#![allow(clippy::panic)]

use prompt_runtime::Revision;
use serde_json::{Value, json};
use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

/// The timeout for a reply; after it the test fails.
const REPLY_TIMEOUT: Duration = Duration::from_secs(10);

/// The way in which a client opens a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Handshake {
    /// With `initialize` and this revision.
    Initialize(Revision),
    /// Without a handshake: every request carries its own `_meta`, as from revision 2026-07-28 on.
    Discover,
}

/// A server that a [`Wire`] can be connected to: every `ServerHandler` of a version of rmcp whose feature is on.
pub trait Connect<Version> {
    /// Serves over this transport, and returns the running session.
    #[doc(hidden)]
    fn connect(
        self,
        transport: DuplexStream,
    ) -> impl Future<Output = Result<Box<dyn Any + Send + Sync>, String>>;
}

/// A client of a server in the same process. It works with JSON-RPC messages, and returns them as they are sent.
///
/// ```
/// use prompt_rmcp::v3::PromptServer;
/// use prompt_rmcp::{Handshake, Wire};
/// use prompt_runtime::{PromptRegistry, Revision, prompt, prompts};
///
/// /// Greets a person.
/// #[prompt]
/// fn greet(name: &str) -> String {
///     format!("Greet {name}.")
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
/// // In a `#[tokio::test]`:
/// let mounted = PromptRegistry::from_prompts(prompts![greet])?.mount(PromptServer::new("greeter", "1.0.0"));
/// let mut client = Wire::connect(mounted, Handshake::Initialize(Revision::V2025_11_25)).await;
/// let reply = client.request("prompts/get", serde_json::json!({"name": "greet", "arguments": {"name": "Ada"}})).await;
/// assert_eq!(reply["result"]["messages"][0]["content"]["text"], "Greet Ada.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Wire {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    out: WriteHalf<DuplexStream>,
    handshake: Handshake,
    next_id: u64,
    /// Messages that arrived while the client waited for a reply.
    unread: VecDeque<Value>,
    /// The running session, which ends when this value is dropped.
    server: Option<Box<dyn Any + Send + Sync>>,
}

impl Wire {
    /// Serves `server` over an in-memory transport and opens a session.
    ///
    /// # Panics
    /// If the server does not accept the session.
    pub async fn connect<V, S: Connect<V>>(server: S, handshake: Handshake) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (read, out) = tokio::io::split(ours);
        let mut client = Self {
            lines: BufReader::new(read).lines(),
            out,
            handshake,
            next_id: 0,
            unread: VecDeque::new(),
            server: None,
        };
        // This function does not spawn the session, because rmcp spawns it and has a feature for single-threaded servers.
        let session = async {
            match server.connect(theirs).await {
                Ok(running) => running,
                Err(error) => panic!("the server refused the session: {error}"),
            }
        };
        // In this order, a server that stops reports its reason before the client reports a missing reply.
        let (running, ()) = tokio::join!(session, client.open());
        client.server = Some(running);
        client
    }

    /// Sends the messages that begin a session. Without a handshake, the first request begins it.
    async fn open(&mut self) {
        let Handshake::Initialize(revision) = self.handshake else {
            self.request("prompts/list", Value::Null).await;
            return;
        };
        let params = json!({"protocolVersion": revision.as_str(), "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}});
        let reply = self.request("initialize", params).await;
        assert!(
            reply.get("result").is_some(),
            "the server refused the session: {reply}"
        );
        self.notify("notifications/initialized", Value::Null).await;
    }

    /// Sends a request and waits for its reply. Other messages that arrive in the meantime are kept for [`message`](Self::message).
    ///
    /// # Panics
    /// If no reply arrives.
    pub async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        let params = self.with_meta(params);
        self.send(
            &json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string(),
        )
        .await;
        loop {
            let message = self.read().await;
            if message.get("id") == Some(&json!(id)) && message.get("method").is_none() {
                return message;
            }
            self.unread.push_back(message);
        }
    }

    /// Sends a notification. `null` params are left out.
    ///
    /// # Panics
    /// If the server is gone.
    pub async fn notify(&mut self, method: &str, params: Value) {
        let mut message = json!({"jsonrpc": "2.0", "method": method});
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(&message.to_string()).await;
    }

    /// Returns the next message of the server: a notification, a request, or a reply that was not awaited. Messages that arrived before the
    /// reply to a [`request`](Self::request) come first, in their order.
    ///
    /// # Panics
    /// If no message arrives.
    pub async fn message(&mut self) -> Value {
        match self.unread.pop_front() {
            Some(message) => message,
            None => self.read().await,
        }
    }

    async fn read(&mut self) -> Value {
        let line = match tokio::time::timeout(REPLY_TIMEOUT, self.lines.next_line()).await {
            Ok(Ok(Some(line))) => line,
            Ok(end) => panic!("the server has ended the session: {end:?}"),
            Err(elapsed) => panic!("the server has said nothing for {REPLY_TIMEOUT:?}: {elapsed}"),
        };
        match serde_json::from_str(&line) {
            Ok(message) => message,
            Err(error) => panic!("the server sent what is not JSON ({error}): {line}"),
        }
    }

    /// Sends a line unchanged.
    ///
    /// # Panics
    /// If the server is gone.
    pub async fn send(&mut self, line: &str) {
        if let Err(error) = self.out.write_all(format!("{line}\n").as_bytes()).await {
            panic!("the server is gone: {error}");
        }
    }

    fn with_meta(&self, params: Value) -> Value {
        let mut params = if params.is_null() { json!({}) } else { params };
        if self.handshake == Handshake::Discover
            && params.get("_meta").is_none()
            && params.is_object()
        {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": Revision::V2026_07_28.as_str(),
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "0"},
            });
        }
        params
    }
}

impl fmt::Debug for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wire")
            .field("handshake", &self.handshake)
            .field("next_id", &self.next_id)
            .field("unread", &self.unread.len())
            .field("is_open", &self.server.is_some())
            .finish_non_exhaustive()
    }
}

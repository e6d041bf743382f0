//! A server process: options, shutdown and the two transports. This module does not depend on a version of rmcp.

pub(crate) mod lines;
pub(crate) mod refusal;
pub(crate) mod scan;

#[cfg(feature = "http")]
pub(crate) mod http;

mod stop;

pub(crate) use stop::{Shutdown, StopSignal};

use prompt_runtime::edge::BoxFuture;
pub(crate) use prompt_runtime::edge::params::LISTEN;
use serde_json::{Map, Value, json};
use std::fmt;
use std::time::Duration;

/// The options of a server process, for `serve_stdio_with` and `serve_http_with`.
///
/// ```no_run
/// # use prompt_rmcp::v3::PromptServer;
/// # use prompt_runtime::PromptRegistry;
/// use prompt_rmcp::ServeOptions;
/// use std::time::Duration;
///
/// # async fn f() -> Result<(), Box<dyn std::error::Error>> {
/// # let mounted = PromptRegistry::from_inventory()?.mount(PromptServer::new("playbook", "1.0.0"));
/// let options = ServeOptions::default().with_grace(Duration::from_secs(20));
/// mounted.serve_stdio_with(options).await?;
/// # Ok(())
/// # }
/// ```
///
/// # Stopping
///
/// SIGINT, SIGTERM (on Windows Ctrl-C) and, over stdio, the end of the input stop a server. It accepts no new requests, answers the current
/// ones within the [grace period](Self::with_grace), and answers the rest with a JSON-RPC error. In the last case serving returns an error,
/// so that the process can report it with its exit code. Subscriptions end at once. A second signal ends serving without waiting.
#[must_use]
pub struct ServeOptions {
    pub(crate) grace: Duration,
    pub(crate) max_message_bytes: Option<usize>,
    pub(crate) header_timeout: Duration,
    pub(crate) body_timeout: Duration,
    pub(crate) hosts: Vec<String>,
    pub(crate) origins: Vec<String>,
    pub(crate) stop: Option<BoxFuture<'static, ()>>,
}

impl Default for ServeOptions {
    fn default() -> Self {
        Self {
            grace: Duration::from_secs(5),
            max_message_bytes: None,
            header_timeout: Duration::from_secs(30),
            body_timeout: Duration::from_secs(30),
            hosts: Vec::new(),
            origins: Vec::new(),
            stop: None,
        }
    }
}

impl ServeOptions {
    /// The default maximum length of a message over stdio: 16 MiB.
    pub const MAX_LINE_BYTES: usize = 16 << 20;
    /// The default maximum length of an HTTP request's body: 4 MiB.
    pub const MAX_BODY_BYTES: usize = 4 << 20;

    /// Sets the time for answering current requests after the server was told to stop. The default is 5 seconds.
    pub fn with_grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Sets the maximum length of a message, in bytes: a line over stdio, by default [`MAX_LINE_BYTES`](Self::MAX_LINE_BYTES), or the body
    /// of an HTTP request, by default [`MAX_BODY_BYTES`](Self::MAX_BODY_BYTES). A longer request is answered with an error, and is not kept
    /// in memory. The error has the id of the request, over HTTP if the body is at most four times as long as the limit.
    pub fn with_max_message_bytes(mut self, bytes: usize) -> Self {
        self.max_message_bytes = Some(bytes);
        self
    }

    /// Sets the time in which a client must send the head of an HTTP request. It is also the time that a connection may wait for its next
    /// request. The default is 30 seconds.
    pub fn with_header_timeout(mut self, timeout: Duration) -> Self {
        self.header_timeout = timeout;
        self
    }

    /// Sets the time in which a client must send the body of an HTTP request. The default is 30 seconds.
    pub fn with_body_timeout(mut self, timeout: Duration) -> Self {
        self.body_timeout = timeout;
        self
    }

    /// Also answers HTTP requests for this host, such as `prompts.example.com`. If a port is given, only requests for that port are
    /// answered.
    ///
    /// By default, as a protection against DNS rebinding, the server answers only requests for `localhost`, `127.0.0.1`, `[::1]` and the
    /// address that it listens at. The unspecified addresses `0.0.0.0` and `[::]` add no host.
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.hosts.push(host.into());
        self
    }

    /// Also answers HTTP requests from pages of this origin, such as `https://app.example.com`.
    ///
    /// By default only pages from `localhost`, `127.0.0.1` and `[::1]` are answered, at any port. A request without an `Origin` does not
    /// come from a page of another site, and is always answered.
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        self.origins.push(origin.into());
        self
    }

    /// Stops the server when this future ends, in place of the process's signals.
    pub fn stop_when(mut self, stop: impl Future<Output = ()> + Send + 'static) -> Self {
        self.stop = Some(Box::pin(stop));
        self
    }
}

impl fmt::Debug for ServeOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServeOptions")
            .field("grace", &self.grace)
            .field("max_message_bytes", &self.max_message_bytes)
            .field("header_timeout", &self.header_timeout)
            .field("body_timeout", &self.body_timeout)
            .field("hosts", &self.hosts)
            .field("origins", &self.origins)
            .finish_non_exhaustive()
    }
}

/// The JSON-RPC error codes of a transport.
pub(crate) mod code {
    pub(crate) use prompt_runtime::error::code::{INTERNAL_ERROR, INVALID_PARAMS};
    /// JSON-RPC 2.0, "Error object": the message is not valid JSON.
    pub(crate) const PARSE_ERROR: i32 = -32700;
    /// JSON-RPC 2.0, "Error object": the JSON is not a request.
    pub(crate) const INVALID_REQUEST: i32 = -32600;
}

/// Creates a JSON-RPC error. `id` is `None` if the request has no readable id.
pub(crate) fn error(id: Option<&Value>, code: i32, message: &str) -> Value {
    let mut answer = json!({ "jsonrpc": "2.0", "error": { "code": code, "message": message } });
    if let (Some(id), Some(answer)) = (id, answer.as_object_mut()) {
        answer.insert("id".to_owned(), id.clone());
    }
    answer
}

/// The answer to a request that could not be answered before the server stopped.
pub(crate) fn unanswered_error(id: &Value) -> Value {
    let sentence = "the server stopped before this request was answered";
    error(Some(id), code::INTERNAL_ERROR, sentence)
}

/// The answer to a request that arrived after the server was told to stop.
pub(crate) fn stopping_error(id: &Value) -> Value {
    let sentence = "the server is stopping and takes no new requests";
    error(Some(id), code::INTERNAL_ERROR, sentence)
}

/// The answer that ends a subscription.
pub(crate) fn subscription_result(id: &Value) -> Value {
    json!({
        "jsonrpc": "2.0",
        "id": id,
        "result": { "resultType": "complete", "_meta": { "io.modelcontextprotocol/subscriptionId": id } },
    })
}

/// Returns `true` for the `_meta` of a request without a handshake, as in revision 2026-07-28 and later.
pub(crate) fn is_stateless(meta: &Map<String, Value>) -> bool {
    let revision = meta.get("io.modelcontextprotocol/protocolVersion");
    revision
        .and_then(Value::as_str)
        .is_some_and(|revision| revision >= "2026-07-28")
}

/// Adds the server's name and version to the result of a stateless request, because no handshake has sent them.
pub(crate) fn stamp(answer: &mut Value, implementation: &Value) {
    let result = answer.get_mut("result").and_then(Value::as_object_mut);
    let meta = result.map(|result| result.entry("_meta").or_insert_with(|| json!({})));
    if let Some(Value::Object(meta)) = meta {
        meta.entry("io.modelcontextprotocol/serverInfo")
            .or_insert_with(|| implementation.clone());
    }
}

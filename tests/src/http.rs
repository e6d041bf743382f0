use std::{
    io::{BufRead, BufReader},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::Path,
    thread,
    time::{Duration, Instant},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use ureq::{Agent, http::Response};

use crate::{
    process::Process,
    session::{MODERN_REVISION, Session, is_reply, parse},
};

const DEADLINE: Duration = Duration::from_secs(30);

/// A server that listens on a free local port. It is killed when this value is dropped.
pub struct HttpServer {
    process: Process,
    port: u16,
}

impl HttpServer {
    /// Starts the program and waits until it listens. In the arguments, `{port}` is replaced with the port.
    #[track_caller]
    #[must_use]
    pub fn start(program: &Path, arguments: &[&str]) -> Self {
        Self::start_with(program, arguments, &[])
    }

    /// Does the same with these environment variables.
    #[track_caller]
    #[must_use]
    pub fn start_with(program: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        // Another program can take the port before the server binds it. The server then ends, and this tries again.
        let mut said = String::new();
        for _ in 0..3 {
            let port = free_port();
            let arguments: Vec<String> = arguments
                .iter()
                .map(|word| word.replace("{port}", &port.to_string()))
                .collect();
            let mut server = Self {
                process: Process::start(program, &arguments, variables),
                port,
            };
            if server.listens() {
                return server;
            }
            said = server.stderr();
        }
        panic!("{} did not listen:\n{said}", program.display());
    }

    /// The address of the server's MCP endpoint.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.port)
    }

    /// The server's standard error so far.
    #[must_use]
    pub fn stderr(&self) -> String {
        self.process.stderr()
    }

    /// The memory of the server in bytes, where the system tells it.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        self.process.memory()
    }

    fn listens(&mut self) -> bool {
        let end = Instant::now() + DEADLINE;
        while Instant::now() < end && self.process.exited().is_none() {
            if TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_ok() {
                // The answer may come from another program that took the port first. Then our server is about to end.
                thread::sleep(Duration::from_millis(50));
                return self.process.exited().is_none();
            }
            thread::sleep(Duration::from_millis(10));
        }
        false
    }
}

fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .expect("a free port")
        .port()
}

/// The response to one POST.
#[derive(Debug)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The session that the server opened, if any.
    pub session: Option<String>,
    /// The JSON messages of the body: one message, or the data of each server-sent event up to the reply.
    pub messages: Vec<String>,
}

/// A client of Streamable HTTP. It sends only what the test specifies.
///
/// The requests of a session have the ids 1, 2 and so on, so that tests can contain whole replies.
pub struct Http {
    agent: Agent,
    url: String,
    session: Session,
    session_id: Option<String>,
    headers: Vec<(String, String)>,
}

impl Http {
    /// Creates a client of the server at this URL. It sends nothing yet.
    #[must_use]
    pub fn new(url: &str) -> Self {
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(DEADLINE))
            .build()
            .new_agent();
        Self {
            agent,
            url: url.to_owned(),
            session: Session::new(),
            session_id: None,
            headers: Vec::new(),
        }
    }

    /// Sets the declared client capabilities. The default is none.
    #[must_use]
    pub fn declare(mut self, capabilities: Value) -> Self {
        self.session.capabilities = capabilities;
        self
    }

    /// Adds a header to all further requests.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Performs the handshake as a client of one of [`LEGACY_REVISIONS`](crate::LEGACY_REVISIONS).
    #[track_caller]
    #[must_use]
    pub fn legacy(mut self, revision: &str) -> Self {
        let initialize = self.session.initialize(revision);
        let answer = self.post(&initialize.to_string(), Some(0));
        let accepted = answer
            .messages
            .iter()
            .any(|line| parse(line).pointer("/result/protocolVersion") == Some(&json!(revision)));
        assert!(accepted, "the server did not accept {revision}: {answer:?}");
        self.session_id = answer.session;
        self.session.revision = Some(revision.to_owned());
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        let answer = self.post(&initialized.to_string(), None);
        assert_eq!(answer.status, 202, "{answer:?}");
        self
    }

    /// Uses [`MODERN_REVISION`], in which every request carries its own `_meta` and there is no handshake.
    #[must_use]
    pub fn modern(mut self) -> Self {
        self.session.revision = Some(MODERN_REVISION.to_owned());
        self
    }

    /// Sends a request and returns the whole reply, with `result` or `error`.
    #[track_caller]
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let (_, line) = self.request_line(method, params);
        parse(&line)
    }

    /// Sends a request and returns the HTTP status and the unchanged text of the reply.
    #[track_caller]
    pub fn request_line(&mut self, method: &str, params: Value) -> (u16, String) {
        let (id, message) = self.session.request(method, params);
        let answer = self.post(&message.to_string(), Some(id));
        match answer.messages.iter().find(|line| is_reply(line, id)) {
            Some(line) => (answer.status, line.clone()),
            None => panic!("no reply to request {id}: {answer:?}"),
        }
    }

    /// Posts a body with the session's headers and reads the answer up to the reply to the request `id`, or to its end.
    #[track_caller]
    #[must_use]
    pub fn post(&self, body: &str, id: Option<u64>) -> Answer {
        let mut request = self
            .agent
            .post(&self.url)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
        for (name, value) in self.session_headers(body) {
            request = request.header(name, value);
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        match request.send(body) {
            Ok(response) => answer(response, id),
            Err(error) => panic!("POST {} failed: {error}", self.url),
        }
    }

    fn session_headers(&self, body: &str) -> Vec<(&'static str, String)> {
        let mut headers = Vec::new();
        if let Some(session) = &self.session_id {
            headers.push(("mcp-session-id", session.clone()));
        }
        if let Some(revision) = &self.session.revision {
            headers.push(("mcp-protocol-version", revision.clone()));
        }
        if self.session.is_modern() {
            let message: Value = serde_json::from_str(body).unwrap_or_default();
            if let Some(method) = message.get("method").and_then(Value::as_str) {
                headers.push(("mcp-method", method.to_owned()));
            }
            if let Some(name) = message.pointer("/params/name").and_then(Value::as_str) {
                headers.push(("mcp-name", header_value(name)));
            }
        }
        headers
    }
}

/// Encodes text for a header: <https://modelcontextprotocol.io/specification/2026-07-28/basic/transports>.
fn header_value(text: &str) -> String {
    if text.bytes().all(|byte| byte.is_ascii_graphic()) {
        text.to_owned()
    } else {
        format!("=?base64?{}?=", STANDARD.encode(text))
    }
}

fn answer(mut response: Response<ureq::Body>, id: Option<u64>) -> Answer {
    let header = |name| {
        let value = response.headers().get(name)?.to_str().ok()?;
        Some(value.to_owned())
    };
    let session = header("mcp-session-id");
    let streams = header("content-type").is_some_and(|kind| kind.starts_with("text/event-stream"));
    let status = response.status().as_u16();
    let body = BufReader::new(response.body_mut().as_reader());
    let messages = if streams {
        events(body, id)
    } else {
        let lines: Vec<String> = body.lines().map_while(Result::ok).collect();
        let text = lines.join("\n");
        if text.is_empty() {
            Vec::new()
        } else {
            vec![text]
        }
    };
    Answer {
        status,
        session,
        messages,
    }
}

fn events(body: impl BufRead, id: Option<u64>) -> Vec<String> {
    let mut messages = Vec::new();
    let mut data = String::new();
    for line in body.lines().map_while(Result::ok) {
        if let Some(text) = line.strip_prefix("data:") {
            data.push_str(text.strip_prefix(' ').unwrap_or(text));
        } else if line.is_empty() && !data.is_empty() {
            let message = std::mem::take(&mut data);
            let is_last = id.is_some_and(|id| is_reply(&message, id));
            messages.push(message);
            if is_last {
                break;
            }
        }
    }
    messages
}

//! Tests of servers as separate processes, over real pipes and sockets.
//!
//! The process is this test program again: [`server_process`] runs a server if the environment requests one.
#![cfg(unix)]

#[cfg(feature = "http")]
mod http;
mod stdio;

use crate::PATIENCE;
use prompt_rmcp::ServeOptions;
use prompt_rmcp::v3::PromptServer;
use prompt_runtime::{PromptError, PromptRegistry, prompt, prompts};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The environment variable that makes this program a server: `stdio` or `http`.
const TRANSPORT: &str = "PROMPT_TEST_TRANSPORT";
const GRACE_MS: &str = "PROMPT_TEST_GRACE_MS";
const LIMIT: &str = "PROMPT_TEST_LIMIT";
const TIMEOUT_MS: &str = "PROMPT_TEST_TIMEOUT_MS";
const ALLOW: &str = "PROMPT_TEST_ALLOW";

/// A time well below the grace period of five seconds.
const AT_ONCE: Duration = Duration::from_secs(3);

/// Waits, then greets.
#[prompt]
async fn slow(ms: u64) -> String {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    format!("after {ms} ms")
}

/// Echoes a text.
#[prompt]
fn echo(text: &str) -> String {
    text.to_owned()
}

/// Fails with the text.
#[prompt]
fn fail(text: &str) -> Result<String, PromptError> {
    Err(PromptError::from(text.to_owned()))
}

#[test]
fn server_process() {
    let Ok(transport) = std::env::var(TRANSPORT) else {
        return;
    };
    let number = |name| {
        std::env::var(name)
            .ok()
            .and_then(|value| value.parse().ok())
    };
    let mut options = ServeOptions::default();
    if let Some(grace) = number(GRACE_MS) {
        options = options.with_grace(Duration::from_millis(grace));
    }
    if let Some(limit) = number(LIMIT) {
        options = options.with_max_message_bytes(usize::try_from(limit).unwrap());
    }
    if let Some(timeout) = number(TIMEOUT_MS).map(Duration::from_millis) {
        options = options
            .with_header_timeout(timeout)
            .with_body_timeout(timeout);
    }
    if let Ok(host) = std::env::var(ALLOW) {
        options = options
            .allow_origin(format!("https://{host}"))
            .allow_host(host);
    }
    let live = PromptRegistry::builder()
        .prompts(prompts![slow, echo, fail])
        .build_live()
        .unwrap();
    let mounted = live.registry().mount(PromptServer::new("process", "1.2.3"));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let served = runtime.block_on(async {
        match transport.as_str() {
            "stdio" => mounted.serve_stdio_with(options).await,
            #[cfg(feature = "http")]
            _ => {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
                println!("{}", json!({ "port": listener.local_addr()?.port() }));
                mounted.serve_http_with(listener, options).await
            }
            #[cfg(not(feature = "http"))]
            _ => unreachable!("there is no HTTP"),
        }
    });
    if let Err(error) = &served {
        eprintln!("served: {error}");
    }
    std::process::exit(i32::from(served.is_err()));
}

struct Server {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<ChildStderr>,
}

impl Server {
    fn start(transport: &str, environment: &[(&str, &str)]) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--quiet",
                "--nocapture",
                "--exact",
                "process::server_process",
            ])
            .env(TRANSPORT, transport)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (lines, receiver) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            // The test program prints some text of its own.
            let messages = output.lines().map_while(Result::ok);
            for line in messages.filter(|line| line.starts_with(['{', '['])) {
                if lines.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            errors: child.stderr.take(),
            child,
            lines: receiver,
        }
    }

    fn send(&mut self, line: &(impl AsRef<[u8]> + ?Sized)) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line.as_ref()).unwrap();
        input.write_all(b"\n").unwrap();
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("no message came")
    }

    fn next(&self) -> Value {
        serde_json::from_str(&self.line()).unwrap()
    }

    /// Sends a line, and returns the next message.
    fn ask(&mut self, line: &(impl AsRef<[u8]> + ?Sized)) -> Value {
        self.send(line);
        self.next()
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits for the process, and returns its exit code and what it wrote to standard error.
    fn ended(mut self) -> (Option<i32>, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < AT_ONCE, "the server goes on");
            thread::sleep(Duration::from_millis(5));
        };
        let mut errors = String::new();
        let mut pipe = self.errors.take().unwrap();
        pipe.read_to_string(&mut errors).unwrap();
        (status.code(), errors)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The `_meta` of a request without a handshake.
fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// A request without a handshake.
fn request(id: impl Into<Value>, method: &str, mut params: Value) -> String {
    params["_meta"] = meta();
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params }).to_string()
}

fn get(id: impl Into<Value>, name: &str, arguments: Value) -> String {
    request(
        id,
        "prompts/get",
        json!({ "name": name, "arguments": arguments }),
    )
}

fn initialize(revision: &str) -> String {
    json!({
        "jsonrpc": "2.0",
        "id": "init",
        "method": "initialize",
        "params": {
            "protocolVersion": revision,
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        },
    })
    .to_string()
}

fn text(answer: &Value) -> &str {
    answer["result"]["messages"][0]["content"]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("no text: {answer}"))
}

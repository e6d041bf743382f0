//! The headers of HTTP requests, at a server that listens on a port of its own.

use crate::{assert_no_controls, split_first};
use prompt_rmcp::v3::PromptServer;
use prompt_runtime::{PromptRegistry, prompt, prompts};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::time::Duration;

/// Greets.
#[prompt]
fn greet(name: &str) -> String {
    format!("Hello {name}")
}

static ADDRESS: LazyLock<SocketAddr> = LazyLock::new(|| {
    let (sender, address) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let serving = async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
            let listener = listener.expect("a port");
            sender.send(listener.local_addr().expect("an address"))?;
            let registry = PromptRegistry::builder()
                .prompts(prompts![greet])
                .on_report(|_| {})
                .build()?;
            let options = prompt_rmcp::ServeOptions::default().stop_when(std::future::pending());
            let server = registry.mount(PromptServer::new("fuzzed", "1"));
            server.serve_http_with(listener, options).await?;
            Ok::<(), Box<dyn std::error::Error>>(())
        };
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().build().expect("a runtime");
        let ended = runtime.block_on(serving);
        panic!("the server ended: {ended:?}");
    });
    address.recv().expect("the server listens")
});

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

/// None begins a session, which would outlive the run.
fn body(choice: usize) -> String {
    match choice {
        0 => format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{{"name":"greet","arguments":{{"name":"N"}},{META}}}}}"#
        ),
        1 => format!(r#"{{"jsonrpc":"2.0","id":1,"method":"prompts/list","params":{{{META}}}}}"#),
        2 => r#"{"jsonrpc":"2.0","id":1,"method":"prompts/list"}"#.to_owned(),
        _ => String::new(),
    }
}

/// Answers any headers with an HTTP response that blames the client, and a foreign host or origin with a refusal.
pub fn http_headers(data: &[u8]) {
    let Some((choice, headers)) = split_first(data) else {
        return;
    };
    let body = body(choice % 4);
    let method = ["POST", "GET", "DELETE", "OPTIONS"][if choice < 200 { 0 } else { choice % 4 }];
    let mut request = format!(
        "{method} /mcp HTTP/1.1\r\nContent-Length: {}\r\n",
        body.len()
    );
    for (bit, header) in [
        (4, "Host: localhost\r\n"),
        (8, "Accept: application/json, text/event-stream\r\n"),
        (16, "Content-Type: application/json\r\n"),
        (
            32,
            "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: prompts/get\r\nMcp-Name: greet\r\n",
        ),
    ] {
        if choice & bit == 0 {
            request.push_str(header);
        }
    }
    let mut request = request.into_bytes();
    for line in headers.split(|byte| *byte == b'\n') {
        request.extend_from_slice(line);
        request.extend_from_slice(b"\r\n");
    }
    let head = String::from_utf8_lossy(&request).into_owned();
    request.extend_from_slice(b"Connection: close\r\n\r\n");
    request.extend_from_slice(body.as_bytes());

    let answer = exchange(&request);
    assert!(answer.len() <= 10 * request.len() + (64 << 10));
    let answer = String::from_utf8_lossy(&answer);
    // Asked for by the header `Expect`; the answer follows.
    let answer = answer.trim_start_matches("HTTP/1.1 100 Continue\r\n\r\n");
    if answer.is_empty() {
        // The head is cut where it holds no request.
        return;
    }
    let status = answer.strip_prefix("HTTP/1.").and_then(|it| it.get(2..5));
    let status: u16 = status.and_then(|it| it.parse().ok()).expect("a status");
    assert!((200..500).contains(&status), "{status} for {head:?}");
    let (_, text) = answer.split_once("\r\n\r\n").expect("a whole head");
    assert_no_controls(&text.replace("\r\n", "\n"));
    if status == 200 && answer.contains("Hello N") {
        for (name, schemes) in [("host", &[""][..]), ("origin", &["http://", "https://"])] {
            if let Some(value) = first(&head, name) {
                assert!(is_loopback(&value, schemes), "{name} {value:?} is accepted");
            }
        }
    }
}

/// The first header of this name.
fn first(head: &str, name: &str) -> Option<String> {
    let mut headers = head
        .split("\r\n")
        .skip(1)
        .filter_map(|it| it.split_once(':'));
    let value = headers.find(|(key, _)| key.eq_ignore_ascii_case(name))?.1;
    Some(value.trim().to_ascii_lowercase())
}

fn is_loopback(value: &str, schemes: &[&str]) -> bool {
    let hosts = ["localhost", "127.0.0.1", "[::1]"];
    schemes.iter().any(|scheme| {
        let host = value.strip_prefix(scheme);
        host.is_some_and(|host| {
            hosts.iter().any(|known| {
                let port = host.strip_prefix(known);
                port.is_some_and(|it| it.is_empty() || it.starts_with(':'))
            })
        })
    })
}

/// Sends a request and returns all bytes of the answer.
fn exchange(request: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(*ADDRESS).expect("the server listens");
    let timeout = Some(Duration::from_secs(10));
    stream.set_read_timeout(timeout).expect("a timeout");
    let mut answer = Vec::new();
    // The server may refuse the head before it has read all of it.
    if stream.write_all(request).is_ok() {
        let _ = stream.shutdown(std::net::Shutdown::Write);
    }
    match stream.read_to_end(&mut answer) {
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
            panic!(
                "no end of the answer to {:?}",
                request.escape_ascii().to_string()
            )
        }
        _ => answer,
    }
}

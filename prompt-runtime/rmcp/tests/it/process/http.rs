use super::{ALLOW, AT_ONCE, GRACE_MS, LIMIT, Server, TIMEOUT_MS, get, initialize, request, text};
use crate::PATIENCE;
use prompt_runtime::error::code;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Instant;

// JSON-RPC 2.0, "Error object".
const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;

impl Server {
    fn http(environment: &[(&str, &str)]) -> (Self, u16) {
        let server = Self::start("http", environment);
        let port = server.next()["port"].as_u64().unwrap();
        (server, u16::try_from(port).unwrap())
    }
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    /// The messages of the events. An empty event gives empty text.
    fn events(&self) -> Vec<&str> {
        let data = self
            .body
            .lines()
            .filter_map(|line| line.strip_prefix("data:"));
        data.map(str::trim).collect()
    }

    fn message(&self) -> Value {
        let events = self.events();
        let message = events.last().copied().unwrap_or(&self.body);
        serde_json::from_str(message).unwrap_or_else(|_| panic!("{}: {message}", self.status))
    }
}

fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

fn head(headers: &[(&str, &str)], length: usize) -> String {
    let host = if headers.iter().any(|(name, _)| *name == "Host") {
        ""
    } else {
        "Host: localhost\r\n"
    };
    let headers: Vec<String> = headers
        .iter()
        .map(|(name, value)| format!("{name}: {value}\r\n"))
        .collect();
    format!(
        "POST /mcp HTTP/1.1\r\n{host}Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n{}\
         Content-Length: {length}\r\nConnection: close\r\n\r\n",
        headers.concat()
    )
}

/// The headers of a request without a handshake.
fn modern<'a>(method: &'a str, name: &'a str) -> Vec<(&'a str, &'a str)> {
    let mut headers = vec![
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", method),
    ];
    if !name.is_empty() {
        headers.push(("Mcp-Name", name));
    }
    headers
}

fn post(port: u16, headers: &[(&str, &str)], body: &str) -> TcpStream {
    let mut stream = connect(port);
    let head = head(headers, body.len());
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body.as_bytes()).unwrap();
    stream
}

fn read(stream: TcpStream) -> Answer {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert_ne!(
            reader.read_line(&mut head).unwrap(),
            0,
            "the head is cut: {head}"
        );
    }
    let head = head.to_ascii_lowercase();
    let mut body = String::new();
    if head.contains("transfer-encoding: chunked") {
        loop {
            let mut size = String::new();
            assert_ne!(
                reader.read_line(&mut size).unwrap(),
                0,
                "the body is cut: {body}"
            );
            let size = usize::from_str_radix(size.trim(), 16).unwrap();
            let mut chunk = vec![0; size + 2];
            reader.read_exact(&mut chunk).unwrap();
            if size == 0 {
                break;
            }
            body += std::str::from_utf8(&chunk[..size]).unwrap();
        }
    } else {
        reader.read_to_string(&mut body).unwrap();
    }
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head, body }
}

fn ask(port: u16, headers: &[(&str, &str)], body: &str) -> Answer {
    read(post(port, headers, body))
}

fn slow(port: u16, ms: &str) -> TcpStream {
    post(
        port,
        &modern("prompts/get", "slow"),
        &get("slow", "slow", json!({ "ms": ms })),
    )
}

/// Waits until the server has received the previous requests.
fn settle(port: u16) {
    let body = get(1, "slow", json!({ "ms": "50" }));
    assert_eq!(
        text(&ask(port, &modern("prompts/get", "slow"), &body).message()),
        "after 50 ms"
    );
}

#[test]
fn half_a_request_does_not_hold_a_server_that_is_told_to_stop() {
    for signal in ["INT", "TERM"] {
        let (server, port) = Server::http(&[]);
        let mut half_head = connect(port);
        half_head
            .write_all(b"POST /mcp HTTP/1.1\r\nHost: local")
            .unwrap();
        let mut half_body = connect(port);
        half_body.write_all(head(&[], 1000).as_bytes()).unwrap();
        half_body.write_all(b"{\"jsonrpc\"").unwrap();
        settle(port);
        server.signal(signal);
        assert_eq!(server.ended(), (Some(0), String::new()), "{signal}");
        assert_eq!(read(half_body).status, 503);
    }
}

#[test]
fn a_server_that_is_told_to_stop_answers_what_is_in_flight() {
    let (server, port) = Server::http(&[]);
    let filter = json!({ "notifications": { "promptsListChanged": true } });
    let subscription = post(
        port,
        &modern("subscriptions/listen", ""),
        &request("changes", "subscriptions/listen", filter),
    );
    let in_flight = slow(port, "600");
    settle(port);
    server.signal("TERM");
    let ended = read(subscription);
    assert_eq!(
        ended.message()["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"],
        "changes"
    );
    assert_eq!(text(&read(in_flight).message()), "after 600 ms");
    assert_eq!(server.ended(), (Some(0), String::new()));
}

#[test]
fn a_request_that_is_cut_gets_an_error_and_changes_the_exit_code() {
    let (server, port) = Server::http(&[(GRACE_MS, "200")]);
    // Once in a session, and once without a session.
    let welcome = ask(port, &[], &initialize("2025-11-25"));
    let session = welcome
        .head
        .lines()
        .find_map(|line| line.strip_prefix("mcp-session-id: "));
    let body = r#"{"jsonrpc":"2.0","id":"old","method":"prompts/get","params":{"name":"slow","arguments":{"ms":"60000"}}}"#;
    let old = post(port, &[("Mcp-Session-Id", session.unwrap())], body);
    let new = slow(port, "60000");
    settle(port);
    server.signal("TERM");
    for (stream, id) in [(old, "old"), (new, "slow")] {
        let cut = read(stream).message();
        assert_eq!(
            (&cut["id"], &cut["error"]["code"]),
            (&json!(id), &json!(code::INTERNAL_ERROR))
        );
    }
    let (code, errors) = server.ended();
    assert_eq!(
        (code, errors.trim_end()),
        (
            Some(1),
            "served: the server stopped before 2 requests were answered"
        )
    );
}

#[test]
fn a_second_signal_ends_at_once() {
    let (server, port) = Server::http(&[(GRACE_MS, "60000")]);
    let _in_flight = slow(port, "60000");
    settle(port);
    server.signal("TERM");
    std::thread::sleep(std::time::Duration::from_millis(100));
    server.signal("TERM");
    assert_eq!(server.ended().0, Some(1));
}

#[test]
fn a_client_that_sends_nothing_more_is_let_go() {
    let (_server, port) = Server::http(&[(TIMEOUT_MS, "200")]);
    let begun = Instant::now();
    let mut half_head = connect(port);
    half_head
        .write_all(b"POST /mcp HTTP/1.1\r\nHost: local")
        .unwrap();
    let mut rest = Vec::new();
    half_head.read_to_end(&mut rest).unwrap();
    let mut half_body = connect(port);
    half_body.write_all(head(&[], 1000).as_bytes()).unwrap();
    assert_eq!(read(half_body).status, 408);
    assert!(begun.elapsed() < AT_ONCE);
}

#[test]
fn hosts_and_origins_that_are_not_allowed_are_refused_and_reported_once() {
    let (server, port) = Server::http(&[(ALLOW, "prompts.example.com")]);
    let status = |host: &str, origin: &str| {
        let mut headers = modern("prompts/list", "");
        headers.push(("Host", host));
        if !origin.is_empty() {
            headers.push(("Origin", origin));
        }
        ask(port, &headers, &request(1, "prompts/list", json!({}))).status
    };
    for host in [
        "localhost",
        "127.0.0.1:9",
        "[::1]:80",
        "prompts.example.com",
    ] {
        for origin in [
            "",
            "http://localhost:6274",
            "https://127.0.0.1",
            "http://[::1]:3000",
            "https://prompts.example.com",
        ] {
            assert_eq!(status(host, origin), 200, "{host} {origin}");
        }
    }
    for _ in 0..3 {
        assert_eq!(status("evil.example", ""), 403);
        assert_eq!(status("localhost", "http://evil.example"), 403);
        assert_eq!(status("localhost", "null"), 403);
        assert_eq!(
            status("127.0.0.1.evil.example", "http://localhost.evil.example"),
            403
        );
    }
    server.signal("TERM");
    let (code, errors) = server.ended();
    assert_eq!(code, Some(0));
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines.len(), 4, "{errors}");
    assert!(
        lines[0].contains("host \"evil.example\", origin none"),
        "{errors}"
    );
    assert!(
        lines[1].contains("origin \"http://evil.example\""),
        "{errors}"
    );
}

#[test]
fn a_body_over_the_limit_is_refused() {
    let (_server, port) = Server::http(&[(LIMIT, "10000")]);
    // The id may be behind the text, as some clients write it.
    for (length, id) in [(20_000, json!(7)), (200_000, Value::Null)] {
        let text = "x".repeat(length);
        let body = format!(
            r#"{{"method":"prompts/get","params":{{"name":"echo","arguments":{{"text":"{text}"}}}},"jsonrpc":"2.0","id":7}}"#
        );
        let answer = ask(port, &modern("prompts/get", "echo"), &body);
        assert_eq!(answer.status, 413);
        let message = answer.message();
        assert_eq!(
            (&message["id"], &message["error"]),
            (
                &id,
                &json!({ "code": INVALID_REQUEST, "message": "the body is longer than 10000 bytes" })
            )
        );
    }
}

#[test]
fn bodies_that_cannot_be_read_are_answered_with_their_ids() {
    let (_server, port) = Server::http(&[]);
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":2,"method":"m","params":{{"a":{}1{}}}}}"#,
        "[".repeat(9000),
        "]".repeat(9000)
    );
    let surrogate = r#"{"jsonrpc":"2.0","id":"s","method":"prompts/get","params":{"name":"echo","arguments":{"text":"\ud83d"}}}"#;
    for (body, id, expected) in [
        (surrogate, json!("s"), PARSE_ERROR),
        (deep.as_str(), json!(2), PARSE_ERROR),
        (
            r#"{"jsonrpc":"2.0","id":3,"method":"prompts/get","params":5}"#,
            json!(3),
            code::INVALID_PARAMS,
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"prompts/list","params":{"_meta":[]}}"#,
            json!(4),
            code::INVALID_PARAMS,
        ),
        (
            r#"{"id":5,"method":"prompts/list"}"#,
            json!(5),
            INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"prompts/list"}"#,
            Value::Null,
            INVALID_REQUEST,
        ),
        ("half {", Value::Null, PARSE_ERROR),
        ("", Value::Null, PARSE_ERROR),
        ("[]", Value::Null, INVALID_REQUEST),
    ] {
        let answer = ask(port, &modern("prompts/get", "echo"), body);
        let message = answer.message();
        assert_eq!(
            (answer.status, &message["id"], &message["error"]["code"]),
            (400, &id, &json!(expected)),
            "{message}"
        );
    }
    let batch = format!(
        "[{},{},{}]",
        r#"{"jsonrpc":"2.0","id":1,"method":"prompts/list"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":"b","method":"prompts/list"}"#
    );
    let answer = ask(port, &[], &batch);
    let message = answer.message();
    let ids: Vec<&Value> = message
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["id"])
        .collect();
    assert_eq!((answer.status, ids), (400, vec![&json!(1), &json!("b")]));
    // Texts of rmcp are answers to their requests too.
    let listed = r#"{"jsonrpc":"2.0","id":6,"method":"prompts/list"}"#;
    let lost = ask(port, &[("Mcp-Session-Id", "none")], listed);
    assert_eq!((lost.status, &lost.message()["id"]), (404, &json!(6)));
}

#[test]
fn answers_come_without_an_empty_event_before_them() {
    let (_server, port) = Server::http(&[]);
    for revision in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let welcome = ask(port, &[], &initialize(revision));
        assert_eq!(welcome.events().len(), 1, "{}", welcome.body);
        let session = welcome
            .head
            .lines()
            .find_map(|line| line.strip_prefix("mcp-session-id: "));
        let listed = ask(
            port,
            &[
                ("Mcp-Session-Id", session.unwrap()),
                ("MCP-Protocol-Version", revision),
            ],
            r#"{"jsonrpc":"2.0","id":2,"method":"prompts/list"}"#,
        );
        assert_eq!(listed.events().len(), 1, "{}", listed.body);
        assert!(listed.message()["result"]["prompts"].is_array());
        assert!(listed.message()["result"]["_meta"].is_null());
    }
}

#[test]
fn results_without_a_handshake_name_the_server() {
    let (_server, port) = Server::http(&[]);
    for (method, name, params) in [
        ("server/discover", "", json!({})),
        ("prompts/list", "", json!({})),
        (
            "prompts/get",
            "echo",
            json!({ "name": "echo", "arguments": { "text": "hi" } }),
        ),
    ] {
        let answer = ask(port, &modern(method, name), &request(1, method, params)).message();
        let named = &answer["result"]["_meta"]["io.modelcontextprotocol/serverInfo"];
        assert_eq!(
            named,
            &json!({ "name": "process", "version": "1.2.3" }),
            "{method}: {answer}"
        );
    }
}

#[test]
fn other_paths_are_not_found() {
    let (_server, port) = Server::http(&[]);
    let mut stream = connect(port);
    stream
        .write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .unwrap();
    assert_eq!(read(stream).status, 404);
}

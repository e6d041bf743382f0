//! Many clients of one mounted HTTP server at once, some of which vanish or cancel their requests, while the set changes and a third of the calls fail.
//!
//! `SOAK_REQUESTS=1000000 cargo test --release -p prompt-tests --test it -- --nocapture soak` is the long run; it prints figures.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use prompt_tests::{Http, HttpServer, program};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const CLIENTS: usize = 8;
/// The time for a reply or a notification on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The most that the memory of the server may grow after the first tenth of the requests, whatever their number.
const MAX_GROWTH: u64 = 48 << 20;

/// Sends a request of revision 2026-07-28 and leaves the answer to the caller.
fn open(url: &str, method: &str, params: &Value) -> TcpStream {
    let mut params = params.clone();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
    let name = params["name"].as_str();
    let name = name.map_or_else(String::new, |name| format!("Mcp-Name: {name}\r\n"));
    let address = url.trim_start_matches("http://").trim_end_matches("/mcp");
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\n\
         MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n{name}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    stream
}

/// Subscribes, and returns the notifications of changes after the acknowledgement.
pub(crate) fn subscribe(url: &str) -> Receiver<()> {
    let filter = json!({ "notifications": { "promptsListChanged": true } });
    let stream = open(url, "subscriptions/listen", &filter);
    let (sender, notifications) = channel();
    let (ready, acknowledged) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let told = if line.contains("subscriptions/acknowledged") {
                ready.send(())
            } else if line.contains("notifications/prompts/list_changed") {
                sender.send(())
            } else {
                Ok(())
            };
            if told.is_err() {
                return;
            }
        }
    });
    acknowledged.recv_timeout(TIMEOUT).expect("a subscription");
    notifications
}

fn text(reply: &Value) -> &str {
    let text = reply["result"]["messages"][0]["content"]["text"].as_str();
    text.unwrap_or_else(|| panic!("no text: {reply}"))
}

fn get(client: &mut Http, name: &str, arguments: &Value) -> Value {
    client.request(
        "prompts/get",
        json!({ "name": name, "arguments": arguments }),
    )
}

/// One request of a client. Replies to another id than that of the request do not pass [`Http::request`].
fn ask(client: &mut Http, turn: usize, who: usize) {
    let word = format!("{who}-{turn}");
    let given = json!({ "text": word });
    match turn % 9 {
        0 | 3 => {
            let kind = if turn.is_multiple_of(2) { "a" } else { "b" };
            let reply = get(client, "echo", &json!({ "kind": kind, "text": word }));
            assert_eq!(text(&reply), format!("{kind} {word}"));
        }
        1 | 4 => {
            let reply = get(client, "fails", &given);
            assert_eq!(reply["error"]["message"], "internal error", "{reply}");
        }
        7 => {
            let reply = get(client, "panics", &given);
            assert_eq!(reply["error"]["code"], -32603, "{reply}");
        }
        2 | 5 => {
            let reply = client.request("prompts/list", json!({}));
            let prompts = reply["result"]["prompts"].as_array().expect("prompts");
            let names: Vec<_> = prompts
                .iter()
                .map(|it| it["name"].as_str().unwrap())
                .collect();
            assert!(names.is_sorted(), "{names:?}");
            let pair = |name| {
                prompts
                    .iter()
                    .find(|it| it["name"] == name)
                    .map(|it| &it["title"])
            };
            assert_eq!(pair("pair-1"), pair("pair-2"), "a torn list");
        }
        6 => {
            let params = json!({
                "ref": { "type": "ref/prompt", "name": "echo" },
                "argument": { "name": "kind", "value": "" },
            });
            let reply = client.request("completion/complete", params);
            assert_eq!(
                reply["result"]["completion"]["values"],
                json!(["a", "b"]),
                "{reply}"
            );
        }
        _ => {
            let reply = get(client, "echo", &given);
            assert_eq!(reply["error"]["code"], -32602, "{reply}");
        }
    }
}

/// Starts a prompt that waits, and cancels it with a notification. The stream ends without a reply to the request.
fn cancel(client: &Http, id: u64) {
    let waits = json!({ "jsonrpc": "2.0", "id": id, "method": "prompts/get", "params": { "name": "waits" } }).to_string();
    let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } }).to_string();
    std::thread::scope(|scope| {
        let request = scope.spawn(|| client.post(&waits, Some(id)));
        // A notification that is faster than the request has no effect.
        while !request.is_finished() {
            std::thread::sleep(Duration::from_millis(5));
            let accepted = client.post(&cancelled, None);
            assert_eq!(accepted.status, 202, "{accepted:?}");
        }
        let answer = request.join().unwrap();
        let replied = answer
            .messages
            .iter()
            .any(|line| line.contains(&format!("\"id\":{id}")));
        assert!(!replied, "a reply to a cancelled request: {answer:?}");
    });
}

#[test]
fn a_soak_leaves_no_request_unanswered_and_no_memory() {
    let requests: usize = std::env::var("SOAK_REQUESTS").map_or(4000, |it| it.parse().unwrap());
    let server = HttpServer::start(&program("soak-server"), &["127.0.0.1:{port}"]);
    let (begun, done) = (Instant::now(), AtomicUsize::new(0));
    let over = AtomicBool::new(false);
    let (changes, vanished, cancelled) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicUsize::new(0),
    );
    let early = std::sync::OnceLock::new();
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|who| {
                let (server, done, early) = (&server, &done, &early);
                scope.spawn(move || {
                    let mut client = Http::new(&server.url()).modern();
                    for turn in 0..requests / CLIENTS {
                        ask(&mut client, turn, who);
                        if done.fetch_add(1, Ordering::AcqRel) == requests / 10 {
                            early.get_or_init(|| server.memory());
                        }
                    }
                })
            })
            .collect();
        let notified = scope.spawn(|| {
            let [first, second] = [subscribe(&server.url()), subscribe(&server.url())];
            let mut client = Http::new(&server.url()).modern();
            while !over.load(Ordering::Acquire) {
                get(&mut client, "change", &json!({}));
                changes.fetch_add(1, Ordering::AcqRel);
                for notifications in [&first, &second] {
                    let told = notifications.recv_timeout(TIMEOUT);
                    assert!(told.is_ok(), "the notification of a change was lost");
                }
            }
        });
        let vanishing = scope.spawn(|| {
            while !over.load(Ordering::Acquire) {
                let stream = open(&server.url(), "prompts/get", &json!({ "name": "waits" }));
                std::thread::sleep(Duration::from_millis(5));
                drop(stream);
                vanished.fetch_add(1, Ordering::AcqRel);
            }
        });
        let cancelling = scope.spawn(|| {
            let client = Http::new(&server.url()).legacy("2025-11-25");
            while !over.load(Ordering::Acquire) {
                let before = cancelled.fetch_add(1, Ordering::AcqRel);
                cancel(&client, 1000 + before as u64);
            }
        });
        for client in clients {
            let ended = client.join();
            over.fetch_or(ended.is_err(), Ordering::AcqRel);
        }
        over.store(true, Ordering::Release);
        notified.join().unwrap();
        vanishing.join().unwrap();
        cancelling.join().unwrap();
    });
    assert_eq!(done.load(Ordering::Acquire), requests / CLIENTS * CLIENTS);
    // The prompts of clients that vanished, and cancelled prompts, are dropped.
    let mut client = Http::new(&server.url()).modern();
    let end = Instant::now() + TIMEOUT;
    let waiting = loop {
        let waiting = text(&get(&mut client, "waiting", &json!({}))).to_owned();
        if waiting == "0" || Instant::now() > end {
            break waiting;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(waiting, "0", "prompts of clients that are gone still run");
    let (early, late) = (early.get().copied().flatten(), server.memory());
    println!(
        "{requests} requests in {:?}, {} changes, {} clients vanished, {} requests cancelled, memory {early:?} → {late:?} bytes",
        begun.elapsed(),
        changes.load(Ordering::Acquire),
        vanished.load(Ordering::Acquire),
        cancelled.load(Ordering::Acquire),
    );
    if let (Some(early), Some(late)) = (early, late) {
        assert!(
            late < early + MAX_GROWTH,
            "memory grew from {early} to {late} bytes"
        );
    }
}

//! Tests that servers on every supported version of rmcp give the same answers.
#![allow(clippy::unwrap_used)]

use prompt_tests::{Stdio, program};
use serde_json::{Value, json};

/// A session with every request. Returns the lines of the answers, and the server's reports.
fn transcript(server: &str, arguments: &[&str], revision: &str) -> (Vec<String>, String) {
    let mut session = Stdio::start(&program(server), arguments).legacy(revision);
    let get = |name: &str, arguments: Value| json!({ "name": name, "arguments": arguments });
    let complete = |name: &str, argument: &str| {
        json!({
            "ref": { "type": "ref/prompt", "name": name },
            "argument": { "name": argument, "value": "r" },
        })
    };
    let first = session.request_line("prompts/list", json!({}));
    let cursor = serde_json::from_str::<Value>(&first).unwrap()["result"]["nextCursor"].clone();
    let mut lines = vec![first];
    for (method, params) in [
        ("prompts/list", json!({ "cursor": cursor })),
        ("prompts/list", json!({ "cursor": "of another server" })),
        ("prompts/get", get("review", json!({ "diff": "+1" }))),
        (
            "prompts/get",
            get("review", json!({ "language": "c", "x": "1" })),
        ),
        ("prompts/get", get("describe", json!({}))),
        ("prompts/get", get("greet", json!({ "name": "Ada" }))),
        ("prompts/get", get("theirs", json!({}))),
        ("prompts/get", get("marked", json!({}))),
        ("prompts/get", get("fail", json!({}))),
        ("prompts/get", get("missing", json!({}))),
        ("completion/complete", complete("review", "language")),
        ("completion/complete", complete("theirs", "x")),
        ("completion/complete", complete("missing", "x")),
        ("tools/call", json!({ "name": "add" })),
    ] {
        lines.push(session.request_line(method, params));
    }
    let reported = session.stderr();
    (lines, reported)
}

/// The same answer without annotations, which rmcp 1 and older do not support.
fn plain(line: &str) -> String {
    line.replace(",\"annotations\":{\"audience\":[\"user\"]}", "")
}

#[test]
fn every_version_gives_the_same_answers() {
    for (revision, servers) in [
        // The newest revision of rmcp 0.16.
        ("2025-03-26", &["on-rmcp2", "on-rmcp1", "on-rmcp0"][..]),
        ("2025-11-25", &["on-rmcp2", "on-rmcp1"]),
    ] {
        let (newest, reported) = transcript("on-rmcp3", &[], revision);
        assert!(!reported.contains("marked"), "{reported}");
        for server in servers {
            let (older, reported) = transcript(server, &[], revision);
            for (newest, older) in newest.iter().zip(&older) {
                let newest = match *server {
                    "on-rmcp2" => parse(newest),
                    _ => parse(&plain(newest)),
                };
                assert_eq!(newest, parse(older), "{server} {revision}");
            }
            assert_eq!(
                reported.contains("the prompt \"marked\" lost"),
                *server != "on-rmcp2",
                "{server}: {reported}"
            );
        }
    }
}

#[test]
fn a_router_gives_the_answers_of_its_server() {
    for server in ["on-rmcp1", "on-rmcp2", "on-rmcp3"] {
        let (bare, _) = transcript(server, &[], "2025-11-25");
        let (routed, _) = transcript(server, &["router"], "2025-11-25");
        assert_eq!(routed, bare, "{server}");
    }
}

fn parse(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

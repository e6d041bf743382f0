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

/// Returns the content of a prompt in revision 2025-03-26, or the error.
fn content(session: &mut Stdio, name: &str) -> Value {
    let line = session.request_line("prompts/get", json!({ "name": name }));
    let mut answer = parse(&line);
    match answer.pointer_mut("/result/messages/0/content") {
        Some(content) => content.take(),
        None => answer["error"]["code"].take(),
    }
}

#[test]
fn audio_keeps_its_bytes_where_rmcp_has_no_audio() {
    let spoken = "UklGRg==";
    let audio = json!({ "type": "audio", "data": spoken, "mimeType": "audio/wav" });
    let resource = json!({ "type": "resource", "resource": {
        "uri": "data:audio/wav,", "mimeType": "audio/wav", "blob": spoken,
    } });
    // Before 1.4, rmcp had no correct form of embedded resources either.
    let refused = json!(-32603);
    for (server, expected) in [
        ("on-rmcp3", audio.clone()),
        ("on-rmcp2", audio),
        ("on-rmcp1", resource),
        ("on-rmcp0", refused),
    ] {
        let mut session = Stdio::start(&program(server), &[]).legacy("2025-03-26");
        assert_eq!(content(&mut session, "spoken"), expected, "{server}");
        let of_file = content(&mut session, "sound");
        assert_eq!(of_file.get("type"), expected.get("type"), "{server}");
        let reported = session.stderr();
        // The file is reported at start-up, and the other one with its first answer.
        for name in ["sound", "spoken"] {
            let sentence =
                format!("the audio of the prompt \"{name}\" is sent as an embedded resource");
            let times = reported.matches(&sentence).count();
            assert_eq!(
                times,
                usize::from(server == "on-rmcp1"),
                "{server}: {reported}"
            );
        }
        let failed = reported.contains("prompt \"spoken\"");
        assert_eq!(
            failed,
            ["on-rmcp1", "on-rmcp0"].contains(&server),
            "{server}: {reported}"
        );
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

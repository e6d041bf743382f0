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
                format!("the audio of the prompt \"{name}\" becomes an embedded resource");
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

/// The servers with a mount.
const MOUNTS: [&str; 3] = ["on-rmcp1", "on-rmcp2", "on-rmcp3"];

#[test]
fn prompt_tools_give_the_same_answers() {
    let answers = |server: &str| {
        let mut session = Stdio::start(&program(server), &[]).legacy("2025-11-25");
        let listed = session.result("tools/list", json!({}));
        let names: Vec<Value> = listed["tools"]
            .as_array()
            .unwrap()
            .iter()
            .map(|tool| tool["name"].clone())
            .collect();
        assert_eq!(names, ["add", "list_prompts", "get_prompt"], "{server}");
        let mut call = |name: &str, arguments: Value| {
            let params = json!({ "name": name, "arguments": arguments });
            let mut result = session.result("tools/call", params);
            let is_error = result["isError"] == true;
            (result["content"].take(), is_error)
        };
        [
            call("list_prompts", json!({})),
            call(
                "get_prompt",
                json!({ "name": "greet", "arguments": { "name": "Ada" } }),
            ),
            call("get_prompt", json!({ "name": "theirs" })),
            call("get_prompt", json!({ "name": "review" })),
            call("get_prompt", json!({ "name": "missing" })),
        ]
    };
    let newest = answers("on-rmcp3");
    assert!(
        newest[1].0[0]["text"]
            .as_str()
            .unwrap()
            .contains("Hello, Ada")
    );
    assert!(newest[3].1 && newest[4].1, "{newest:?}");
    for server in ["on-rmcp1", "on-rmcp2"] {
        assert_eq!(answers(server), newest, "{server}");
    }
}

#[test]
fn a_question_reaches_the_client_and_its_answer_the_prompt() {
    for server in MOUNTS {
        let mut session = Stdio::start(&program(server), &[])
            .declare(json!({ "elicitation": {} }))
            .legacy("2025-11-25");
        let id = session.begin("prompts/get", json!({ "name": "ask" }));
        let asked = parse(&session.line());
        assert_eq!(asked["method"], "elicitation/create", "{server}: {asked}");
        assert_eq!(asked["params"]["message"], "How much?", "{server}");
        let answer = json!({ "action": "accept", "content": { "size": "two" } });
        session.send(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": answer }));
        let answered = session.reply(id);
        let text = &answered["result"]["messages"][0]["content"]["text"];
        assert_eq!(text, "two", "{server}: {answered}");
    }
    // An own handler has no way to ask.
    let mut session = Stdio::start(&program("on-rmcp0"), &[])
        .declare(json!({ "elicitation": {} }))
        .legacy("2025-03-26");
    let refused = session.error("prompts/get", json!({ "name": "ask" }));
    assert_eq!(refused["code"], -32603, "{refused}");
}

#[test]
fn a_change_of_the_set_is_told() {
    for server in MOUNTS {
        let mut session = Stdio::start(&program(server), &["live"]).legacy("2025-11-25");
        let prompts = &session.server()["result"]["capabilities"]["prompts"];
        assert_eq!(prompts["listChanged"], true, "{server}");
        let added = session.result("prompts/get", json!({ "name": "add-another" }));
        assert_eq!(added["messages"][0]["content"]["text"], "added", "{server}");
        let told = parse(&session.line());
        let method = &told["method"];
        assert_eq!(
            method, "notifications/prompts/list_changed",
            "{server}: {told}"
        );
        let another = session.result("prompts/get", json!({ "name": "another" }));
        assert_eq!(
            another["messages"][0]["content"]["text"], "another",
            "{server}"
        );
    }
}

#[test]
fn a_name_in_both_sets_ends_the_start() {
    for server in MOUNTS {
        let session = Stdio::start(&program(server), &["clash"]);
        let mut reported = session.stderr();
        let started = std::time::Instant::now();
        while !reported.contains("share names") && started.elapsed().as_secs() < 20 {
            std::thread::sleep(std::time::Duration::from_millis(20));
            reported = session.stderr();
        }
        assert!(
            reported.contains("`theirs` (made at run time)"),
            "{server}: {reported}"
        );
        assert!(!session.close().success(), "{server}");
    }
}

fn parse(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

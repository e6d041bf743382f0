//! Tests of the playbook's `code-review` over stdio, byte for byte, in every revision.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::{env, fs, path::Path};

use prompt_tests::{MODERN_REVISION, REVISIONS, Stdio, program, schema};
use serde_json::{Value, json};

const DIFF: &str = "-let x = a.unwrap();\n+let x = {a}?; // \"{strictness}\" \\n 日本\n";

const MESSAGES: &str = concat!(
    r#""description":"A strict code review of the provided diff","messages":[{"role":"user","content":{"type":"text","#,
    r#""text":"Review this diff strictly against our team's standards (null-safety, test coverage, no unused imports)"#,
    r#":\n\n-let x = a.unwrap();\n+let x = {a}?; // \"{strictness}\" \\n 日本\n"}}]"#,
);

const LISTED: &str = concat!(
    r#"{"name":"code-review","title":"Code review","description":"Review a diff against the team's standards.","#,
    r#""arguments":[{"name":"strictness","description":"How hard to look. "#,
    r#"(one of: lenient, normal, strict; default: normal)","required":false},"#,
    r#"{"name":"diff","description":"The unified diff to review.","required":true}]}"#,
);

const LISTED_BEFORE_TITLES: &str = concat!(
    r#"{"name":"code-review","description":"Review a diff against the team's standards.","#,
    r#""arguments":[{"name":"strictness","description":"How hard to look. "#,
    r#"(one of: lenient, normal, strict; default: normal)","required":false},"#,
    r#"{"name":"diff","description":"The unified diff to review.","required":true}]}"#,
);

fn playbook() -> Stdio {
    Stdio::start(&program("playbook"), &["serve"])
}

fn strict() -> Value {
    json!({ "name": "code-review", "arguments": { "strictness": "strict", "diff": DIFF } })
}

/// The whole listing changes with every text of the playbook. `UPDATE_GOLDEN=1 cargo test` rewrites it, for review in the diff.
fn assert_golden(name: &str, line: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/it/golden")
        .join(name);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, format!("{line}\n")).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap();
    assert_eq!(line, golden.trim_end_matches('\n'), "{}", path.display());
}

fn result(line: &str) -> Value {
    let mut reply: Value = serde_json::from_str(line).unwrap();
    reply["result"].take()
}

#[test]
fn get_in_2025_11_25() {
    let line = playbook()
        .legacy("2025-11-25")
        .request_line("prompts/get", strict());
    assert_eq!(
        line,
        format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{{MESSAGES}}}}}"#)
    );
}

#[test]
fn get_in_2026_07_28() {
    let line = playbook().modern().request_line("prompts/get", strict());
    let meta =
        r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"playbook","version":"0.1.0"}}"#;
    assert_eq!(
        line,
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete",{MESSAGES},{meta}}}}}"#
        )
    );
}

#[test]
fn list_in_2025_11_25() {
    let mut session = playbook().legacy("2025-11-25");
    let line = session.request_line("prompts/list", json!({}));
    assert!(line.contains(LISTED), "{line}");
    assert_golden("prompts-list-2025-11-25.json", &line);
}

#[test]
fn list_in_2026_07_28() {
    let mut session = playbook().modern();
    let line = session.request_line("prompts/list", json!({}));
    assert!(line.contains(LISTED), "{line}");
    assert_golden("prompts-list-2026-07-28.json", &line);
}

#[test]
fn every_revision_gets_what_its_schema_knows() {
    for revision in REVISIONS {
        let mut session = playbook().revision(revision);
        let list = session.request_line("prompts/list", json!({}));
        let listed = if revision < "2025-06-18" {
            LISTED_BEFORE_TITLES
        } else {
            LISTED
        };
        assert!(list.contains(listed), "{revision}: {list}");
        let get = session.request_line("prompts/get", strict());
        assert!(get.contains(MESSAGES), "{revision}: {get}");
        schema::assert_valid(revision, "ListPromptsResult", &result(&list));
        schema::assert_valid(revision, "GetPromptResult", &result(&get));
        for absent in ["resultType", "ttlMs", "cacheScope", "_meta"] {
            let modern = revision == MODERN_REVISION;
            assert!(
                modern || !list.contains(absent),
                "{revision}: {absent} in {list}"
            );
            assert!(
                modern || !get.contains(absent),
                "{revision}: {absent} in {get}"
            );
        }
    }
}

// Current clients do not offer these revisions, so the session is written out.
#[test]
fn raw_sessions_of_the_three_oldest_revisions() {
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18"] {
        let mut server = playbook();
        server.send_line(format!(
            r#"{{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{{"protocolVersion":"{revision}","capabilities":{{}},"clientInfo":{{"name":"raw","version":"0"}}}}}}"#
        ));
        let hello = server.line();
        assert!(
            hello.starts_with(r#"{"jsonrpc":"2.0","id":"hello","result":{"#),
            "{hello}"
        );
        let hello = result(&hello);
        assert_eq!(hello["protocolVersion"], revision);
        assert!(hello["capabilities"]["prompts"].is_object(), "{hello}");
        schema::assert_valid(revision, "InitializeResult", &hello);

        server.send_line(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        server.send_line(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#);
        assert_eq!(server.line(), r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);

        server.send_line(r#"{"jsonrpc":"2.0","id":3,"method":"prompts/list"}"#);
        let list = server.line();
        assert!(
            list.starts_with(r#"{"jsonrpc":"2.0","id":3,"result":{"prompts":["#),
            "{list}"
        );
        schema::assert_valid(revision, "ListPromptsResult", &result(&list));

        server.send_line(
            r#"{"jsonrpc":"2.0","id":4,"method":"prompts/get","params":{"name":"code-review","arguments":{"strictness":"strict","diff":"-let x = a.unwrap();\n+let x = {a}?; // \"{strictness}\" \\n 日本\n"}}}"#,
        );
        assert_eq!(
            server.line(),
            format!(r#"{{"jsonrpc":"2.0","id":4,"result":{{{MESSAGES}}}}}"#)
        );

        server.send_line(
            r#"{"jsonrpc":"2.0","id":5,"method":"prompts/get","params":{"name":"code-review"}}"#,
        );
        let refused = server.reply(5);
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
        let sentence = refused["error"]["message"].as_str().unwrap();
        assert!(sentence.contains("diff"), "{sentence}");
        assert!(server.close().success());
    }
}

#[test]
fn a_probe_for_the_newest_revision_leaves_room_for_initialize() {
    let mut server = playbook();
    server.send_line(r#"{"jsonrpc":"2.0","id":7,"method":"server/discover","params":{}}"#);
    let probe = server.reply(7);
    assert!(
        probe.get("result").or(probe.get("error")).is_some(),
        "{probe}"
    );
    let listed = server
        .legacy("2025-11-25")
        .result("prompts/list", json!({}));
    assert!(listed["prompts"].is_array(), "{listed}");
}

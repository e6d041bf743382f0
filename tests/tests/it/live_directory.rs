//! Tests that a client of the live directory sees an editor's changes.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::{fs, path::Path, process::Command};

use prompt_tests::{Stdio, program};
use serde_json::{Value, json};

/// A copy of the example's prompts.
fn copied() -> tempfile::TempDir {
    let prompts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/live-directory/prompts");
    let copy = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(prompts).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    copy
}

fn names(server: &mut Stdio) -> Vec<Value> {
    let listed = server.result("prompts/list", json!({}));
    let prompts = listed["prompts"].as_array().unwrap();
    prompts
        .iter()
        .map(|prompt| prompt["name"].clone())
        .collect()
}

#[track_caller]
fn told(server: &mut Stdio) {
    let line: Value = serde_json::from_str(&server.line()).unwrap();
    assert_eq!(
        line,
        json!({ "jsonrpc": "2.0", "method": "notifications/prompts/list_changed" })
    );
}

#[test]
fn a_client_is_told_of_every_edit_once() {
    let prompts = copied();
    let variable = format!("PROMPTS={}", prompts.path().display());
    let program = program("live-directory");
    let mut server = Stdio::start(
        Path::new("env"),
        &[&variable, program.to_str().unwrap(), "serve"],
    )
    .legacy("2025-11-25");
    assert_eq!(
        server.server().pointer("/result/capabilities/prompts"),
        Some(&json!({ "listChanged": true }))
    );
    assert_eq!(names(&mut server), ["explain-term", "label-ticket"]);
    let get = json!({ "name": "label-ticket", "arguments": { "ticket": "{{ ticket }}" } });
    let answer = server.result("prompts/get", get.clone());
    assert_eq!(
        answer["messages"][1]["content"]["text"],
        r#"{"label": "bug"}"#
    );
    assert_eq!(answer["messages"][2]["content"]["text"], "{{ ticket }}");

    fs::write(prompts.path().join("label-ticket.md"), "Label it.").unwrap();
    told(&mut server);
    let answer = server.result("prompts/get", json!({ "name": "label-ticket" }));
    assert_eq!(answer["messages"][0]["content"]["text"], "Label it.");

    let file = |name: &str| prompts.path().join(name);
    fs::rename(file("label-ticket.md"), file("label-issue.md")).unwrap();
    told(&mut server);
    assert_eq!(names(&mut server), ["explain-term", "label-issue"]);

    // A broken file is reported to the operator, and the prompts stay.
    let broken = "---\narguments: [{ name: it }]\n---\nLabel {{ it";
    fs::write(file("label-issue.md"), broken).unwrap();
    let end = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while !server
        .stderr()
        .contains("label-issue.md:4:7: `{{` is never closed")
    {
        assert!(std::time::Instant::now() < end, "{}", server.stderr());
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(
        server
            .line_within(std::time::Duration::from_millis(300))
            .is_none()
    );
    let answer = server.result("prompts/get", json!({ "name": "label-issue" }));
    assert_eq!(answer["messages"][0]["content"]["text"], "Label it.");
    assert!(server.close().success());
}

#[test]
fn the_audit_shows_the_files() {
    let prompts = copied();
    let output = Command::new(program("live-directory"))
        .env("PROMPTS", prompts.path())
        .args(["audit", "explain-term", "--json"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let audit: Value = serde_json::from_slice(&output.stdout).unwrap();
    let audited = &audit["prompts"][0];
    let file = prompts.path().join("explain-term.md");
    let size = fs::metadata(&file).unwrap().len();
    assert_eq!(audited["file"], json!(file));
    assert_eq!(audited["texts"][0]["line"], 12);
    let text = audited["texts"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("Explain \"{{ term }}\" to a {{ audience }}"));
    assert_eq!(audited["files"][0]["kind"], "prompt");
    assert_eq!(audited["files"][0]["size"], size);
    assert_eq!(audited["files"][0]["sha256"].as_str().unwrap().len(), 64);
}

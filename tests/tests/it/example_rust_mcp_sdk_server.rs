//! Tests of the examples `rust-mcp-sdk-server` and `rust-mcp-sdk-1-server`, in which another library's handler calls the registry. The older
//! version of the library speaks the revisions with a handshake, the newer one those without.

use prompt_tests::{LEGACY_REVISIONS, MODERN_REVISION, Stdio, program, schema};
use serde_json::{Value, json};

#[test]
fn the_handler_answers_with_the_prompts() {
    let mut session = Stdio::start(&program("rust-mcp-sdk-server"), &[]).modern();
    let discovered = session.result("server/discover", json!({}));
    answers(&mut session, &discovered["capabilities"], MODERN_REVISION);
}

#[test]
fn the_handler_answers_in_every_revision_with_a_handshake() {
    for revision in LEGACY_REVISIONS {
        let mut session = Stdio::start(&program("rust-mcp-sdk-1-server"), &[]).legacy(revision);
        let capabilities = session.server()["result"]["capabilities"].clone();
        answers(&mut session, &capabilities, revision);
        assert!(session.close().success(), "{revision}");
    }
}

fn answers(session: &mut Stdio, capabilities: &Value, revision: &str) {
    for name in ["prompts", "completions", "tools"] {
        assert!(capabilities[name].is_object(), "{revision}: {capabilities}");
    }
    let tools = session.result("tools/list", json!({}));
    assert_eq!(tools["tools"][0]["name"], "hello");
    let hello = session.result("tools/call", json!({ "name": "hello", "arguments": {} }));
    assert_eq!(hello["content"][0]["text"], "Hello.");

    let listed = session.result("prompts/list", json!({}));
    schema::assert_valid(revision, "ListPromptsResult", &listed);
    assert_eq!(listed["prompts"][0]["name"], "write-commit-message");
    assert_eq!(listed["prompts"][1]["name"], "welcome", "{listed}");
    let arguments = &listed["prompts"][0]["arguments"];
    assert_eq!(arguments[0]["name"], "kind", "{listed}");
    assert_eq!(arguments[1]["name"], "diff", "{listed}");
    // Titles came with the third revision, so this checks that the registry is told the session's revision.
    let has_title = arguments[1]["title"] == "Staged diff";
    assert_eq!(has_title, revision >= "2025-06-18", "{revision}: {listed}");

    let own = session.result("prompts/get", json!({ "name": "welcome" }));
    schema::assert_valid(revision, "GetPromptResult", &own);
    let params = json!({ "name": "write-commit-message", "arguments": { "diff": "+1" } });
    let result = session.result("prompts/get", params);
    schema::assert_valid(revision, "GetPromptResult", &result);
    assert_eq!(
        result["messages"][0]["content"]["text"],
        "Write the commit message of this fix:\n\n+1"
    );
    let wrong = json!({ "name": "write-commit-message", "arguments": { "kind": "poem" } });
    let refused = session.error("prompts/get", wrong);
    assert_eq!(refused["code"], -32602, "{refused}");
    let problems = &refused["data"]["problems"];
    assert_eq!(problems[0]["kind"], "invalid", "{refused}");
    assert_eq!(problems[1]["kind"], "missing", "{refused}");
    let unknown = session.error("prompts/get", json!({ "name": "no-such-prompt" }));
    assert_eq!(unknown["code"], -32602, "{unknown}");

    let complete = json!({
        "ref": { "type": "ref/prompt", "name": "write-commit-message" },
        "argument": { "name": "kind", "value": "fe" },
    });
    let completed = session.result("completion/complete", complete);
    assert_eq!(completed["completion"]["values"][0], "feature");
}

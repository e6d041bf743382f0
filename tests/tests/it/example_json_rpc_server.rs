//! Tests of the example `json-rpc-server`, a server with its own loop, in all revisions.
#![allow(clippy::unwrap_used)]

use prompt_tests::{MODERN_REVISION, REVISIONS, Stdio, program, schema};
use serde_json::{Value, json};

fn server() -> Stdio {
    Stdio::start(&program("json-rpc-server"), &[])
}

#[test]
fn every_revision_is_spoken() {
    for revision in REVISIONS {
        let mut session = server().revision(revision);
        if revision == MODERN_REVISION {
            let discovered = session.result("server/discover", json!({}));
            schema::assert_valid(revision, "DiscoverResult", &discovered);
            assert!(discovered["capabilities"]["prompts"].is_object());
            assert_eq!(session.error("ping", json!({}))["code"], -32601);
        } else {
            let hello = session.server()["result"].clone();
            schema::assert_valid(revision, "InitializeResult", &hello);
            assert!(hello["capabilities"]["tools"].is_object());
            assert_eq!(session.result("ping", json!({})), json!({}));
        }
        let tools = session.result("tools/list", json!({}));
        assert_eq!(tools["tools"], json!([]));

        let listed = session.result("prompts/list", json!({}));
        schema::assert_valid(revision, "ListPromptsResult", &listed);
        let names: Vec<&Value> = listed["prompts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|prompt| &prompt["name"])
            .collect();
        assert_eq!(names, ["team.code-review", "team.explain-diff", "welcome"]);
        let own = session.result("prompts/get", json!({ "name": "welcome" }));
        schema::assert_valid(revision, "GetPromptResult", &own);

        let params = json!({ "name": "team.explain-diff", "arguments": { "diff": "+1" } });
        let result = session.result("prompts/get", params);
        schema::assert_valid(revision, "GetPromptResult", &result);
        assert_eq!(
            result["messages"][0]["content"]["text"],
            "Explain this diff to a person who is new to the code:\n\n+1"
        );
        for name in ["team.code-review", "team.summarize-diff"] {
            let refused = session.error("prompts/get", json!({ "name": name }));
            assert_eq!(refused["code"], -32602, "{refused}");
        }
        let complete = json!({
            "ref": { "type": "ref/prompt", "name": "team.code-review" },
            "argument": { "name": "look_for", "value": "" },
        });
        let completed = session.result("completion/complete", complete);
        schema::assert_valid(revision, "CompleteResult", &completed);
        assert_eq!(session.error("sampling/none", json!({}))["code"], -32601);
        assert!(session.close().success());
    }
}

#[test]
fn a_probe_a_batch_and_nonsense_are_answered() {
    let mut server = server();
    let probe = server.result("server/discover", json!({}));
    assert!(probe["supportedVersions"].is_array(), "{probe}");
    for nonsense in [b"nonsense".as_slice(), b"\xff"] {
        server.send_line(nonsense);
        let line = server.line();
        assert!(line.contains("-32700"), "{line}");
        assert!(!line.contains("null"), "{line}");
    }
    let mut session = server.legacy("2025-03-26");
    session.send_line(
        r#"[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":"b","method":"prompts/list"}]"#,
    );
    let answers: Value = serde_json::from_str(&session.line()).unwrap();
    assert_eq!(answers.as_array().unwrap().len(), 2, "{answers}");
    assert!(answers[1]["result"]["prompts"].is_array(), "{answers}");
}

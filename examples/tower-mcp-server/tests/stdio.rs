//! Tests of the example `tower-mcp-server`.

use prompt_tests::{MODERN_REVISION, REVISIONS, Stdio, schema};
use serde_json::json;
use std::path::Path;

#[test]
fn the_layer_answers_with_the_prompts_and_the_router_the_rest() {
    // tower-mcp does not support the first revision.
    for revision in REVISIONS.into_iter().skip(1) {
        let mut session =
            Stdio::start(Path::new(env!("CARGO_BIN_EXE_tower-mcp-server")), &[]).revision(revision);
        let capabilities = if revision == MODERN_REVISION {
            session.result("server/discover", json!({}))["capabilities"].clone()
        } else {
            session.server()["result"]["capabilities"].clone()
        };
        for name in ["prompts", "completions", "tools"] {
            assert!(capabilities[name].is_object(), "{revision}: {capabilities}");
        }
        let own = session.result("prompts/get", json!({ "name": "welcome" }));
        schema::assert_valid(revision, "GetPromptResult", &own);

        let tools = session.result("tools/list", json!({}));
        assert_eq!(tools["tools"][0]["name"], "hello");
        let hello = session.result("tools/call", json!({ "name": "hello", "arguments": {} }));
        assert_eq!(hello["content"][0]["text"], "Hello.");

        let listed = session.result("prompts/list", json!({}));
        schema::assert_valid(revision, "ListPromptsResult", &listed);
        let arguments = &listed["prompts"][0]["arguments"];
        assert_eq!(listed["prompts"][0]["name"], "write-commit-message");
        assert_eq!(arguments[0]["name"], "kind", "{listed}");
        assert_eq!(arguments[1]["name"], "diff", "{listed}");
        assert_eq!(listed["prompts"][1]["name"], "welcome", "{listed}");
        // Titles came with the third revision, so this checks that the layer remembers the session's revision.
        let has_title = arguments[1]["title"] == "Staged diff";
        assert_eq!(has_title, revision >= "2025-06-18", "{revision}: {listed}");

        let params = json!({ "name": "write-commit-message", "arguments": { "diff": "+1" } });
        let reply = session.request_line("prompts/get", params);
        let messages = r#""messages":[{"role":"user","content":{"type":"text","text":"Write the commit message of this fix:\n\n+1"}}]"#;
        let result = if revision == MODERN_REVISION {
            format!(r#""result":{{"resultType":"complete",{messages}}}"#)
        } else {
            format!(r#""result":{{{messages}}}"#)
        };
        assert!(reply.contains(&result), "{revision}: {reply}");

        let wrong = json!({ "name": "write-commit-message", "arguments": { "kind": "poem" } });
        let refused = session.error("prompts/get", wrong);
        assert_eq!(refused["code"], -32602, "{refused}");
        let problems = &refused["data"]["problems"];
        assert_eq!(problems[0]["kind"], "invalid", "{refused}");
        assert_eq!(problems[1]["kind"], "missing", "{refused}");

        let complete = json!({
            "ref": { "type": "ref/prompt", "name": "write-commit-message" },
            "argument": { "name": "kind", "value": "fe" },
        });
        let completed = session.result("completion/complete", complete);
        schema::assert_valid(revision, "CompleteResult", &completed);
        assert_eq!(completed["completion"]["values"][0], "feature");
        let unknown = session.error("prompts/get", json!({ "name": "no-such-prompt" }));
        assert_eq!(unknown["code"], -32602, "{unknown}");
        assert!(session.close().success());
    }
}

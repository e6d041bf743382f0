//! Tests of the example `rust-mcp-sdk-server`, in which another library's handler calls the registry.

use prompt_tests::{MODERN_REVISION, Stdio, program, schema};
use serde_json::json;

#[test]
fn the_handler_answers_with_the_prompts() {
    let mut session = Stdio::start(&program("rust-mcp-sdk-server"), &[]).modern();
    let discovered = session.result("server/discover", json!({}));
    assert!(discovered["capabilities"]["prompts"].is_object());
    assert!(discovered["capabilities"]["completions"].is_object());
    assert!(discovered["capabilities"]["tools"].is_object());

    let tools = session.result("tools/list", json!({}));
    assert_eq!(tools["tools"][0]["name"], "hello");
    let hello = session.result("tools/call", json!({ "name": "hello", "arguments": {} }));
    assert_eq!(hello["content"][0]["text"], "Hello.");

    let listed = session.result("prompts/list", json!({}));
    schema::assert_valid(MODERN_REVISION, "ListPromptsResult", &listed);
    let arguments = &listed["prompts"][0]["arguments"];
    assert_eq!(listed["prompts"][0]["name"], "write-commit-message");
    assert_eq!(arguments[0]["name"], "kind", "{listed}");
    assert_eq!(arguments[1]["name"], "diff", "{listed}");

    assert_eq!(listed["prompts"][1]["name"], "welcome", "{listed}");
    let own = session.result("prompts/get", json!({ "name": "welcome" }));
    schema::assert_valid(MODERN_REVISION, "GetPromptResult", &own);

    let params = json!({ "name": "write-commit-message", "arguments": { "diff": "+1" } });
    let result = session.result("prompts/get", params);
    schema::assert_valid(MODERN_REVISION, "GetPromptResult", &result);
    assert_eq!(
        result["messages"][0]["content"]["text"],
        "Write the commit message of this fix:\n\n+1"
    );

    let wrong = json!({ "name": "write-commit-message", "arguments": { "kind": "poem" } });
    let refused = session.error("prompts/get", wrong);
    assert_eq!(refused["code"], -32602, "{refused}");
    assert_eq!(
        refused["data"]["problems"][0]["kind"], "invalid",
        "{refused}"
    );
    assert_eq!(
        refused["data"]["problems"][1]["kind"], "missing",
        "{refused}"
    );

    let complete = json!({
        "ref": { "type": "ref/prompt", "name": "write-commit-message" },
        "argument": { "name": "kind", "value": "fe" },
    });
    let completed = session.result("completion/complete", complete);
    assert_eq!(completed["completion"]["values"][0], "feature");
}

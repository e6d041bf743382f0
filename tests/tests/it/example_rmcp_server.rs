//! Tests of the example `rmcp-server`: its prompts are added, and its other answers stay unchanged.
#![allow(clippy::unwrap_used)]

use prompt_tests::{REVISIONS, Stdio, program};
use serde_json::json;

#[test]
fn prompts_join_the_tools_and_resources() {
    for revision in REVISIONS {
        let mut session = Stdio::start(&program("rmcp-server"), &[]).revision(revision);

        let tools = session.result("tools/list", json!({}));
        assert_eq!(
            tools["tools"][0]["name"], "times_read",
            "{revision}: {tools}"
        );
        let resources = session.result("resources/list", json!({}));
        assert_eq!(resources["resources"][0]["uri"], "notes://today");
        let read = session.result("resources/read", json!({ "uri": "notes://today" }));
        assert_eq!(read["contents"][0]["text"], "Water the plants.");
        let called = session.result("tools/call", json!({ "name": "times_read" }));
        assert_eq!(called["content"][0]["text"], "1");

        let listed = session.result("prompts/list", json!({}));
        let names: Vec<_> = listed["prompts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|prompt| prompt["name"].as_str().unwrap())
            .collect();
        assert_eq!(
            names,
            [
                "plan-day",
                "reviews.code-review",
                "reviews.explain-diff",
                "reviews.summarize-diff"
            ]
        );
        assert_eq!(
            listed["prompts"][3]["description"],
            "Deprecated since 0.1.0: use reviews.explain-diff\n\nSum up a diff."
        );
        let planned = session.result("prompts/get", json!({ "name": "plan-day" }));
        assert_eq!(
            planned["messages"][0]["content"]["text"],
            "Plan 8 hours by the notes, which were read 1 times."
        );
        let review = json!({ "name": "reviews.review", "arguments": { "diff": "+1" } });
        let review = session.result("prompts/get", review);
        assert_eq!(
            review["messages"][0]["content"]["text"],
            "Review this diff and look for bugs:\n\n+1"
        );
        let completion = json!({
            "ref": { "type": "ref/prompt", "name": "reviews.code-review" },
            "argument": { "name": "look_for", "value": "st" },
        });
        let completion = session.result("completion/complete", completion);
        assert_eq!(completion["completion"]["values"][0], "style");
        assert!(session.close().success());
    }
}

#[test]
fn the_server_is_called_by_its_own_name() {
    let session = Stdio::start(&program("rmcp-server"), &[]).legacy("2025-11-25");
    assert_eq!(
        session.server()["result"]["serverInfo"]["name"],
        "rmcp-server"
    );
}

//! Tests of the test client.

use prompt_rmcp::v3::PromptServer;
use prompt_rmcp::{Handshake, Wire};
use prompt_runtime::{Context, Progress, PromptRegistry, Revision, prompt, prompts};
use serde_json::json;

/// Says how far it has come.
#[prompt]
async fn count(#[context] context: &Context) -> &'static str {
    for step in [1.0, 2.0] {
        context.progress(Progress::new(step)).await;
    }
    "done"
}

#[tokio::test]
async fn what_comes_before_a_reply_is_kept_in_order() {
    for handshake in [
        Handshake::Initialize(Revision::V2025_11_25),
        Handshake::Discover,
    ] {
        let registry = PromptRegistry::from_prompts(prompts![count]).unwrap();
        let server = registry.mount(PromptServer::new("counter", "1"));
        let mut client = Wire::connect(server, handshake).await;
        let mut meta = json!({ "progressToken": "a" });
        if handshake == Handshake::Discover {
            meta["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
            meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
        let params = json!({ "name": "count", "_meta": meta });
        let reply = client.request("prompts/get", params).await;
        assert_eq!(
            reply["result"]["messages"][0]["content"]["text"], "done",
            "{reply}"
        );
        // A kept message is not mistaken for the reply to another request.
        assert!(client.request("prompts/list", json!({})).await["result"].is_object());
        for step in [1.0, 2.0] {
            let message = client.message().await;
            assert_eq!(message["method"], "notifications/progress");
            assert_eq!(message["params"]["progress"], step, "{message}");
        }
        // Unread messages come next.
        let unanswered = r#"{"jsonrpc":"2.0","id":"x","method":"resources/list"}"#;
        client.send(unanswered).await;
        assert_eq!(client.message().await["id"], "x");
    }
}

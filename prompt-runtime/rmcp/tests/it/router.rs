//! Tests of rmcp's `Router` with prompts mounted on it.

use crate::Client;
use crate::servers::Reviewer;
use prompt_runtime::{PromptRegistry, prompt, prompts};
use rmcp::handler::server::router::Router;
use rmcp::handler::server::router::prompt::PromptRoute;
use rmcp::handler::server::router::tool::ToolRoute;
use rmcp::model::{CallToolResult, GetPromptResult, Prompt, PromptMessage, Role, Tool};
use serde_json::{Value, json};
use std::sync::Arc;

/// Finds the server behind the router.
#[prompt]
fn ours(#[state] server: &Reviewer) -> String {
    format!("on {}", std::any::type_name_of_val(server))
}

fn router() -> Router<Reviewer> {
    let tool = Tool::new("routed", "A tool of the router.", Arc::default());
    let prompt = Prompt::new("theirs", Some("A prompt of the router."), None);
    Router::new(Reviewer::new())
        .with_tool(ToolRoute::new_dyn(tool, |_| {
            Box::pin(async { Ok(CallToolResult::default().into()) })
        }))
        .with_prompt(PromptRoute::new_dyn(prompt, |_| {
            Box::pin(async {
                let message = PromptMessage::new_text(Role::User, "theirs");
                Ok(GetPromptResult::new(vec![message]).into())
            })
        }))
}

#[tokio::test]
async fn a_router_answers_as_alone_but_for_prompts() {
    let registry = PromptRegistry::from_prompts(prompts![ours]).unwrap();
    let mounted = registry.mount(router());
    mounted.check().await.unwrap();
    let mut client = Client::legacy(mounted).await;
    assert!(client.text("ours", json!({})).await.contains("Reviewer"));
    assert_eq!(client.text("theirs", json!({})).await, "theirs");
    let listed = client.result("prompts/list", json!({})).await;
    let names: Vec<&Value> = listed["prompts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|prompt| &prompt["name"])
        .collect();
    assert_eq!(names, ["ours", "theirs"]);

    let mut mounted = Client::legacy(registry.mount(router())).await;
    let mut bare = Client::legacy(router()).await;
    for (method, params) in [
        ("tools/list", json!({})),
        ("tools/call", json!({ "name": "routed" })),
        ("tools/call", json!({ "name": "no-such-tool" })),
        ("prompts/get", json!({ "name": "theirs" })),
        ("resources/list", json!({})),
        ("ping", json!({})),
    ] {
        let with = mounted.request(method, params.clone()).await;
        let without = bare.request(method, params).await;
        // A bare router adds the result type even for clients of revisions that do not have it.
        let both = |reply: &Value| {
            let mut result = reply.get("result").cloned();
            if let Some(result) = result.as_mut().and_then(Value::as_object_mut) {
                result.remove("resultType");
            }
            (result, reply.get("error").cloned())
        };
        assert_eq!(both(&with), both(&without), "{method}");
    }
}

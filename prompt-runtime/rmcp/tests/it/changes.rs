//! Tests that clients are notified of changes to the prompts, and of the wrapped server's own changes.

use crate::servers::{Echo, Empty, Tools};
use crate::{Client, Http, LEGACY, eventually};
use prompt_runtime::{LivePrompts, PromptRegistry, RuntimePrompt, prompt, prompts};
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, ServerConfig};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::runtime::Handle;

/// There from the beginning.
#[prompt]
fn first() -> &'static str {
    "first"
}

fn live() -> LivePrompts {
    let builder = PromptRegistry::builder().prompts(prompts![first]);
    builder.build_live().unwrap()
}

fn insert(live: &LivePrompts, name: &'static str) {
    live.insert(RuntimePrompt::new(name, move |_| name))
        .unwrap();
}

const CHANGED: &str = "notifications/prompts/list_changed";

fn changed() -> Value {
    json!({ "jsonrpc": "2.0", "method": CHANGED })
}

#[tokio::test]
async fn a_session_is_told_of_every_change_once() {
    let live = live();
    let mut client = Client::legacy(live.registry().mount(Tools::new())).await;
    client.request("ping", json!({})).await;
    client.hears_nothing().await;

    insert(&live, "a");
    assert_eq!(client.message().await, changed());
    assert_eq!(client.prompt_pages().await, [["a", "first"]]);
    // The client did not list in between, so one notification is enough.
    insert(&live, "b");
    insert(&live, "c");
    live.disable("first");
    assert_eq!(client.message().await, changed());
    live.update([RuntimePrompt::new("d", |_| "d")], &["a", "b"])
        .unwrap();
    assert_eq!(client.message().await, changed());
    // An operation without effect is not a change.
    live.disable("first");
    live.update([], &["nope"]).unwrap();
    assert!(!live.remove("nope") && !live.enable("nope"));
    assert!(
        live.insert(RuntimePrompt::new("C", |_| "folds into another"))
            .is_err()
    );
    client.hears_nothing().await;
    assert_eq!(client.prompt_pages().await, [["c", "d"]]);
}

#[tokio::test]
async fn a_change_during_the_handshake_is_not_lost() {
    let live = live();
    let mut client = Client::connect(live.registry().mount(Empty));
    let params = json!({ "protocolVersion": LEGACY, "capabilities": {}, "clientInfo": { "name": "c", "version": "1" } });
    let id = client.ask("initialize", params).await;
    let reply = client.reply(id).await;
    assert_eq!(
        reply["result"]["capabilities"],
        json!({ "prompts": { "listChanged": true } })
    );
    insert(&live, "between");
    client.notify("notifications/initialized", json!({})).await;
    assert_eq!(client.message().await, changed());
}

#[tokio::test]
async fn a_registry_that_cannot_change_tells_nothing() {
    let registry = PromptRegistry::from_prompts(prompts![first]).unwrap();
    let mut client = Client::legacy(registry.mount(Empty)).await;
    client.hears_nothing().await;
    let mut client = Client::modern(registry.mount(Empty));
    let params = json!({ "notifications": { "promptsListChanged": true } });
    assert_eq!(client.error("subscriptions/listen", params).await.0, -32601);
}

/// A server that notifies of changes itself, and does not support subscriptions.
#[derive(Debug, Clone)]
struct Talkative;

impl ServerHandler for Talkative {
    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        context.peer.notify_prompt_list_changed().await.unwrap();
        context.peer.notify_tool_list_changed().await.unwrap();
        Ok(CallToolResult::success(vec![]).into())
    }

    async fn listen(&self, _: SubscriptionContext) -> Result<(), ErrorData> {
        panic!("no client asks it to listen");
    }
}

#[tokio::test]
async fn what_the_server_tells_of_its_own_accord_goes_out_beside() {
    let live = live();
    let mut client = Client::legacy(live.registry().mount(Talkative)).await;
    client.result("tools/call", json!({ "name": "t" })).await;
    let tools = json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed" });
    assert_eq!(client.others(), [changed(), tools]);
    insert(&live, "a");
    assert_eq!(client.message().await, changed());
}

fn listen(notifications: Value) -> Value {
    json!({ "notifications": notifications })
}

fn on_stream(id: u64) -> Value {
    json!({ "io.modelcontextprotocol/subscriptionId": id })
}

#[tokio::test]
async fn a_stream_is_told_until_it_is_cancelled() {
    let live = live();
    let mut client = Client::modern(live.registry().mount(Talkative));
    let id = client
        .ask(
            "subscriptions/listen",
            listen(json!({ "promptsListChanged": true, "toolsListChanged": true })),
        )
        .await;
    let acknowledged = client.message().await;
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );
    assert_eq!(
        acknowledged["params"]["notifications"],
        json!({ "promptsListChanged": true })
    );
    assert_eq!(acknowledged["params"]["_meta"], on_stream(id));
    tokio::task::yield_now().await;
    for name in ["a", "b"] {
        insert(&live, name);
        let message = client.message().await;
        let params = json!({ "_meta": on_stream(id) });
        assert_eq!(
            message,
            json!({ "jsonrpc": "2.0", "method": CHANGED, "params": params })
        );
    }
    client.cancel(id).await;
    client.result("prompts/list", json!({})).await;
    insert(&live, "c");
    client.hears_nothing().await;
}

/// A server that changes its prompts once, while it accepts a subscription and before rmcp acknowledges it.
struct Restless(LivePrompts, AtomicBool);

impl ServerHandler for Restless {
    fn get_info(&self) -> ServerConfig {
        if self.1.swap(false, Ordering::SeqCst) {
            insert(&self.0, "between");
        }
        ServerConfig::default()
    }
}

async fn hear_of_a_change_in_between<S: ServerHandler>(server: S) {
    let mut client = Client::modern(server);
    let mut told = BTreeSet::new();
    let mut expected = BTreeSet::new();
    for _ in 0..3 {
        let params = listen(json!({ "promptsListChanged": true }));
        expected.insert(client.ask("subscriptions/listen", params).await);
    }
    while told != expected {
        let message = client.message().await;
        if message["method"] == CHANGED {
            let id = &message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
            told.insert(id.as_u64().unwrap());
        }
    }
}

#[tokio::test]
async fn a_change_between_acceptance_and_stream_is_told_to_all_streams() {
    let live = live();
    let restless = Restless(live.clone(), AtomicBool::new(true));
    hear_of_a_change_in_between(live.registry().mount(restless)).await;
}

#[tokio::test]
async fn a_mount_below_another_loses_no_change_either() {
    let (below, above) = (live(), PromptRegistry::builder().build_live().unwrap());
    let restless = Restless(below.clone(), AtomicBool::new(true));
    hear_of_a_change_in_between(above.registry().mount(below.registry().mount(restless))).await;
}

#[tokio::test]
async fn a_stream_of_both_ends_when_the_server_says_so() {
    let live = live();
    let mut client = Client::modern(live.registry().mount(Echo::default()));
    let all = json!({ "promptsListChanged": true, "toolsListChanged": true, "resourceSubscriptions": ["x://1", "x://2"] });
    let id = client
        .ask("subscriptions/listen", listen(all.clone()))
        .await;
    let acknowledged = client.message().await;
    assert_eq!(acknowledged["params"]["notifications"], all);
    for method in [
        "notifications/tools/list_changed",
        "notifications/resources/updated",
    ] {
        let message = client.message().await;
        assert_eq!(message["method"], method);
        assert_eq!(message["params"]["_meta"], on_stream(id));
    }
    insert(&live, "a");
    assert_eq!(client.message().await["method"], CHANGED);
    let end = client.message().await;
    assert_eq!(
        (&end["id"], &end["result"]["resultType"]),
        (&json!(id), &json!("complete"))
    );
    insert(&live, "b");
    client.hears_nothing().await;
}

#[tokio::test]
async fn every_session_of_a_shared_mount_is_told() {
    let live = live();
    let shared = Arc::new(live.registry().mount(Empty));
    let mut clients = Vec::new();
    for _ in 0..3 {
        clients.push(Client::legacy(Arc::clone(&shared)).await);
    }
    insert(&live, "a");
    for client in &mut clients {
        assert_eq!(client.message().await, changed());
    }
    clients.remove(1).leave().await;
    insert(&live, "b");
    for client in &mut clients {
        assert_eq!(client.message().await, changed());
        client.hears_nothing().await;
    }
}

// rmcp waits some seconds for open streams. Paused time skips this wait.
#[tokio::test(start_paused = true)]
async fn what_tells_a_session_ends_with_it() {
    let live = live();
    let tasks = || Handle::current().metrics().num_alive_tasks();
    let before = tasks();
    let shared = Arc::new(live.registry().mount(Empty));
    for round in 0..3 {
        let mut legacy = Client::legacy(Arc::clone(&shared)).await;
        legacy.prompt_pages().await;
        let mut modern = Client::modern(Arc::clone(&shared));
        modern
            .ask(
                "subscriptions/listen",
                listen(json!({ "promptsListChanged": true })),
            )
            .await;
        modern.message().await;
        if round == 1 {
            insert(&live, "a");
            assert_eq!(legacy.message().await, changed());
            assert_eq!(modern.message().await["method"], CHANGED);
        }
        assert!(tasks() > before);
        legacy.leave().await;
        modern.leave().await;
        // A handshake that breaks off leaves nothing behind either, at the latest after the next change.
        drop(Client::connect(Arc::clone(&shared)));
        eventually("all tasks have ended", || tasks() <= before).await;
    }
}

#[tokio::test]
async fn over_http() {
    let live = live();
    let registry = live.registry().clone();
    let tasks = || Handle::current().metrics().num_alive_tasks();
    let before = tasks();
    let mut http = Http::new(move || registry.mount(Tools::new()));
    let is_change = |message: &str| message.contains(CHANGED);

    // The stream of a session.
    http.begin().await;
    let listener = http.clone();
    let heard = tokio::spawn(async move { listener.listen(is_change).await });
    tokio::time::sleep(crate::QUIET).await;
    insert(&live, "a");
    assert!(heard.await.unwrap().concat().contains(CHANGED));
    http.end().await;

    // A stream without a session, which the client closes.
    let listener = http.clone();
    let params = listen(json!({ "promptsListChanged": true }));
    let heard = tokio::spawn(async move {
        listener
            .stream("subscriptions/listen", params, is_change)
            .await
    });
    tokio::time::sleep(crate::QUIET).await;
    insert(&live, "b");
    let heard = heard.await.unwrap().messages;
    assert!(
        heard[0].contains("acknowledged") && heard[1].contains("subscriptionId"),
        "{heard:#?}"
    );
    eventually("all tasks have ended", || tasks() <= before).await;
}

#[tokio::test]
async fn a_subscription_that_cannot_be_read_is_invalid_params() {
    let live = live();
    let mut client = Client::modern(live.registry().mount(Empty));
    for (params, sentence) in [
        (json!({}), "`notifications` is missing"),
        (
            json!({ "notifications": ["prompts"] }),
            "`notifications` must be an object",
        ),
        (
            json!({ "notifications": { "promptsListChanged": "yes" } }),
            "`notifications.promptsListChanged` must be a boolean",
        ),
        (
            json!({ "notifications": { "resourceSubscriptions": 5 } }),
            "`notifications` is not a valid filter of notifications",
        ),
    ] {
        let reply = client.request("subscriptions/listen", params).await;
        assert_eq!(
            reply["error"],
            json!({ "code": -32602, "message": sentence })
        );
    }
    // Neither a session that began with `initialize` nor a server without changes has this method.
    let mut without = Client::modern(
        PromptRegistry::from_prompts(prompts![first])
            .unwrap()
            .mount(Empty),
    );
    let mut older = Client::legacy(live.registry().mount(Empty)).await;
    for client in [&mut without, &mut older] {
        let reply = client.request("subscriptions/listen", json!({})).await;
        assert_eq!(reply["error"]["code"], -32601);
    }
}

//! A mount on one thread, in a `LocalSet`, as rmcp's feature `local` needs it.
//!
//! The feature changes rmcp for everything in a build, so no package of the workspace turns it on. To test with it:
//! `cargo test --package prompt-rmcp --test local --features rmcp3,rmcp3/local`.
#![cfg(feature = "rmcp3")]
#![allow(clippy::unwrap_used, clippy::unused_self)]

// rmcp's macros name it so.
extern crate rmcp3 as rmcp;

use prompt_rmcp as _;
use prompt_runtime::{PromptRegistry, RuntimePrompt, prompt, prompts};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::task::LocalSet;

struct Server;

#[tool_router]
impl Server {
    #[tool(description = "Says hello.")]
    fn hello(&self) -> String {
        "hello".to_owned()
    }
}

#[tool_handler]
impl ServerHandler for Server {}

/// Takes its time.
#[prompt]
async fn later(#[state] server: &Server) -> String {
    tokio::task::yield_now().await;
    server.hello()
}

#[tokio::test]
async fn a_mount_serves_on_one_thread() {
    LocalSet::new().run_until(session()).await;
}

async fn session() {
    let builder = PromptRegistry::builder().prompts(prompts![later]);
    let live = builder.build_live().unwrap();
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let mounted = live.registry().mount(Server).with_prompt_tools();
    tokio::task::spawn_local(async move {
        let running = mounted.serve(theirs).await.unwrap();
        let _ = running.waiting().await;
    });

    let (read, mut write) = tokio::io::split(ours);
    let mut lines = BufReader::new(read).lines();
    let mut ask = async |id: u64, method: &str, params: Value| {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let request = format!("{request}\n");
        write.write_all(request.as_bytes()).await.unwrap();
        let reply = lines.next_line().await.unwrap().unwrap();
        serde_json::from_str::<Value>(&reply).unwrap()
    };
    let client = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "c", "version": "1" } });
    ask(1, "initialize", client).await;
    let got = ask(2, "prompts/get", json!({ "name": "later" })).await;
    assert_eq!(got["result"]["messages"][0]["content"]["text"], "hello");
    let called = ask(3, "tools/call", json!({ "name": "hello" })).await;
    assert_eq!(called["result"]["content"][0]["text"], "hello");
    let called = ask(
        4,
        "tools/call",
        json!({ "name": "get_prompt", "arguments": { "name": "later" } }),
    )
    .await;
    assert_eq!(called["result"]["content"][0]["text"], "hello");
    live.insert(RuntimePrompt::new("a", |_| "a")).unwrap();
    let listed = ask(5, "prompts/list", json!({})).await;
    assert!(
        listed["method"] == "notifications/prompts/list_changed"
            || listed["result"]["prompts"][0]["name"] == "a",
        "{listed}"
    );
}

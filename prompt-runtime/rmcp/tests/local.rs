//! Tests of a mount on one thread, in a `LocalSet`, as rmcp's feature `local` requires.
//!
//! The feature changes rmcp for the whole build, so no package of the workspace enables it. To run this test:
//! `cargo test --package prompt-rmcp --test local --features rmcp3,rmcp3/local`.
#![cfg(feature = "rmcp3")]
#![allow(clippy::unwrap_used, clippy::unused_self)]

// rmcp's macros require this name.
extern crate rmcp3 as rmcp;

use prompt_rmcp::v3::Mounted;
use prompt_runtime::{PromptRegistry, RuntimePrompt, prompt, prompts};
use rmcp::handler::server::router::Router;
use rmcp::handler::server::router::prompt::PromptRoute;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
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

#[tokio::test]
async fn a_router_serves_on_one_thread() {
    LocalSet::new().run_until(session_of_router()).await;
}

async fn session_of_router() {
    let theirs = rmcp::model::Prompt::new("theirs", Some("A prompt of the router."), None);
    let router = Router::new(Server).with_prompt(PromptRoute::new_dyn(theirs, |_| {
        Box::pin(async move {
            tokio::task::yield_now().await;
            Ok(rmcp::model::GetPromptResult::new(vec![]).into())
        })
    }));
    let registry = PromptRegistry::from_prompts(prompts![later]).unwrap();
    let mut client = Client::of(registry.mount(router)).await;
    let got = client.ask("prompts/get", json!({ "name": "later" })).await;
    assert_eq!(got["result"]["messages"][0]["content"]["text"], "hello");
    let got = client.ask("prompts/get", json!({ "name": "theirs" })).await;
    assert_eq!(got["result"]["messages"], json!([]));
    let listed = client.ask("prompts/list", json!({})).await;
    let names = listed["result"]["prompts"].as_array().unwrap().iter();
    let names: Vec<&Value> = names.map(|prompt| &prompt["name"]).collect();
    assert_eq!(names, ["later", "theirs"]);
}

/// A client in the same thread.
struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    write: WriteHalf<DuplexStream>,
    next_id: u64,
}

impl Client {
    async fn of<S: ServerHandler>(mounted: Mounted<S>) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        tokio::task::spawn_local(async move {
            let running = mounted.serve(theirs).await.unwrap();
            let _ = running.waiting().await;
        });
        Self::begin(ours).await
    }

    async fn begin(stream: DuplexStream) -> Self {
        let (read, write) = tokio::io::split(stream);
        let mut client = Self {
            lines: BufReader::new(read).lines(),
            write,
            next_id: 0,
        };
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "c", "version": "1" } });
        client.ask("initialize", params).await;
        client
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let request =
            json!({ "jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params });
        let request = format!("{request}\n");
        self.write.write_all(request.as_bytes()).await.unwrap();
        let reply = self.lines.next_line().await.unwrap().unwrap();
        serde_json::from_str(&reply).unwrap()
    }
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

    let mut client = Client::begin(ours).await;
    let got = client.ask("prompts/get", json!({ "name": "later" })).await;
    assert_eq!(got["result"]["messages"][0]["content"]["text"], "hello");
    let called = client.ask("tools/call", json!({ "name": "hello" })).await;
    assert_eq!(called["result"]["content"][0]["text"], "hello");
    let called = client
        .ask(
            "tools/call",
            json!({ "name": "get_prompt", "arguments": { "name": "later" } }),
        )
        .await;
    assert_eq!(called["result"]["content"][0]["text"], "hello");
    live.insert(RuntimePrompt::new("a", |_| "a")).unwrap();
    let listed = client.ask("prompts/list", json!({})).await;
    assert!(
        listed["method"] == "notifications/prompts/list_changed"
            || listed["result"]["prompts"][0]["name"] == "a",
        "{listed}"
    );
}

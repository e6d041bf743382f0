//! Tests of methods as prompts: `&self` is the server of the session.

use crate::session::Session;
use prompt_rmcp::v3::{MountError, Mounted, PromptServer};
use prompt_runtime::{Context, PromptRegistry, prompt_methods};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

struct Tracker {
    owner: &'static str,
    asked: AtomicUsize,
}

impl Tracker {
    fn of(owner: &'static str) -> Self {
        Self {
            owner,
            asked: AtomicUsize::new(0),
        }
    }
}

#[tool_router]
#[prompt_methods]
impl Tracker {
    /// Write the review of the week.
    #[prompt(name = "weekly-review", alias = "review")]
    async fn weekly_review(
        &self,
        /// Who reads it.
        #[arg(max_len = 10, complete = readers)]
        audience: &str,
        #[arg(default = 3)] sentences: u8,
        #[context] context: &Context,
    ) -> String {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        tokio::task::yield_now().await;
        let revision = context.revision();
        format!(
            "{} for {audience}: {sentences}, {asked}, {revision}",
            self.owner
        )
    }

    #[prompt]
    fn whose(&self) -> &'static str {
        self.owner
    }

    #[prompt]
    fn nobodys(text: &str) -> String {
        text.to_owned()
    }

    /// A tool of the same `impl`.
    #[tool]
    fn times_asked(&self) -> String {
        self.asked.load(Ordering::Relaxed).to_string()
    }
}

fn readers(_: &str) -> [&'static str; 2] {
    ["boss", "team"]
}

#[tool_handler]
impl ServerHandler for Tracker {}

fn registry() -> PromptRegistry {
    PromptRegistry::from_prompts(Tracker::PROMPTS).unwrap()
}

#[tokio::test]
async fn each_session_has_its_own_server() {
    let registry = registry();
    let mut first = Session::of(registry.mount(Tracker::of("Ada"))).await;
    let mut second = Session::of(registry.mount(Tracker::of("Bob"))).await;
    assert_eq!(first.names().await, ["nobodys", "weekly-review", "whose"]);
    for (session, owner) in [(&mut first, "Ada"), (&mut second, "Bob")] {
        for asked in 1..3 {
            let text = session
                .prompt("weekly-review", json!({ "audience": "team" }))
                .await;
            assert_eq!(text, format!("{owner} for team: 3, {asked}, 2025-11-25"));
        }
        assert_eq!(session.prompt("whose", json!({})).await, owner);
        let text = session.prompt("nobodys", json!({ "text": "x" })).await;
        assert_eq!(text, "x");
    }
}

#[tokio::test]
async fn keys_work_as_on_a_function_and_tools_stay() {
    let mut session = Session::of(registry().mount(Tracker::of("Ada"))).await;
    let wrong = json!({ "name": "review", "arguments": { "audience": "everybody else", "sentences": "x" } });
    let refused = session.request("prompts/get", wrong).await;
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
    let problems = refused["error"]["data"]["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 2, "{refused}");

    let complete = json!({
        "ref": { "type": "ref/prompt", "name": "weekly-review" },
        "argument": { "name": "audience", "value": "b" },
    });
    let completed = session.request("completion/complete", complete).await;
    assert_eq!(
        completed["result"]["completion"]["values"][0], "boss",
        "{completed}"
    );

    session
        .prompt("review", json!({ "audience": "boss" }))
        .await;
    let asked = session
        .request("tools/call", json!({ "name": "times_asked" }))
        .await;
    assert_eq!(asked["result"]["content"][0]["text"], "1", "{asked}");
}

#[tokio::test]
async fn a_method_needs_its_server() {
    let mounted = registry().mount(PromptServer::new("another", "1"));
    let Err(MountError::Registry(error)) = mounted.check().await else {
        unreachable!("the server is of another type");
    };
    let said = error.to_string();
    assert!(
        said.contains("prompt `whose` needs state of type"),
        "{said}"
    );
    assert!(said.contains("Tracker"), "{said}");
    assert!(!said.contains("nobodys"), "{said}");
    // Each prompt has its own line, not the line of the attribute on the `impl`.
    let mut lines: Vec<u32> = Tracker::PROMPTS
        .iter()
        .map(|prompt| prompt.location().line)
        .collect();
    lines.dedup();
    assert_eq!(lines.len(), Tracker::PROMPTS.len());
}

trait Backend: Send + Sync + 'static {
    const KIND: &'static str;
    fn kind(&self) -> String {
        Self::KIND.to_owned()
    }
    fn row(&self, key: &str) -> impl Future<Output = String> + Send;
}

struct Memory;

impl Backend for Memory {
    const KIND: &'static str = "memory";
    async fn row(&self, key: &str) -> String {
        format!("{key} in memory")
    }
}

struct Postgres {
    table: &'static str,
}

impl Backend for Postgres {
    const KIND: &'static str = "Postgres";
    async fn row(&self, key: &str) -> String {
        tokio::task::yield_now().await;
        format!("{key} in {}", self.table)
    }
}

struct Rows<B> {
    backend: B,
}

#[tool_router]
#[prompt_methods]
impl<B: Backend> Rows<B> {
    #[prompt(name = "explain-row")]
    async fn explain_row(&self, key: &str) -> String {
        self.backend.row(key).await
    }

    #[prompt]
    fn kind() -> &'static str {
        B::KIND
    }

    /// A tool of the same `impl`.
    #[tool]
    fn kind_of_rows(&self) -> String {
        self.backend.kind()
    }
}

#[tool_handler]
impl<B: Backend> ServerHandler for Rows<B> {}

#[tokio::test]
async fn two_types_of_a_generic_server_have_the_same_prompts() {
    let memory = PromptRegistry::from_prompts(Rows::<Memory>::PROMPTS).unwrap();
    let postgres = PromptRegistry::from_prompts(Rows::<Postgres>::PROMPTS).unwrap();
    explains(
        memory.mount(Rows { backend: Memory }),
        "7 in memory",
        "memory",
    )
    .await;
    let backend = Postgres { table: "orders" };
    let server = postgres.mount(Arc::new(Rows { backend }));
    explains(server, "7 in orders", "Postgres").await;

    // The list of one type does not fit a server of another.
    let Err(MountError::Registry(error)) = memory
        .mount(Rows {
            backend: Postgres { table: "" },
        })
        .check()
        .await
    else {
        unreachable!("the server is of another type");
    };
    let said = error.to_string();
    assert!(said.contains("Rows<it::methods::Memory>"), "{said}");
}

async fn explains(server: Mounted<impl ServerHandler>, row: &str, kind: &str) {
    let mut session = Session::of(server).await;
    assert_eq!(session.names().await, ["explain-row", "kind"]);
    let text = session.prompt("explain-row", json!({ "key": "7" })).await;
    assert_eq!(text, row);
    assert_eq!(session.prompt("kind", json!({})).await, kind);
    let call = json!({ "name": "kind_of_rows" });
    let called = session.request("tools/call", call).await;
    assert_eq!(called["result"]["content"][0]["text"], kind, "{called}");
}

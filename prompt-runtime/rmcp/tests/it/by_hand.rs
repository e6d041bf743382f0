//! Tests that an author's own `impl ServerHandler` and rmcp's prompt router follow the rules of the mount.

use crate::servers::{Empty, Reviewer};
use crate::shapes::reported;
use crate::{Client, eventually};
use prompt_rmcp::v3::{MountError, PromptHandlers, add_to};
use prompt_runtime::{
    Context, LivePrompts, PromptRegistry, RegisteredPrompt, RuntimePrompt, prompt, prompts,
};
use rmcp::handler::server::prompt::PromptContext;
use rmcp::handler::server::router::prompt::PromptRouter;
use rmcp::model::{
    CompleteRequestParams, CompleteResult, CustomRequest, CustomResult, GetPromptRequestParams,
    GetPromptResponse, InitializeRequestParams, InitializeResult, ListPromptsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, SubscriptionFilter,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler, prompt_handler};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A word in as many copies.
#[prompt(title = "Copies")]
fn copies(count: u8, #[arg(values = ["one", "two"])] word: &str) -> String {
    word.repeat(count.into())
}

/// Panics.
#[prompt]
async fn broken() -> String {
    tokio::task::yield_now().await;
    panic!("secret")
}

/// Hidden.
#[prompt]
fn hidden() -> &'static str {
    "hidden"
}

fn visible(prompt: &RegisteredPrompt, _: &Context) -> bool {
    prompt.name() != "hidden"
}

fn live() -> LivePrompts {
    let builder = PromptRegistry::builder().prompts(prompts![copies, broken, hidden]);
    builder
        .page_size(1)
        .visible_when(visible)
        .on_report(|_: &prompt_runtime::Report<'_>| {})
        .build_live()
        .unwrap()
}

/// A server that implements every method itself.
struct ByHand {
    prompts: PromptRegistry,
}

type Request = RequestContext<RoleServer>;

impl ServerHandler for ByHand {
    fn get_info(&self) -> ServerConfig {
        let mut capabilities = ServerCapabilities::default();
        PromptHandlers::new(&self.prompts, self).declare(&mut capabilities);
        ServerConfig::new(capabilities)
    }

    async fn initialize(
        &self,
        params: InitializeRequestParams,
        context: Request,
    ) -> Result<InitializeResult, ErrorData> {
        PromptHandlers::new(&self.prompts, self).notify(&context);
        context.peer.set_peer_info(params.clone());
        self.negotiate_initialize(&params)
    }

    async fn list_prompts(
        &self,
        params: Option<PaginatedRequestParams>,
        context: Request,
    ) -> Result<ListPromptsResult, ErrorData> {
        PromptHandlers::new(&self.prompts, self).list_prompts(params, &context)
    }

    async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        context: Request,
    ) -> Result<GetPromptResponse, ErrorData> {
        PromptHandlers::new(&self.prompts, self)
            .get_prompt(params, context)
            .await
    }

    async fn complete(
        &self,
        params: CompleteRequestParams,
        context: Request,
    ) -> Result<CompleteResult, ErrorData> {
        PromptHandlers::new(&self.prompts, self)
            .complete(params, context)
            .await
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: Request,
    ) -> Result<CustomResult, ErrorData> {
        Err(PromptHandlers::new(&self.prompts, self).refuse(&request))
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        PromptHandlers::new(&self.prompts, self)
            .listen(&context)
            .await;
        Ok(())
    }
}

fn requests() -> Vec<(&'static str, Value)> {
    let get = |arguments: Value| json!({ "name": "copies", "arguments": arguments });
    let complete = |name: &str| {
        json!({
            "ref": { "type": "ref/prompt", "name": name },
            "argument": { "name": "word", "value": "o" },
            "context": { "arguments": { "count": "1" } },
        })
    };
    vec![
        ("server/discover", json!({})),
        ("prompts/list", json!({})),
        ("prompts/list", json!({ "cursor": "" })),
        ("prompts/list", json!({ "cursor": 5 })),
        ("prompts/get", get(json!({ "count": "2", "word": "one" }))),
        ("prompts/get", get(json!({ "count": "x", "words": "one" }))),
        ("prompts/get", get(json!([]))),
        ("prompts/get", json!({ "name": "broken" })),
        ("prompts/get", json!({ "name": "hidden" })),
        ("prompts/get", json!({ "name": "nope" })),
        ("prompts/get", json!({ "arguments": {} })),
        ("completion/complete", complete("copies")),
        ("completion/complete", complete("hidden")),
        (
            "completion/complete",
            json!({ "ref": { "type": "ref/prompt", "name": "copies" } }),
        ),
        ("custom/thing", json!({})),
    ]
}

async fn answers<S: ServerHandler>(server: S, modern: bool) -> Vec<Vec<String>> {
    let mut client = match modern {
        true => Client::modern(server),
        false => Client::legacy(server).await,
    };
    let mut answers = Vec::new();
    for (method, params) in requests() {
        let id = client.ask(method, params).await;
        answers.push(client.lines_to(id).await);
    }
    answers
}

#[tokio::test]
async fn the_answers_are_those_of_the_mount() {
    let live = live();
    let registry = live.registry();
    for modern in [false, true] {
        let mounted = answers(registry.mount(Empty), modern).await;
        let by_hand = answers(
            ByHand {
                prompts: registry.clone(),
            },
            modern,
        )
        .await;
        for ((request, mounted), by_hand) in requests().iter().zip(mounted).zip(by_hand) {
            assert_eq!(by_hand, mounted, "{modern} {request:?}");
        }
    }
    let (_, mounted) = Client::initialized(registry.mount(Empty), "2025-06-18").await;
    let (_, by_hand) = Client::initialized(
        ByHand {
            prompts: registry.clone(),
        },
        "2025-06-18",
    )
    .await;
    assert_eq!(by_hand, mounted);
}

#[tokio::test]
async fn pages_follow_one_another() {
    let live = live();
    let mut client = Client::legacy(ByHand {
        prompts: live.registry().clone(),
    })
    .await;
    assert_eq!(client.prompt_pages().await, [["broken"], ["copies"]]);
    live.insert(RuntimePrompt::new("zz", |_| "zz")).unwrap();
    let changed = json!({ "jsonrpc": "2.0", "method": "notifications/prompts/list_changed" });
    assert_eq!(client.message().await, changed);
    assert_eq!(
        client.prompt_pages().await,
        [["broken"], ["copies"], ["zz"]]
    );
}

#[tokio::test]
async fn a_stream_is_told() {
    let live = live();
    let mut client = Client::modern(ByHand {
        prompts: live.registry().clone(),
    });
    let params = json!({ "notifications": { "promptsListChanged": true } });
    let id = client.ask("subscriptions/listen", params).await;
    assert_eq!(
        client.message().await["params"]["notifications"],
        json!({ "promptsListChanged": true })
    );
    tokio::task::yield_now().await;
    live.insert(RuntimePrompt::new("zz", |_| "zz")).unwrap();
    let message = client.message().await;
    assert_eq!(
        message["params"]["_meta"],
        json!({ "io.modelcontextprotocol/subscriptionId": id })
    );
}

#[tokio::test]
async fn only_prompts_are_completed() {
    let live = live();
    let mut client = Client::legacy(ByHand {
        prompts: live.registry().clone(),
    })
    .await;
    let params = json!({ "ref": { "type": "ref/resource", "uri": "x://{a}" }, "argument": { "name": "a", "value": "" } });
    let error = client.error("completion/complete", params).await;
    assert_eq!(
        error,
        (
            -32602,
            "only arguments of prompts can be completed".to_owned()
        )
    );
}

/// A server with a value that its prompt needs.
struct Greeter {
    prompts: PromptRegistry,
    greeting: &'static str,
}

impl ServerHandler for Greeter {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_prompts().build())
    }

    async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        context: Request,
    ) -> Result<GetPromptResponse, ErrorData> {
        PromptHandlers::new(&self.prompts, self)
            .get_prompt(params, context)
            .await
    }
}

/// Greets.
#[prompt]
async fn greet(#[state] server: &Greeter, #[state] request: &RequestContext<RoleServer>) -> String {
    format!(
        "{} {}",
        server.greeting,
        request.client_info().unwrap().name
    )
}

#[tokio::test]
async fn the_server_and_rmcps_context_are_state() {
    let prompts = PromptRegistry::from_prompts(prompts![greet]).unwrap();
    let server = Greeter {
        prompts: prompts.clone(),
        greeting: "good day",
    };
    PromptHandlers::new(&server.prompts, &server)
        .check()
        .unwrap();
    let other = ByHand {
        prompts: prompts.clone(),
    };
    let missing = PromptHandlers::new(&prompts, &other).check().unwrap_err();
    assert!(matches!(missing, MountError::Registry(_)), "{missing}");
    let mut client = Client::legacy(server).await;
    assert_eq!(client.text("greet", json!({})).await, "good day legacy");
}

/// Never ends.
#[prompt]
async fn endless(#[state] dropped: &Arc<AtomicBool>) -> String {
    struct Running(Arc<AtomicBool>);
    impl Drop for Running {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }
    let _running = Running(Arc::clone(dropped));
    std::future::pending().await
}

#[tokio::test]
async fn a_cancelled_request_drops_its_prompt() {
    let dropped: Arc<AtomicBool> = Arc::default();
    let builder = PromptRegistry::builder().prompts(prompts![endless]);
    let prompts = builder.state(Arc::clone(&dropped)).build().unwrap();
    let mut client = Client::legacy(ByHand { prompts }).await;
    let id = client
        .ask("prompts/get", json!({ "name": "endless" }))
        .await;
    client.request("ping", json!({})).await;
    client.cancel(id).await;
    eventually("dropped", || dropped.load(Ordering::SeqCst)).await;
    client.hears_nothing().await;
}

/// A server that keeps rmcp's prompt router, which contains prompts of both kinds.
struct Routed {
    greeting: &'static str,
    router: PromptRouter<Self>,
}

#[prompt_handler(router = self.router)]
impl ServerHandler for Routed {}

/// Greets through the router.
#[prompt]
fn greet_routed(#[state] server: &Routed, name: &str) -> String {
    format!("{} {name}", server.greeting)
}

#[tokio::test]
async fn prompts_are_added_to_a_router_of_rmcp() {
    let builder = PromptRegistry::builder().prompts(prompts![greet_routed, copies, hidden]);
    let live = builder.visible_when(visible).build_live().unwrap();
    let registry = live.registry();
    let mut router = PromptRouter::new();
    add_to(registry, &mut router).unwrap();
    let mut client = Client::legacy(Routed {
        greeting: "hello",
        router,
    })
    .await;

    assert_eq!(
        client.text("greet_routed", json!({ "name": "you" })).await,
        "hello you"
    );
    let error = client
        .error("prompts/get", json!({ "name": "greet_routed" }))
        .await;
    assert_eq!(error, (-32602, "argument \"name\" is missing".to_owned()));
    assert_eq!(
        client
            .error("prompts/get", json!({ "name": "hidden" }))
            .await
            .0,
        -32602
    );
    let listed = client.result("prompts/list", json!({})).await;
    let theirs = PromptRegistry::from_prompts(prompts![copies]).unwrap();
    let mounted = Client::legacy(theirs.mount(Empty))
        .await
        .result("prompts/list", json!({}))
        .await;
    assert_eq!(listed["prompts"][0], mounted["prompts"][0]);
    // The features that the router cannot support.
    assert_eq!(
        listed["prompts"].as_array().unwrap().len(),
        3,
        "the hidden one is listed"
    );
    assert_eq!(
        client.error("prompts/get", json!({ "name": 5 })).await.0,
        -32601
    );
    live.remove("copies");
    let error = client
        .error("prompts/get", json!({ "name": "copies" }))
        .await;
    assert_eq!(error, (-32602, "unknown prompt \"copies\"".to_owned()));
}

/// Has the name of a route.
#[prompt]
fn review() -> &'static str {
    "ours"
}

#[tokio::test]
async fn what_a_router_cannot_take_is_an_error() {
    let registry = PromptRegistry::from_prompts(prompts![greet_routed, review]).unwrap();
    let mut router: PromptRouter<Reviewer> = PromptRouter::new();
    let error = add_to(&registry, &mut router).unwrap_err();
    assert!(matches!(error, MountError::Registry(_)), "{error}");

    let registry = PromptRegistry::from_prompts(prompts![copies, review]).unwrap();
    let mut router = Reviewer::prompts();
    let error = add_to(&registry, &mut router).unwrap_err();
    assert!(
        matches!(&error, MountError::Names(names) if names[0].0 == "review" && names[0].1.contains("by_hand.rs:")),
        "{error}"
    );
    assert!(!router.has_route("copies"), "nothing is added");
}

/// A server that answers for its prompts and does not declare them.
struct Silent {
    prompts: PromptRegistry,
    router: PromptRouter<Self>,
}

impl ServerHandler for Silent {
    async fn list_prompts(
        &self,
        params: Option<PaginatedRequestParams>,
        context: Request,
    ) -> Result<ListPromptsResult, ErrorData> {
        PromptHandlers::new(&self.prompts, self).list_prompts(params, &context)
    }

    async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        context: Request,
    ) -> Result<GetPromptResponse, ErrorData> {
        let call = PromptContext::new(self, params.name, params.arguments, context);
        self.router.get_prompt(call).await
    }
}

#[tokio::test]
async fn a_capability_that_is_not_declared_is_reported() {
    for method in ["prompts/list", "prompts/get"] {
        let (prompts, reports) = reported(prompts![hidden]);
        let mut router = PromptRouter::new();
        add_to(&prompts, &mut router).unwrap();
        let server = Silent { prompts, router };
        let unchecked = PromptHandlers::new(&server.prompts, &server).check();
        assert!(matches!(unchecked, Err(MountError::Undeclared)));
        let mut client = Client::legacy(server).await;
        for _ in 0..2 {
            client.request(method, json!({ "name": "hidden" })).await;
        }
        let reports = reports.lock().unwrap();
        assert_eq!(reports.len(), 1, "{reports:?}");
        assert!(reports[0].contains("enable_prompts()"), "{reports:?}");
    }
}

/// Reads a value of the request.
#[prompt]
fn who(#[state] user: &u64) -> String {
    format!("user {user}")
}

#[tokio::test]
async fn a_handler_of_ones_own_reads_state_from_requests() {
    struct Own(PromptRegistry);

    impl ServerHandler for Own {
        async fn get_prompt(
            &self,
            params: GetPromptRequestParams,
            context: Request,
        ) -> Result<GetPromptResponse, ErrorData> {
            let handlers = PromptHandlers::new(&self.0, self);
            let handlers = handlers.with_state(|request: &Request| {
                request.meta.get("com.example/user").and_then(Value::as_u64)
            });
            handlers.get_prompt(params, context).await
        }
    }

    let (prompts, _) = reported(prompts![who]);
    let mut client = Client::legacy(Own(prompts)).await;
    let params = json!({ "name": "who", "_meta": { "com.example/user": 7 } });
    let result = client.result("prompts/get", params).await;
    assert_eq!(result["messages"][0]["content"]["text"], "user 7");
}

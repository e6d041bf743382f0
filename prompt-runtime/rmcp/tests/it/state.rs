//! Tests of state that a prompt takes from the server, from the request and from the registry.

use crate::servers::Empty;
use crate::{Client, Http, eventually, modern_meta};
use http::request::Parts;
use prompt_rmcp::v3::{MountError, request_extension};
use prompt_runtime::error::RegistryProblem;
use prompt_runtime::{
    Context, PromptRegistry, RegisteredPrompt, Report, RuntimePrompt, prompt, prompts,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A value that serves as the server, as state and as a value of the request.
#[derive(Debug, Clone, PartialEq)]
struct Named(&'static str);

impl ServerHandler for Named {}

/// Says whose value it has got.
#[prompt]
fn whose(#[state] named: &Named) -> &'static str {
    named.0
}

/// The same, later.
#[prompt]
async fn whose_later(#[state] named: &Named) -> &'static str {
    tokio::task::yield_now().await;
    named.0
}

/// Needs two kinds of state.
#[prompt]
fn demanding(#[state] number: &u64, #[state] named: &Named) -> String {
    format!("{number} {}", named.0)
}

/// Looks into rmcp's own context.
#[prompt]
fn inside(#[state] request: &RequestContext<RoleServer>, #[context] context: &Context) -> String {
    let same: &RequestContext<RoleServer> = context.extensions().get().unwrap();
    assert_eq!(same.id, request.id);
    format!("request {}", request.id)
}

/// Tells what it knows of the request.
#[prompt]
fn told(#[context] context: &Context) -> String {
    let client = context.client().unwrap();
    let marker = context.meta().and_then(|meta| meta.get("marker").cloned());
    format!(
        "{} {} {} {marker:?}",
        context.revision(),
        client.name,
        client.version
    )
}

#[tokio::test]
async fn the_server_comes_before_the_registry() {
    let plain = || PromptRegistry::builder().prompts(prompts![whose, whose_later]);
    let with_state = plain().state(Named("registry")).build().unwrap();
    let without = plain().build().unwrap();
    for name in ["whose", "whose_later"] {
        let mut client = Client::of_checked(with_state.mount(Named("server"))).await;
        assert_eq!(client.text(name, json!({})).await, "server");
        let mut client = Client::of_checked(with_state.mount(Empty)).await;
        assert_eq!(client.text(name, json!({})).await, "registry");
        let mut client = Client::of_checked(without.mount(Named("server"))).await;
        assert_eq!(client.text(name, json!({})).await, "server");
        let mut client = Client::of_checked(without.mount(Arc::new(Named("shared")))).await;
        assert_eq!(client.text(name, json!({})).await, "shared");
        let mut client = Client::of_checked(without.mount(Box::new(Named("boxed")))).await;
        assert_eq!(client.text(name, json!({})).await, "boxed");
        let empty = PromptRegistry::from_prompts([]).unwrap();
        let mut client = Client::of_checked(without.mount(empty.mount(Named("wrapped")))).await;
        assert_eq!(client.text(name, json!({})).await, "wrapped");
        let both = empty.mount(Arc::new(Named("both")));
        let mut client = Client::of_checked(without.mount(both)).await;
        assert_eq!(client.text(name, json!({})).await, "both");
        let tools = empty.mount(Named("tools")).with_prompt_tools();
        let mut client = Client::of_checked(without.mount(tools)).await;
        assert_eq!(client.text(name, json!({})).await, "tools");
    }
}

#[tokio::test]
async fn what_the_request_brings_comes_first() {
    let registry = PromptRegistry::builder()
        .prompts(prompts![whose])
        .state(Named("registry"))
        .build()
        .unwrap();
    let http = Http::new(move || {
        let mounted = registry.mount(Named("server"));
        mounted.with_state(request_extension::<Named>)
    });
    let text = |answer: crate::Answer| {
        let text = answer.reply()["result"]["messages"][0]["content"]["text"].take();
        text.as_str().unwrap().to_owned()
    };
    let params = json!({ "name": "whose" });
    assert_eq!(
        text(http.request("prompts/get", params.clone()).await),
        "server"
    );
    assert_eq!(
        text(
            http.request_with("prompts/get", params, Some(Named("request")))
                .await
        ),
        "request"
    );
}

#[tokio::test]
async fn what_the_request_brings_may_be_shared() {
    let registry = PromptRegistry::from_prompts(prompts![whose]).unwrap();
    let mounted = move || {
        let mounted = registry.mount(Empty);
        mounted.with_state(request_extension::<Arc<Named>>)
    };
    mounted().check().await.unwrap();
    let http = Http::new(mounted);
    let brought = Some(Arc::new(Named("request")));
    let params = json!({ "name": "whose" });
    let answer = http.request_with("prompts/get", params, brought).await;
    let text = answer.reply()["result"]["messages"][0]["content"]["text"].clone();
    assert_eq!(text, "request");
}

#[tokio::test]
async fn state_that_nobody_provides_is_an_error_of_serve() {
    let reports: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = Arc::clone(&reports);
    let registry = PromptRegistry::builder()
        .prompts(prompts![demanding, whose, inside])
        .on_report(move |report: &Report<'_>| told.lock().unwrap().push(report.to_string()))
        .build()
        .unwrap();
    for _ in 0..3 {
        let (_, stream) = tokio::io::duplex(1);
        let error = registry.mount(Empty).serve(stream).await.unwrap_err();
        let MountError::Registry(missing) = &error else {
            panic!("{error}");
        };
        assert_eq!(missing.problems().len(), 3, "{error}");
        let sentence = error.to_string();
        for part in [
            "`demanding`",
            "`u64`",
            "`whose`",
            "Named`",
            "tests/it/state.rs:",
            "`it::servers::Empty`",
            "`.with_state(",
        ] {
            assert!(sentence.contains(part), "{part}: {sentence}");
        }
    }
    registry.mount(Named("server")).check().await.unwrap_err();
    let told = || reports.lock().unwrap().clone();
    assert_eq!(told(), [""; 0], "who was given the error is told no more");
    for _ in 0..3 {
        Client::legacy(registry.mount(Empty)).await;
        Client::legacy(registry.mount(Named("server"))).await;
    }
    assert_eq!(
        told().len(),
        2,
        "one for each kind of server: {:#?}",
        told()
    );
}

#[tokio::test]
async fn state_that_a_request_fails_to_bring_is_an_internal_error() {
    let reports: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = Arc::clone(&reports);
    let registry = PromptRegistry::builder()
        .prompts(prompts![whose])
        .on_report(move |report: &Report<'_>| told.lock().unwrap().push(report.to_string()))
        .build()
        .unwrap();
    let mounted = registry.mount(Empty).with_state(|_| None::<Named>);
    let mut client = Client::of_checked(mounted).await;
    let error = client
        .error("prompts/get", json!({ "name": "whose" }))
        .await;
    assert_eq!(error, (-32603, "internal error".to_owned()));
    assert!(reports.lock().unwrap()[0].contains("Named"));
}

#[tokio::test]
async fn rmcps_own_context_and_what_the_client_said_are_within_reach() {
    let registry = PromptRegistry::from_prompts(prompts![inside, told]).unwrap();
    let mut client = Client::of_checked(registry.mount(Empty)).await;
    assert_eq!(client.text("inside", json!({})).await, "request 2");
    assert_eq!(
        client.text("told", json!({})).await,
        "2025-11-25 legacy 1 None"
    );
    let marked = json!({ "name": "told", "_meta": { "marker": 5 } });
    let result = client.result("prompts/get", marked).await;
    assert_eq!(
        result["messages"][0]["content"]["text"],
        "2025-11-25 legacy 1 Some(Number(5))"
    );
    // A request without a session names its own revision, on any connection.
    let mut meta = modern_meta();
    meta["marker"] = json!("m");
    let result = client
        .result("prompts/get", json!({ "name": "told", "_meta": meta }))
        .await;
    assert_eq!(
        result["messages"][0]["content"]["text"],
        "2026-07-28 modern 2 Some(String(\"m\"))"
    );
}

/// Tells what the HTTP request brought.
#[prompt]
fn carried(#[state] parts: &Parts, #[state] layer: &u32) -> String {
    let authorization = parts.headers.get("authorization");
    let authorization = authorization.and_then(|value| value.to_str().ok());
    format!(
        "{} {} {layer}",
        parts.uri.path(),
        authorization.unwrap_or("nobody")
    )
}

#[tokio::test]
async fn the_http_request_and_what_its_layers_left_are_state() {
    let registry = PromptRegistry::from_prompts(prompts![carried]).unwrap();
    let mounted = move || {
        let mounted = registry.mount(Empty).with_state(request_extension::<Parts>);
        mounted.with_state(|request| {
            let parts = request.extensions.get::<Parts>()?;
            parts.extensions.get::<u32>().copied()
        })
    };
    mounted().check().await.unwrap();
    let mut http = Http::new(mounted).with_header("authorization", "Bearer T");
    for session in [false, true] {
        if session {
            http.begin().await;
        }
        let answer = http
            .request_with("prompts/get", json!({ "name": "carried" }), Some(42_u32))
            .await;
        let text = &answer.reply()["result"]["messages"][0]["content"]["text"];
        assert_eq!(text, "/mcp Bearer T 42", "{session}");
    }
}

/// Shown to all.
#[prompt]
fn open() -> &'static str {
    "open"
}

/// Shown to administrators.
#[prompt]
fn secret(#[arg(values = ["x", "y"])] word: &str) -> String {
    word.to_owned()
}

fn for_administrators(prompt: &RegisteredPrompt, context: &Context) -> Result<bool, String> {
    let parts: &Parts = context.extensions().get().ok_or("no HTTP request")?;
    let is_administrator = parts
        .headers
        .get("authorization")
        .is_some_and(|value| value == "Bearer admin");
    Ok(prompt.name() == "open" || is_administrator)
}

#[tokio::test]
async fn the_authorization_of_each_request_decides_what_it_sees() {
    let registry = PromptRegistry::builder()
        .prompts(prompts![open, secret])
        .visible_when(for_administrators)
        .build()
        .unwrap();
    let served = registry.clone();
    let http = Http::new(move || served.mount(Empty));
    let mut session = http.clone();
    session.begin().await;
    let get = json!({ "name": "secret", "arguments": { "word": "x" } });
    let complete = json!({ "ref": { "type": "ref/prompt", "name": "secret" }, "argument": { "name": "word", "value": "" } });
    // One session with requests of different users in turn.
    for http in [http, session] {
        for _ in 0..2 {
            let stranger = http.clone();
            let administrator = http.clone().with_header("authorization", "Bearer admin");
            let listed = |answer: crate::Answer| {
                answer.reply()["result"]["prompts"]
                    .as_array()
                    .unwrap()
                    .len()
            };
            assert_eq!(listed(stranger.request("prompts/list", json!({})).await), 1);
            assert_eq!(
                listed(administrator.request("prompts/list", json!({})).await),
                2
            );

            let unknown = json!({ "code": -32602, "message": "unknown prompt \"secret\"" });
            assert_eq!(
                stranger.request("prompts/get", get.clone()).await.reply()["error"],
                unknown
            );
            let got = administrator
                .request("prompts/get", get.clone())
                .await
                .reply();
            assert_eq!(got["result"]["messages"][0]["content"]["text"], "x");

            assert_eq!(
                stranger
                    .request("completion/complete", complete.clone())
                    .await
                    .reply()["error"],
                unknown
            );
            let completed = administrator
                .request("completion/complete", complete.clone())
                .await
                .reply();
            assert_eq!(
                completed["result"]["completion"]["values"],
                json!(["x", "y"])
            );
        }
    }
    // Without HTTP the predicate has no authorization to check, so it hides the prompt.
    let quiet = PromptRegistry::builder()
        .prompts(prompts![open, secret])
        .visible_when(for_administrators)
        .on_report(|_: &Report<'_>| {})
        .build()
        .unwrap();
    let mut client = Client::legacy(quiet.mount(Empty)).await;
    assert_eq!(client.prompt_pages().await, [[] as [&str; 0]]);
}

#[tokio::test]
async fn a_client_that_disconnects_drops_its_prompt() {
    struct Running(Arc<AtomicUsize>);
    impl Drop for Running {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let begun: Arc<AtomicUsize> = Arc::default();
    let dropped: Arc<AtomicUsize> = Arc::default();
    let live = PromptRegistry::builder().build_live().unwrap();
    let (begins, drops) = (Arc::clone(&begun), Arc::clone(&dropped));
    let slow = RuntimePrompt::new_async("slow", move |_| {
        begins.fetch_add(1, Ordering::SeqCst);
        let running = Running(Arc::clone(&drops));
        async move {
            let _running = running;
            tokio::time::sleep(Duration::from_secs(600)).await;
            "late"
        }
    });
    live.insert(slow).unwrap();
    let http = Http::new(move || live.registry().mount(Empty));
    http.disconnect_from("prompts/get", json!({ "name": "slow" }))
        .await;
    eventually("begun", || begun.load(Ordering::SeqCst) == 1).await;
    eventually("dropped", || dropped.load(Ordering::SeqCst) == 1).await;
}

#[tokio::test]
async fn errors_over_http_have_their_status() {
    let registry = PromptRegistry::builder()
        .prompts(prompts![open])
        .build()
        .unwrap();
    let http = Http::new(move || registry.mount(Empty));
    let status_and_code = async |method: &str, params: Value| {
        let answer = http.request(method, params).await;
        let code = answer.reply()["error"]["code"].as_i64();
        (answer.status.as_u16(), code)
    };
    assert_eq!(
        status_and_code("prompts/get", json!({ "name": "open" })).await,
        (200, None)
    );
    assert_eq!(
        status_and_code("prompts/get", json!({ "name": "nope" }))
            .await
            .1,
        Some(-32602)
    );
    assert_eq!(
        status_and_code("prompts/get", json!({ "name": "open", "arguments": [] }))
            .await
            .1,
        Some(-32602)
    );
    let no_completions = json!({ "ref": { "type": "ref/prompt", "name": "open" }, "argument": { "name": "a", "value": "" } });
    assert_eq!(
        status_and_code("completion/complete", no_completions).await,
        (404, Some(-32601))
    );
}

/// An author's own decorator, which hides its inner server.
struct Decorated<S>(#[allow(dead_code)] S);

impl<S: Send + Sync + 'static> ServerHandler for Decorated<S> {}

#[tokio::test]
async fn any_nesting_of_wrappers_leads_to_the_server() {
    let without = PromptRegistry::from_prompts(prompts![whose, whose_later]).unwrap();
    let empty = PromptRegistry::from_prompts([]).unwrap();
    macro_rules! finds {
        ($($server:expr),* $(,)?) => {$(
            for name in ["whose", "whose_later"] {
                let mut client = Client::of_checked(without.mount($server)).await;
                assert_eq!(client.text(name, json!({})).await, "inner", "{}", stringify!($server));
            }
        )*};
    }
    let named = || Named("inner");
    finds![
        Arc::new(empty.mount(named())),
        Box::new(empty.mount(Arc::new(named()))),
        empty.mount(empty.mount(named())),
        empty.mount(Arc::new(empty.mount(Box::new(named())))),
        empty.mount(Arc::new(named())).with_prompt_tools(),
        Arc::new(
            empty
                .mount(Arc::new(empty.mount(named()).with_prompt_tools()))
                .with_prompt_tools()
        ),
    ];
    let tools = without
        .mount(Arc::new(empty.mount(named())))
        .with_prompt_tools();
    tools.check().await.unwrap();
}

#[tokio::test]
async fn missing_state_names_the_wrapper_that_hides_it() {
    let without = PromptRegistry::from_prompts(prompts![whose]).unwrap();
    let empty = PromptRegistry::from_prompts([]).unwrap();
    let hidden = without.mount(Arc::new(empty.mount(Decorated(Named("inner")))));
    let Err(MountError::Registry(missing)) = hidden.check().await else {
        panic!("the decorator is opaque");
    };
    let [RegistryProblem::MissingState { server, .. }] = missing.problems() else {
        panic!("{missing}");
    };
    let name = std::any::type_name::<Decorated<Named>>();
    assert_eq!(*server, Some(name));
}

#[tokio::test]
async fn a_mount_is_clone_and_debug_where_its_server_is() {
    let registry = PromptRegistry::from_prompts(prompts![whose]).unwrap();
    let mounted = registry.mount(Named("clone")).with_state(|_| None::<u8>);
    let mut client = Client::of_checked(mounted.clone()).await;
    assert_eq!(client.text("whose", json!({})).await, "clone");
    assert!(format!("{:?}", mounted.with_prompt_tools().clone()).contains("clone"));
}

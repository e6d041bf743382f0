//! Tests that invalid requests and failing prompts get an answer, and that the next request does too.

use crate::servers::{Empty, Rich, Tools};
use crate::{Client, modern_meta};
use prompt_runtime::{
    GetPromptResult, PromptRegistry, Report, RuntimeArgument, RuntimePrompt, messages, prompt,
    prompts,
};
use serde_json::{Value, json};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Takes a number.
#[prompt]
fn counted(count: u8, word: Option<&str>) -> String {
    format!("{count} {}", word.unwrap_or("nothing"))
}

fn registry() -> PromptRegistry {
    PromptRegistry::from_prompts(prompts![counted]).unwrap()
}

fn completing() -> PromptRegistry {
    let live = PromptRegistry::builder()
        .prompts(prompts![counted])
        .build_live()
        .unwrap();
    let word = RuntimeArgument::required("word").values(["one", "two"]);
    live.insert(RuntimePrompt::new("words", |_| "words").argument(word))
        .unwrap();
    live.registry().clone()
}

/// Params that rmcp cannot read or that violate the schema, and the expected messages.
fn malformed() -> Vec<(&'static str, Value, &'static str)> {
    let get = "prompts/get";
    let complete = "completion/complete";
    let reference = json!({ "type": "ref/prompt", "name": "words" });
    let argument = json!({ "name": "word", "value": "" });
    vec![
        (get, json!({}), "`name` is missing"),
        (get, json!({ "name": 5 }), "`name` must be a string"),
        (get, json!({ "name": null }), "`name` must be a string"),
        (
            get,
            json!({ "name": "counted", "arguments": [] }),
            "`arguments` must be an object whose values are strings",
        ),
        (
            get,
            json!({ "name": "counted", "arguments": "count=5" }),
            "`arguments` must be an object whose values are strings",
        ),
        (
            get,
            json!({ "name": "counted", "arguments": 5 }),
            "`arguments` must be an object whose values are strings",
        ),
        (
            get,
            json!({ "name": "counted", "arguments": { "count": 5 } }),
            "argument \"count\" must be a string",
        ),
        (
            get,
            json!({ "name": "counted", "arguments": { "count": "1" }, "requestState": 5 }),
            "`requestState` must be a string",
        ),
        (
            get,
            json!({ "name": "counted", "arguments": { "count": "1" }, "inputResponses": [] }),
            "`inputResponses` must be an object",
        ),
        (complete, json!({}), "`ref` must be an object"),
        (
            complete,
            json!({ "ref": {}, "argument": argument }),
            "`ref.type` must be \"ref/prompt\" or \"ref/resource\"",
        ),
        (
            complete,
            json!({ "ref": { "type": "ref/tool", "name": "words" }, "argument": argument }),
            "`ref.type` must be \"ref/prompt\" or \"ref/resource\"",
        ),
        (
            complete,
            json!({ "ref": { "type": "ref/prompt" }, "argument": argument }),
            "`ref.name` is missing",
        ),
        (
            complete,
            json!({ "ref": { "type": "ref/prompt", "name": 5 }, "argument": argument }),
            "`ref.name` must be a string",
        ),
        (
            complete,
            json!({ "ref": reference }),
            "`argument` must be an object",
        ),
        (
            complete,
            json!({ "ref": reference, "argument": {} }),
            "`argument.name` is missing",
        ),
        (
            complete,
            json!({ "ref": reference, "argument": { "name": "word" } }),
            "`argument.value` is missing",
        ),
        (
            complete,
            json!({ "ref": reference, "argument": { "name": "word", "value": 1 } }),
            "`argument.value` must be a string",
        ),
        (
            complete,
            json!({ "ref": reference, "argument": argument, "context": { "arguments": { "a": 1 } } }),
            "`context.arguments` must be an object whose values are strings",
        ),
    ]
}

#[tokio::test]
async fn malformed_params_are_invalid_params_in_a_precise_sentence() {
    let mut wrong = Vec::new();
    for modern in [false, true] {
        for (method, params, sentence) in malformed() {
            let mut client = match modern {
                true => Client::modern(completing().mount(Rich)),
                false => Client::legacy(completing().mount(Rich)).await,
            };
            let reply = client.request(method, params.clone()).await;
            let error = (&reply["error"]["code"], &reply["error"]["message"]);
            if error != (&json!(-32602), &json!(sentence)) {
                wrong.push(format!("{modern} {method} {params}: {reply}"));
            }
            assert_eq!(
                client.text("counted", json!({ "count": "1" })).await,
                "1 nothing"
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn what_rmcp_cannot_read_at_all_reaches_nobody() {
    let mut client = Client::legacy(registry().mount(Empty)).await;
    for params in [
        json!([1]),
        json!("all"),
        json!({ "name": "counted", "_meta": 5 }),
    ] {
        client.ask("prompts/get", params).await;
        let error = json!({ "code": -32600, "message": "Invalid request" });
        assert_eq!(
            client.message().await,
            json!({ "jsonrpc": "2.0", "error": error })
        );
    }
    assert_eq!(
        client.text("counted", json!({ "count": "1" })).await,
        "1 nothing"
    );
}

#[tokio::test]
async fn without_params_the_name_is_missing() {
    let mut client = Client::legacy(registry().mount(Empty)).await;
    client
        .send(&json!({ "jsonrpc": "2.0", "id": 9, "method": "prompts/get" }))
        .await;
    let reply = client.reply(9).await;
    assert_eq!(
        reply["error"],
        json!({ "code": -32602, "message": "`name` is missing" })
    );
    client
        .send(&json!({ "jsonrpc": "2.0", "id": 10, "method": "prompts/list" }))
        .await;
    assert_eq!(
        client.reply(10).await["result"]["prompts"][0]["name"],
        "counted"
    );
}

#[tokio::test]
async fn every_problem_is_named_at_once() {
    let mut client = Client::legacy(registry().mount(Empty)).await;
    let params =
        json!({ "name": "counted", "arguments": { "count": "many", "words": "x", "word": 5 } });
    let reply = client.request("prompts/get", params).await;
    let problems = reply["error"]["data"]["problems"].as_array().unwrap();
    let kinds: Vec<_> = problems
        .iter()
        .map(|problem| {
            (
                problem["argument"].as_str().unwrap(),
                problem["kind"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        kinds,
        [
            ("count", "invalid"),
            ("word", "not_a_string"),
            ("words", "undeclared")
        ]
    );
    assert_eq!(reply["error"]["code"], -32602);
    assert!(!reply.to_string().contains("many"), "{reply}");
}

#[tokio::test]
async fn a_modern_request_without_its_meta_is_refused_before_us() {
    let mut client = Client::modern(registry().mount(Empty));
    client.text("counted", json!({ "count": "1" })).await;
    let version = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" });
    for params in [
        json!({ "_meta": {}, "name": 5 }),
        json!({ "_meta": version, "name": "counted" }),
    ] {
        let (code, message) = client.error("prompts/get", params).await;
        assert_eq!(code, -32602);
        assert!(message.starts_with("request _meta is missing"), "{message}");
    }
}

#[tokio::test]
async fn completions_find_their_server() {
    let ask = |reference: Value| json!({ "ref": reference, "argument": { "name": "word", "value": "t" } });
    let prompt = |name: &str| ask(json!({ "type": "ref/prompt", "name": name }));
    let template = || ask(json!({ "type": "ref/resource", "uri": "x://{word}" }));

    // Our completions, and the wrapped server's completions of templates.
    let mut client = Client::legacy(completing().mount(Rich)).await;
    let ours = client.result("completion/complete", prompt("words")).await;
    assert_eq!(
        ours,
        json!({ "completion": { "values": ["two"], "total": 1, "hasMore": false } })
    );
    let without = client
        .result("completion/complete", prompt("counted"))
        .await;
    assert_eq!(
        without,
        json!({ "completion": { "values": [], "total": 0, "hasMore": false } })
    );
    let theirs = client.result("completion/complete", template()).await;
    assert_eq!(theirs["completion"]["values"][0], "t");
    let theirs = client.result("completion/complete", prompt("theirs")).await;
    assert!(
        theirs["completion"]["values"][1]
            .as_str()
            .unwrap()
            .contains("theirs")
    );

    // A server without completions gets some for our prompts.
    let mut client =
        Client::modern(completing().mount(crate::servers::Paged::of(&["a", "theirs"])));
    let error = client.error("completion/complete", template()).await;
    assert_eq!(error.0, -32601);
    let error = client.error("completion/complete", prompt("nope")).await;
    assert_eq!(error, (-32602, "unknown prompt \"nope\"".to_owned()));
    let theirs = client.result("completion/complete", prompt("theirs")).await;
    assert_eq!(
        theirs["completion"],
        json!({ "values": [], "total": 0, "hasMore": false })
    );

    // If there are no completions, the method does not exist.
    let mut client = Client::legacy(registry().mount(Tools::new())).await;
    for params in [
        prompt("counted"),
        prompt("nope"),
        template(),
        json!({ "ref": {} }),
    ] {
        assert_eq!(client.error("completion/complete", params).await.0, -32601);
    }
    // If the wrapped server has completions, a prompt of ours has an empty list.
    let mut client = Client::legacy(registry().mount(Rich)).await;
    let without = client
        .result("completion/complete", prompt("counted"))
        .await;
    assert_eq!(without["completion"]["values"], json!([]));
}

#[derive(Debug)]
struct PanicsWhenDropped;

impl Drop for PanicsWhenDropped {
    fn drop(&mut self) {
        panic!("secret of the drop");
    }
}

/// Panics in the call.
#[prompt]
fn in_call() -> String {
    panic!("secret of the call")
}

/// Panics in the first poll.
#[prompt]
async fn in_poll() -> String {
    panic!("secret of the poll")
}

/// Panics in a later poll.
#[prompt]
async fn in_later_poll() -> String {
    tokio::task::yield_now().await;
    panic!("secret of a later poll")
}

/// Panics when its future is dropped, done.
#[prompt]
async fn in_drop() -> String {
    let _held = PanicsWhenDropped;
    tokio::task::yield_now().await;
    "done".to_owned()
}

/// Panics with a value that panics when it is dropped.
#[prompt]
fn twice() -> String {
    std::panic::panic_any(PanicsWhenDropped)
}

/// Cannot even be dropped.
#[derive(Debug)]
struct Failure(PanicsWhenDropped);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl std::error::Error for Failure {}

/// Fails with an error that panics when it is dropped.
#[prompt]
fn in_error() -> Result<String, Failure> {
    Err(Failure(PanicsWhenDropped))
}

/// Fails later with an error that panics when it is dropped.
#[prompt]
async fn in_later_error() -> Result<String, Failure> {
    tokio::task::yield_now().await;
    Err(Failure(PanicsWhenDropped))
}

fn fails(_: &str) -> Result<Vec<String>, Failure> {
    Err(Failure(PanicsWhenDropped))
}

/// Cannot be completed.
#[prompt]
fn in_completers_error(#[arg(complete = fails)] word: &str) -> GetPromptResult {
    messages! { user: "{word}"; }
}

/// Never ends, and panics when it is dropped.
#[prompt]
async fn in_cancelled_drop() -> String {
    let _held = PanicsWhenDropped;
    std::future::pending().await
}

fn panics(_: &str) -> Vec<String> {
    panic!("secret of the completer")
}

/// Panics while it is completed.
#[prompt]
fn in_completer(#[arg(complete = panics)] word: &str) -> GetPromptResult {
    messages! { user: "{word}"; }
}

/// Panics in another task, which is joined.
#[prompt]
async fn in_task() -> Result<String, tokio::task::JoinError> {
    tokio::spawn(async { panic!("secret of a task") }).await
}

/// Hides the intended panics from the output, and no others.
fn quieten() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let payload = panic.payload();
        let text = payload.downcast_ref::<&str>();
        let meant = text.is_some_and(|text| text.starts_with("secret"));
        if !meant && !payload.is::<PanicsWhenDropped>() {
            hook(panic);
        }
    }));
}

#[tokio::test]
async fn a_panic_is_answered_and_so_is_the_next_request() {
    quieten();
    let reports: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = Arc::clone(&reports);
    let angry = Arc::new(AtomicBool::new(false));
    let anger = Arc::clone(&angry);
    let registry = PromptRegistry::builder()
        .prompts(prompts![
            counted,
            in_call,
            in_poll,
            in_later_poll,
            in_drop,
            twice,
            in_cancelled_drop,
            in_completer,
            in_completers_error,
            in_error,
            in_later_error,
            in_task
        ])
        .on_report(move |report: &Report<'_>| told.lock().unwrap().push(report.to_string()))
        .visible_when(move |_, _| {
            assert!(!anger.load(Ordering::SeqCst), "secret of the predicate");
            true
        })
        .build()
        .unwrap();
    for modern in [false, true] {
        let mut client = match modern {
            true => Client::modern(registry.mount(Tools::new())),
            false => Client::legacy(registry.mount(Tools::new())).await,
        };
        for name in [
            "in_call",
            "in_poll",
            "in_later_poll",
            "in_drop",
            "twice",
            "in_error",
            "in_later_error",
            "in_task",
        ] {
            let reply = client.request("prompts/get", json!({ "name": name })).await;
            assert_eq!(
                reply["error"],
                json!({ "code": -32603, "message": "internal error" }),
                "{name}"
            );
            assert_eq!(
                client.text("counted", json!({ "count": "1" })).await,
                "1 nothing"
            );
        }
        let id = client
            .ask("prompts/get", json!({ "name": "in_cancelled_drop" }))
            .await;
        client.cancel(id).await;
        for name in ["in_completer", "in_completers_error"] {
            let params = json!({ "ref": { "type": "ref/prompt", "name": name }, "argument": { "name": "word", "value": "t" } });
            let suggested = client.result("completion/complete", params).await;
            assert_eq!(
                suggested["completion"],
                json!({ "values": [], "total": 0, "hasMore": false })
            );
        }
        angry.store(true, Ordering::SeqCst);
        assert_eq!(
            client.result("prompts/list", json!({})).await["prompts"],
            json!([])
        );
        assert_eq!(
            client
                .error("prompts/get", json!({ "name": "counted" }))
                .await,
            (-32602, "unknown prompt \"counted\"".to_owned())
        );
        angry.store(false, Ordering::SeqCst);
        assert_eq!(
            client.text("counted", json!({ "count": "1" })).await,
            "1 nothing"
        );
        client.hears_nothing().await;
    }
    let reports = reports.lock().unwrap();
    for name in ["in_call", "in_poll", "in_later_poll", "in_drop", "twice"] {
        let report = format!("prompt \"{name}\" panicked");
        assert_eq!(
            reports.iter().filter(|told| **told == report).count(),
            2,
            "{name}: {reports:#?}"
        );
    }
}

#[tokio::test]
async fn what_a_prompt_fails_with_stays_in_the_server() {
    let reports: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = Arc::clone(&reports);
    let live = PromptRegistry::builder()
        .on_report(move |report: &Report<'_>| told.lock().unwrap().push(report.to_string()))
        .build_live()
        .unwrap();
    live.insert(RuntimePrompt::new("fails", |_| {
        Err::<String, _>(std::io::Error::other("secret password"))
    }))
    .unwrap();
    live.insert(RuntimePrompt::new("empty", |_| GetPromptResult::new([])))
        .unwrap();
    live.insert(RuntimePrompt::new("says", |_| {
        Err::<String, _>(prompt_runtime::PromptError::for_user("try again on Monday"))
    }))
    .unwrap();
    let mut client = Client::legacy(live.registry().mount(Empty)).await;
    for name in ["fails", "empty"] {
        let error = client.error("prompts/get", json!({ "name": name })).await;
        assert_eq!(error, (-32603, "internal error".to_owned()));
    }
    let error = client.error("prompts/get", json!({ "name": "says" })).await;
    assert_eq!(error, (-32603, "try again on Monday".to_owned()));
    let reports = reports.lock().unwrap();
    assert_eq!(reports.len(), 2, "{reports:#?}");
    assert!(reports[0].contains("secret password"));
}

#[tokio::test]
async fn a_modern_meta_on_an_older_session_is_answered_in_its_own_kind() {
    let mut client = Client::legacy(registry().mount(Empty)).await;
    let listed = client
        .result("prompts/list", json!({ "_meta": modern_meta() }))
        .await;
    assert_eq!(listed["resultType"], "complete");
    let listed = client.result("prompts/list", json!({})).await;
    assert!(listed.get("resultType").is_none());
}

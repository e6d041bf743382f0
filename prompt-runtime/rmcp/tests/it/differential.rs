//! Tests that a mounted server answers everything except prompts exactly as it does alone.

use crate::servers::{Echo, Empty, Reviewer, Rich, Tools};
use crate::{Answer, Client, Http, LEGACY, modern_meta};
use prompt_runtime::{
    LivePrompts, PromptRegistry, RuntimeArgument, RuntimePrompt, prompt, prompts,
};
use rmcp::ServerHandler;
use rmcp::model::{ClientNotification, ClientRequest};
use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Ours.
#[prompt]
fn ours() -> &'static str {
    "ours"
}

/// Every request that rmcp supports, and some that it cannot read.
fn requests() -> Vec<(&'static str, Value)> {
    vec![
        ("ping", json!({})),
        (
            "initialize",
            json!({
                "protocolVersion": LEGACY,
                "capabilities": { "roots": {} },
                "clientInfo": { "name": "again", "version": "1" },
            }),
        ),
        ("server/discover", json!({})),
        (
            "completion/complete",
            json!({
                "ref": { "type": "ref/resource", "uri": "x://{a}" },
                "argument": { "name": "a", "value": "b" },
                "context": { "arguments": { "c": "d" } },
            }),
        ),
        (
            "completion/complete",
            json!({ "ref": { "type": "ref/resource" } }),
        ),
        (
            "completion/complete",
            json!({ "ref": { "type": "ref/tool" } }),
        ),
        (
            "completion/complete",
            json!({
                "ref": { "type": "ref/prompt", "name": "theirs" },
                "argument": { "name": "a", "value": "b" },
            }),
        ),
        ("logging/setLevel", json!({ "level": "info" })),
        (
            "prompts/get",
            json!({
                "name": "theirs",
                "arguments": { "a": "b" },
                "requestState": "s",
                "inputResponses": { "k": { "action": "accept" } },
            }),
        ),
        (
            "prompts/get",
            json!({ "name": "review", "arguments": { "code": "x" } }),
        ),
        ("prompts/list", json!({})),
        (
            "resources/list",
            json!({ "cursor": "c", "_meta": { "progressToken": 5 } }),
        ),
        ("resources/templates/list", json!({})),
        ("resources/read", json!({ "uri": "x://1" })),
        (
            "resources/read",
            json!({ "uri": "x://1", "inputResponses": {} }),
        ),
        (
            "subscriptions/listen",
            json!({ "notifications": { "toolsListChanged": true, "resourceSubscriptions": ["x://1"] } }),
        ),
        ("resources/subscribe", json!({ "uri": "x://1" })),
        ("resources/unsubscribe", json!({ "uri": "x://1" })),
        (
            "tools/call",
            json!({ "name": "hello", "arguments": { "n": 1.5 } }),
        ),
        ("tools/call", json!({ "name": "list_prompts" })),
        ("tools/call", json!({ "name": 5 })),
        ("tools/list", json!({})),
        ("tools/list", json!({ "cursor": "z" })),
        ("tasks/get", json!({ "taskId": "t" })),
        (
            "tasks/update",
            json!({ "taskId": "t", "inputResponses": {} }),
        ),
        ("tasks/cancel", json!({ "taskId": "t" })),
        ("skills/list", json!({})),
        ("skills/get", json!({ "uri": "skill://pdf/SKILL.md" })),
        ("resources/directory/read", json!({ "uri": "skill://pdf" })),
        ("custom/thing", json!({ "q": [1, null] })),
        ("custom/thing", Value::Null),
    ]
}

/// Every notification that rmcp supports.
fn notifications() -> Vec<(&'static str, Value)> {
    vec![
        (
            "notifications/cancelled",
            json!({ "requestId": 99, "reason": "why not", "_meta": { "k": 1 } }),
        ),
        (
            "notifications/progress",
            json!({ "progressToken": "t", "progress": 1, "total": 2 }),
        ),
        ("notifications/initialized", json!({})),
        ("notifications/roots/list_changed", json!({})),
        ("notifications/custom", json!({ "q": 1 })),
    ]
}

/// The methods in rmcp's own schema of its messages, except the custom one.
fn methods<T: JsonSchema>() -> BTreeSet<String> {
    let schema = serde_json::to_value(schema_for!(T)).unwrap();
    let follow = |reference: &Value| {
        let reference = reference["$ref"].as_str().unwrap().to_owned();
        schema
            .pointer(reference.strip_prefix('#').unwrap())
            .unwrap()
    };
    let kinds = schema["anyOf"].as_array().unwrap();
    let methods: Vec<_> = kinds
        .iter()
        .map(|kind| &follow(kind)["properties"]["method"])
        .filter(|method| method.get("$ref").is_some())
        .map(|method| follow(method)["const"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(methods.len() + 1, kinds.len(), "one kind is custom");
    methods.into_iter().collect()
}

fn covered(samples: Vec<(&'static str, Value)>) -> BTreeSet<String> {
    let methods = samples.into_iter().map(|(method, _)| method.to_owned());
    methods
        .filter(|method| !method.contains("custom"))
        .collect()
}

#[test]
fn no_method_is_left_out() {
    assert_eq!(methods::<ClientRequest>(), covered(requests()));
    assert_eq!(methods::<ClientNotification>(), covered(notifications()));
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Era {
    Legacy,
    Modern,
    /// An unknown version, after a handshake.
    BadVersion,
    /// An unknown version in the client's first message.
    BadVersionFirst,
    /// A `_meta` that lacks required members, after a handshake.
    BadMeta,
}

const ERAS: [Era; 5] = [
    Era::Legacy,
    Era::Modern,
    Era::BadVersion,
    Era::BadVersionFirst,
    Era::BadMeta,
];

/// A server's answer to one request.
async fn asked<S: ServerHandler>(
    server: S,
    era: Era,
    method: &str,
    mut params: Value,
) -> Vec<String> {
    let bad_version = json!({
        "io.modelcontextprotocol/protocolVersion": "2099-01-01",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let meta = match era {
        Era::Legacy => None,
        Era::Modern => Some(modern_meta()),
        Era::BadVersion | Era::BadVersionFirst => Some(bad_version),
        Era::BadMeta => Some(json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" })),
    };
    if let (Some(meta), Value::Object(params)) = (meta, &mut params) {
        params.insert("_meta".to_owned(), meta);
    }
    let mut client = match era {
        Era::Modern | Era::BadVersionFirst => Client::connect(server),
        _ => Client::legacy(server).await,
    };
    let id = client.ask(method, params).await;
    client.lines_to(id).await
}

/// Returns `true` for an error that rmcp returns before it calls a handler.
fn is_of_rmcp(error: &Value) -> bool {
    let message = error["message"].as_str().unwrap_or_default();
    error["code"] == -32022 || message.starts_with("request _meta is missing")
}

/// The expected answer of the mount, given the original server's answer.
fn expected(
    method: &str,
    params: &Value,
    bare: &[String],
    set: &Set,
    is_modern: bool,
) -> Vec<Value> {
    let mut messages = values(bare);
    let Some(reply) = messages.last_mut() else {
        return messages;
    };
    let not_found = reply["error"]["code"] == -32601;
    match method {
        // The mount supports prompts, but does not have this one.
        "prompts/get" if not_found => {
            let name = params["name"].as_str().unwrap();
            reply["error"] =
                json!({ "code": -32602, "message": format!("unknown prompt \"{name}\"") });
        }
        // The mount supports completions, so it reads references and rejects those that the protocol does not have.
        "completion/complete"
            if set.completes
                && params["ref"]["type"] == "ref/tool"
                && !is_of_rmcp(&reply["error"]) =>
        {
            let sentence = "`ref.type` must be \"ref/prompt\" or \"ref/resource\"";
            let error = json!({ "code": -32602, "message": sentence });
            *reply = json!({ "jsonrpc": "2.0", "id": reply["id"], "error": error });
        }
        // With our prompts the server supports completions too.
        "completion/complete"
            if not_found && set.completes && params["ref"]["type"] == "ref/prompt" =>
        {
            reply["error"] = json!({ "code": -32602, "message": "unknown prompt \"theirs\"" });
        }
        "prompts/list" if not_found || reply.get("result").is_some() => {
            if not_found {
                let mut result = json!({ "prompts": [] });
                if is_modern {
                    result["resultType"] = json!("complete");
                    result["ttlMs"] = json!(0);
                    result["cacheScope"] = json!("public");
                }
                *reply = json!({ "jsonrpc": "2.0", "id": reply["id"], "result": result });
            }
            let prompts = reply["result"]["prompts"].as_array_mut().unwrap();
            prompts.extend(set.names.iter().map(|name| match *name {
                "ours" => json!({ "name": "ours", "description": "Ours.", "arguments": [] }),
                name => json!({ "name": name, "arguments": [{ "name": "a", "required": false, "description": "one of: x" }] }),
            }));
            prompts.sort_by_key(|prompt| prompt["name"].as_str().unwrap().to_owned());
        }
        _ => {}
    }
    messages
}

fn values(lines: &[String]) -> Vec<Value> {
    lines
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The message without the capabilities for prompts, which [`the_capabilities_are_merged`] checks.
fn without_prompts(mut message: Value) -> Value {
    if let Some(Value::Object(capabilities)) = message.pointer_mut("/result/capabilities") {
        capabilities.remove("prompts");
        capabilities.remove("completions");
    }
    message
}

/// A registry, and its additions to a server.
struct Set {
    registry: PromptRegistry,
    names: &'static [&'static str],
    completes: bool,
}

fn sets() -> [Set; 3] {
    let fixed = PromptRegistry::from_prompts(prompts![ours]).unwrap();
    let empty = PromptRegistry::from_prompts([]).unwrap();
    [
        Set {
            registry: empty,
            names: &[],
            completes: false,
        },
        Set {
            registry: fixed,
            names: &["ours"],
            completes: false,
        },
        Set {
            registry: live().registry().clone(),
            names: &["ours", "zz"],
            completes: true,
        },
    ]
}

fn live() -> LivePrompts {
    let live = PromptRegistry::builder()
        .prompts(prompts![ours])
        .build_live()
        .unwrap();
    let completed = RuntimeArgument::optional("a").values(["x"]);
    live.insert(RuntimePrompt::new("zz", |_| "later").argument(completed))
        .unwrap();
    live
}

/// `true` if the original server has no subscriptions, and the mount has them because its prompts change.
fn subscribes_now(method: &str, bare: &[String], set: &Set, era: Era) -> bool {
    method == "subscriptions/listen"
        && era == Era::Modern
        && set.registry.is_live()
        && values(bare)
            .last()
            .is_some_and(|reply| reply["error"]["code"] == -32601)
}

#[tokio::test]
async fn a_live_mount_accepts_subscriptions_to_what_it_has_none_of() {
    let mut client = Client::connect(live().registry().mount(Empty));
    let notifications = json!({ "toolsListChanged": true });
    let params = json!({ "notifications": notifications, "_meta": modern_meta() });
    client.ask("subscriptions/listen", params).await;
    let message = client.message().await;
    assert_eq!(
        message["method"],
        "notifications/subscriptions/acknowledged"
    );
    assert_eq!(message["params"]["notifications"], json!({}));
}

/// Sends everything to both servers, in every era.
async fn compare<S: ServerHandler + Send + Sync>(kind: &str, make: impl Fn() -> S) {
    let sets = sets();
    for (method, params) in requests() {
        for era in ERAS {
            let bare = asked(make(), era, method, params.clone()).await;
            assert!(!bare.is_empty(), "{kind} {era:?} {method}: no answer");
            for set in &sets {
                // A server that declares `listChanged` must accept subscriptions, and this one stays open.
                if subscribes_now(method, &bare, set, era) {
                    continue;
                }
                let mounted = asked(set.registry.mount(make()), era, method, params.clone()).await;
                let what = format!("{kind} {era:?} {:?} {method} {params}", set.names);
                let expected = expected(method, &params, &bare, set, era == Era::Modern);
                if expected == values(&bare) && !bare.concat().contains("\"capabilities\":{") {
                    assert_eq!(mounted, bare, "{what}");
                } else {
                    let without = |messages: Vec<Value>| -> Vec<Value> {
                        messages.into_iter().map(without_prompts).collect()
                    };
                    assert_eq!(without(values(&mounted)), without(expected), "{what}");
                }
            }
        }
    }
}

#[tokio::test]
async fn an_empty_server() {
    compare("empty", || Empty).await;
}

#[tokio::test]
async fn a_server_made_with_macros() {
    compare("tools", Tools::new).await;
}

#[tokio::test]
async fn a_server_with_prompts_of_its_own() {
    compare("reviewer", Reviewer::new).await;
}

#[tokio::test]
async fn a_server_that_tells_all_that_reached_it() {
    compare("echo", Echo::default).await;
}

#[tokio::test]
async fn a_server_that_answers_with_all_there_is() {
    compare("rich", || Rich).await;
}

#[tokio::test]
async fn a_shared_server_and_a_mount_on_a_mount() {
    let other = PromptRegistry::from_prompts([]).unwrap();
    compare("arc", || std::sync::Arc::new(Echo::default())).await;
    compare("box", || Box::new(Rich)).await;
    // The original server is a mount already, so there are no differences.
    let registry = PromptRegistry::from_prompts(prompts![ours]).unwrap();
    for (method, params) in requests() {
        let once = asked(registry.mount(Rich), Era::Modern, method, params.clone()).await;
        let twice = asked(
            other.mount(registry.mount(Rich)),
            Era::Modern,
            method,
            params.clone(),
        )
        .await;
        assert_eq!(once, twice, "{method} {params}");
    }
}

#[tokio::test]
async fn prompt_tools_change_nothing_but_tools() {
    async fn compare<S: ServerHandler + Send + Sync>(make: impl Fn() -> S) {
        let registry = PromptRegistry::from_prompts(prompts![ours]).unwrap();
        for (method, params) in requests() {
            if method == "tools/list" || params["name"] == "list_prompts" {
                continue;
            }
            for era in ERAS {
                let without = asked(registry.mount(make()), era, method, params.clone()).await;
                let tools = registry.mount(make()).with_prompt_tools();
                let with = asked(tools, era, method, params.clone()).await;
                let strip = |lines: &[String]| -> Vec<Value> {
                    let mut messages = values(lines);
                    for message in &mut messages {
                        if let Some(capabilities) = message.pointer_mut("/result/capabilities") {
                            capabilities["tools"].take();
                        }
                    }
                    messages
                };
                if method == "initialize" || method == "server/discover" {
                    assert_eq!(strip(&with), strip(&without), "{era:?} {method} {params}");
                } else {
                    assert_eq!(with, without, "{era:?} {method} {params}");
                }
            }
        }
    }
    compare(Tools::new).await;
    compare(|| Rich).await;
    compare(Echo::default).await;
}

#[tokio::test]
async fn notifications_reach_the_server() {
    async fn heard<S: ServerHandler>(echo: &Echo, server: S) -> Vec<String> {
        let mut client = Client::connect(server);
        client.initialize(LEGACY).await;
        for (method, params) in notifications() {
            client.notify(method, params).await;
            // The messages are sent one by one, because rmcp handles each in a separate task.
            client.request("ping", json!({})).await;
        }
        client.leave().await;
        let mut heard = echo.heard.lock().unwrap().clone();
        heard.sort();
        heard
    }
    let live = live();
    let bare = Echo::default();
    let told = heard(&bare, bare.clone()).await;
    assert_eq!(told.len(), notifications().len() + 1, "{told:#?}");
    for registry in [
        PromptRegistry::from_prompts(prompts![ours]).unwrap(),
        live.registry().clone(),
    ] {
        let echo = Echo::default();
        assert_eq!(heard(&echo, registry.mount(echo.clone())).await, told);
        let echo = Echo::default();
        let tools = registry.mount(echo.clone()).with_prompt_tools();
        assert_eq!(heard(&echo, tools).await, told);
    }
}

#[tokio::test]
async fn over_http() {
    async fn asked<S: ServerHandler>(http: &Http<S>, method: &str, params: &Value) -> Answer {
        http.clone()
            .with_header("x-marker", "here")
            .request_with(method, params.clone(), Some(42_u32))
            .await
    }
    let live = live();
    let registry = live.registry().clone();
    let mut bare = Http::new(Echo::default);
    let mut mounted = Http::new(move || registry.mount(Echo::default()));
    for session in [false, true] {
        if session {
            bare.begin().await;
            mounted.begin().await;
        }
        for (method, params) in requests() {
            // Without params, rmcp's service has no `_meta` to check. A second `initialize` has no session to begin.
            if params.is_null() || (method == "initialize" && !session) {
                continue;
            }
            let (bare, mounted) = (
                asked(&bare, method, &params).await,
                asked(&mounted, method, &params).await,
            );
            let strip = |answer: &Answer| -> Vec<Value> {
                values(&answer.messages)
                    .into_iter()
                    .map(without_prompts)
                    .collect()
            };
            assert_eq!(mounted.status, bare.status, "{session} {method}");
            if params["ref"]["type"] == "ref/tool" {
                let reply = values(&mounted.messages);
                assert_eq!(reply[0]["error"]["code"], -32602, "{session} {method}");
            } else if method != "prompts/get" && bare.messages.concat().contains("capabilities\":{")
            {
                assert_eq!(strip(&mounted), strip(&bare), "{session} {method} {params}");
            } else {
                assert_eq!(
                    mounted.messages, bare.messages,
                    "{session} {method} {params}"
                );
            }
        }
    }
}

#[tokio::test]
async fn the_capabilities_are_merged() {
    async fn declared<S: ServerHandler>(make: impl Fn() -> S) -> [Value; 2] {
        let (_, initialized) = Client::initialized(make(), LEGACY).await;
        let discovered = Client::modern(make())
            .result("server/discover", json!({}))
            .await;
        [
            initialized["capabilities"].clone(),
            discovered["capabilities"].clone(),
        ]
    }
    let fixed = PromptRegistry::from_prompts(prompts![ours]).unwrap();
    let live = PromptRegistry::builder().build_live().unwrap();
    let completing = self::live();

    assert_eq!(
        declared(|| fixed.mount(Empty)).await,
        [json!({ "prompts": {} }), json!({ "prompts": {} })]
    );
    let listed = json!({ "prompts": { "listChanged": true } });
    assert_eq!(
        declared(|| live.registry().mount(Empty)).await,
        [listed.clone(), listed]
    );
    let all = json!({ "completions": {}, "prompts": { "listChanged": true } });
    assert_eq!(
        declared(|| completing.registry().mount(Empty)).await,
        [all.clone(), all]
    );

    let alone = declared(Echo::default).await;
    assert!(alone[0].get("prompts").is_none());
    let with = |prompts: Value| {
        alone.clone().map(|mut capabilities| {
            capabilities["prompts"] = prompts.clone();
            capabilities
        })
    };
    assert_eq!(
        declared(|| fixed.mount(Echo::default())).await,
        with(json!({}))
    );
    assert_eq!(
        declared(|| live.registry().mount(Echo::default())).await,
        with(json!({ "listChanged": true }))
    );
    // The capabilities of the server's own prompts stay.
    assert_eq!(
        declared(|| fixed.mount(Rich)).await,
        declared(|| Rich).await
    );
}

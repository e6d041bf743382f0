//! Tests of protocol rules beyond single prompts: caching, visibility, and requests from a server that implements JSON-RPC itself.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support::now;
use prompt_runtime::edge::{Peer, RequestId};
use prompt_runtime::model::{AudioContent, ContentError, JsonObject, ResourceLink};
use prompt_runtime::{
    Client, Context, GetPromptResult, JsonAnswer, PromptRegistry, RegistryBuilder, Revision,
    RuntimePrompt, messages, prompt, prompts,
};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[prompt(title = "Anna", meta = { "example.com/a": 1 }, icons = [(src = "https://example.com/a.png")])]
fn anna(#[arg(title = "N", complete = numbers)] n: u8) -> String {
    format!("anna {n}")
}

fn numbers(_: &str) -> [&'static str; 2] {
    ["1", "2"]
}

#[prompt]
fn ben() -> &'static str {
    "ben"
}

#[prompt]
fn carl(#[context] context: &Context) -> String {
    let client = context.client().unwrap_or_default();
    let id = context.request_id().map(|id| id.to_string());
    format!(
        "{} {} {:?} {id:?}",
        context.revision(),
        client.name,
        context.capabilities()
    )
}

fn three() -> RegistryBuilder {
    PromptRegistry::builder()
        .prompts(prompts![anna, ben, carl])
        .on_report(|_| {})
}

fn at(revision: Revision) -> Context {
    Context::new(revision)
}

/// The answer to a request without a context of its own.
fn ask(registry: &PromptRegistry, method: &str, params: &Value) -> String {
    answer(registry, method, Some(params), &Context::default())
        .expect("a method about prompts")
        .json()
        .to_owned()
}

fn answer(
    registry: &PromptRegistry,
    method: &str,
    params: Option<&Value>,
    context: &Context,
) -> Option<JsonAnswer> {
    now(registry.answer(method, params, context))
}

fn modern(members: Value) -> Value {
    let mut params = json!({ "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    } });
    let Value::Object(members) = members else {
        panic!("an object")
    };
    params.as_object_mut().unwrap().extend(members);
    params
}

/// The params of a request in a revision.
fn params_of(revision: Revision, members: Value) -> Value {
    if revision >= Revision::V2026_07_28 {
        modern(members)
    } else {
        members
    }
}

fn error(code: i32, message: &str) -> String {
    format!(
        r#"{{"code":{code},"message":{}}}"#,
        serde_json::to_string(message).unwrap()
    )
}

fn hints(registry: &PromptRegistry, cursor: Option<&str>) -> (Value, Value) {
    let page = registry
        .list_json(cursor, &at(Revision::V2026_07_28))
        .unwrap();
    let page: Value = serde_json::from_str(&page).unwrap();
    (page["ttlMs"].clone(), page["cacheScope"].clone())
}

#[test]
fn a_listing_is_kept_as_long_as_its_shortest_lived_prompt() {
    let minute = Duration::from_secs(60);
    let kept = |builder: RegistryBuilder| hints(&builder.build().unwrap(), None).0;
    assert_eq!(kept(three()), 0);
    assert_eq!(kept(three().cache_for(minute)), 60_000);
    assert_eq!(kept(three().cache_prompt_for("ben", minute)), 0);
    let second = Duration::from_secs(1);
    assert_eq!(
        kept(three().cache_for(minute).cache_prompt_for("ben", second)),
        1_000
    );
    assert_eq!(
        kept(three().cache_for(second).cache_prompt_for("ben", minute)),
        1_000
    );
    assert_eq!(kept(three().cache_for(Duration::MAX)), u64::MAX);
    // A prompt that is hidden from the request does not affect the cache time either.
    let hides_ben = three()
        .cache_for(minute)
        .cache_prompt_for("ben", second)
        .visible_when(|prompt, _| prompt.name() != "ben");
    assert_eq!(kept(hides_ben), 60_000);

    let live = three()
        .cache_for(minute)
        .cache_prompt_for("ben", second)
        .cache_prompt_for("late", Duration::ZERO)
        .build_live()
        .unwrap();
    assert_eq!(hints(live.registry(), None).0, 1_000);
    assert!(live.disable("ben"));
    assert_eq!(hints(live.registry(), None).0, 60_000);
    live.insert(RuntimePrompt::new("late", |_| "late")).unwrap();
    assert_eq!(hints(live.registry(), None).0, 0);
}

#[test]
fn a_caching_time_for_no_prompt_is_an_error() {
    let error = three()
        .cache_prompt_for("bne", Duration::ZERO)
        .build()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no prompt `bne` to give a caching time to; correct the name in `cache_prompt_for(…)`"
    );
}

#[test]
fn every_page_of_what_depends_on_the_caller_is_private() {
    for (registry, scope) in [
        (three().page_size(1).build(), "public"),
        (
            three().page_size(1).visible_when(|_, _| true).build(),
            "private",
        ),
    ] {
        let registry = registry.unwrap();
        let (mut cursor, mut pages) = (None, 0);
        loop {
            assert_eq!(hints(&registry, cursor.as_deref()).1, scope);
            cursor = registry
                .list(cursor.as_deref(), &Context::default())
                .unwrap()
                .next_cursor;
            pages += 1;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(pages, 3);
    }
}

#[test]
fn who_may_see_a_prompt_is_asked_for_each_request() {
    #[derive(Clone, PartialEq)]
    struct User(&'static str);
    let registry = three()
        .visible_when(|prompt, context| match context.extensions().get::<User>() {
            Some(user) => user.0 == prompt.name(),
            None => false,
        })
        .build()
        .unwrap();
    for name in ["anna", "ben"] {
        let context = Context::default().with_extension(User(name));
        let listed = registry.list(None, &context).unwrap().prompts;
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0].name, name);
        assert!(now(registry.complete(name, "n", "", (), &context)).is_ok());
        assert!(now(registry.complete("carl", "n", "", (), &context)).is_err());
    }
    assert_eq!(
        registry.list(None, &Context::default()).unwrap().prompts,
        []
    );
}

#[test]
fn a_predicate_that_fails_or_panics_hides_and_tells() {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&reports);
    let registry = PromptRegistry::builder()
        .prompts(prompts![anna, ben, carl])
        .on_report(move |report| kept.lock().unwrap().push(report.to_string()))
        .visible_when(|prompt, _| match prompt.name() {
            "anna" => panic!("on purpose"),
            "ben" => Err("the directory is down"),
            _ => Ok(true),
        })
        .build()
        .unwrap();
    let context = Context::default();
    let listed = registry.list(None, &context).unwrap().prompts;
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].name, "carl");
    assert_eq!(
        reports.lock().unwrap().as_slice(),
        [
            "the visibility predicate panicked on prompt \"anna\", which is hidden",
            "the visibility of prompt \"ben\" is unknown, so it is hidden: the directory is down",
        ]
    );
    for name in ["anna", "ben"] {
        let message = format!("unknown prompt \"{name}\"");
        let params = json!({ "name": name, "arguments": { "n": 5 } });
        assert_eq!(
            ask(&registry, "prompts/get", &params),
            error(-32602, &message)
        );
        assert_eq!(
            ask(&registry, "completion/complete", &completing(name)),
            error(-32602, &message)
        );
    }
}

fn completing(prompt: &str) -> Value {
    json!({ "ref": { "type": "ref/prompt", "name": prompt }, "argument": { "name": "n", "value": "" } })
}

#[test]
fn hidden_disabled_and_unknown_prompts_answer_alike() {
    let live = three()
        .visible_when(|prompt, _| prompt.name() != "anna")
        .build_live()
        .unwrap();
    assert!(live.disable("ben"));
    for &revision in Revision::ALL {
        let answers = |name: &str| {
            let params = |members| params_of(revision, members);
            [
                ("prompts/get", json!({ "name": name })),
                (
                    "prompts/get",
                    json!({ "name": name, "arguments": { "x": 1 } }),
                ),
                ("completion/complete", completing(name)),
            ]
            .map(|(method, members)| {
                let answer = answer(
                    live.registry(),
                    method,
                    Some(&params(members)),
                    &at(revision),
                );
                answer.unwrap().json().replace(name, "…")
            })
        };
        let unknown = answers("nobody");
        assert_eq!(unknown[0], error(-32602, "unknown prompt \"…\""));
        assert_eq!(answers("anna"), unknown, "{revision}");
        assert_eq!(answers("ben"), unknown, "{revision}");
        let listed = live.registry().list_json(None, &at(revision)).unwrap();
        assert!(
            !listed.contains("anna") && !listed.contains("ben"),
            "{listed}"
        );
    }
}

#[test]
fn the_listing_as_text_is_the_listing() {
    let registry = three().page_size(2).build().unwrap();
    let newest = at(Revision::V2025_11_25);
    let mut cursor = None;
    loop {
        let page = registry.list(cursor.as_deref(), &newest).unwrap();
        let text = registry.list_json(cursor.as_deref(), &newest).unwrap();
        assert_eq!(text, serde_json::to_string(&page).unwrap());
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
}

#[test]
fn the_listing_has_the_shape_of_its_revision() {
    let registry = PromptRegistry::from_prompts(prompts![anna]).unwrap();
    let oldest = r#"{"prompts":[{"name":"anna","arguments":[{"name":"n","required":true}]}]}"#;
    let titles =
        r#""name":"anna","title":"Anna","arguments":[{"name":"n","title":"N","required":true}]"#;
    let meta = r#""_meta":{"example.com/a":1}"#;
    let icons = r#""icons":[{"src":"https://example.com/a.png"}]"#;
    for (revision, expected) in [
        (Revision::V2024_11_05, oldest.to_owned()),
        (Revision::V2025_03_26, oldest.to_owned()),
        (
            Revision::V2025_06_18,
            format!(r#"{{"prompts":[{{{titles},{meta}}}]}}"#),
        ),
        (
            Revision::V2025_11_25,
            format!(r#"{{"prompts":[{{{titles},{icons},{meta}}}]}}"#),
        ),
        (
            Revision::V2026_07_28,
            format!(
                r#"{{"resultType":"complete","prompts":[{{{titles},{icons},{meta}}}],"ttlMs":0,"cacheScope":"public"}}"#
            ),
        ),
    ] {
        assert_eq!(
            registry.list_json(None, &at(revision)).unwrap(),
            expected,
            "{revision}"
        );
    }
}

#[test]
fn methods_of_others_are_not_answered() {
    let registry = three().build().unwrap();
    let resource = json!({ "ref": { "type": "ref/resource", "uri": "x:y" }, "argument": { "name": "n", "value": "" } });
    for (method, params) in [
        ("tools/list", json!({})),
        ("prompts/lists", json!({})),
        ("initialize", json!({})),
        ("", Value::Null),
        ("completion/complete", resource),
    ] {
        assert_eq!(
            answer(&registry, method, Some(&params), &Context::default()),
            None,
            "{method}"
        );
    }
}

#[test]
fn the_three_methods_are_answered() {
    let registry = three().build().unwrap();
    assert_eq!(
        ask(
            &registry,
            "prompts/get",
            &json!({ "name": "anna", "arguments": { "n": "7" } })
        ),
        r#"{"messages":[{"role":"user","content":{"type":"text","text":"anna 7"}}]}"#
    );
    assert_eq!(
        ask(&registry, "completion/complete", &completing("anna")),
        r#"{"completion":{"values":["1","2"],"total":2,"hasMore":false}}"#
    );
    for params in [None, Some(json!({})), Some(Value::Null)] {
        let answer = answer(
            &registry,
            "prompts/list",
            params.as_ref(),
            &Context::default(),
        )
        .unwrap();
        assert!(answer.json().starts_with(r#"{"prompts":[{"name":"anna","#));
        assert!(!answer.is_error());
    }
    assert_eq!(
        answer(
            &registry,
            "prompts/get",
            Some(&json!({ "name": "ben" })),
            &Context::default()
        )
        .unwrap()
        .response(&RequestId::Text("\"1".to_owned())),
        r#"{"jsonrpc":"2.0","id":"\"1","result":{"messages":[{"role":"user","content":{"type":"text","text":"ben"}}]}}"#
    );
    assert_eq!(
        answer(&registry, "prompts/get", None, &Context::default())
            .unwrap()
            .response(&RequestId::Number(-1)),
        r#"{"jsonrpc":"2.0","id":-1,"error":{"code":-32602,"message":"`name` is missing"}}"#
    );
}

#[test]
fn params_that_are_malformed_are_refused_with_the_reason() {
    let registry = three().build().unwrap();
    let not_an_object = "`arguments` must be an object whose values are strings";
    let reference = json!({ "type": "ref/prompt", "name": "anna" });
    let argument = json!({ "name": "n", "value": "" });
    let given = "`context.arguments` must be an object whose values are strings";
    let kind = "`ref.type` must be \"ref/prompt\" or \"ref/resource\"";
    let (list, get, complete) = ("prompts/list", "prompts/get", "completion/complete");
    for (method, params, message) in [
        (list, json!([]), "`params` must be an object"),
        (list, json!("x"), "`params` must be an object"),
        (list, json!({ "cursor": 5 }), "`cursor` must be a string"),
        (list, json!({ "cursor": "" }), "invalid cursor"),
        (list, json!({ "_meta": 5 }), "`_meta` must be an object"),
        (get, json!([]), "`params` must be an object"),
        (get, Value::Null, "`name` is missing"),
        (get, json!({}), "`name` is missing"),
        (get, json!({ "name": 5 }), "`name` must be a string"),
        (
            get,
            json!({ "name": "anna", "arguments": [] }),
            not_an_object,
        ),
        (
            get,
            json!({ "name": "nobody", "arguments": 5 }),
            not_an_object,
        ),
        (
            get,
            json!({ "name": "ben", "arguments": "x" }),
            not_an_object,
        ),
        (complete, Value::Null, "`ref` is missing"),
        (complete, json!({ "ref": 5 }), "`ref` must be an object"),
        (complete, json!({ "ref": {} }), kind),
        (complete, json!({ "ref": { "type": "ref/tool" } }), kind),
        (
            complete,
            json!({ "ref": { "type": "ref/prompt" } }),
            "`ref.name` is missing",
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
            json!({ "ref": reference, "argument": { "name": "n", "value": 5 } }),
            "`argument.value` must be a string",
        ),
        (
            complete,
            json!({ "ref": reference, "argument": argument, "context": [] }),
            "`context` must be an object",
        ),
        (
            complete,
            json!({ "ref": reference, "argument": argument, "context": { "arguments": [] } }),
            given,
        ),
        (
            complete,
            json!({ "ref": reference, "argument": argument, "context": { "arguments": { "n": 5 } } }),
            given,
        ),
    ] {
        assert_eq!(
            ask(&registry, method, &params),
            error(-32602, message),
            "{method} {params}"
        );
    }
}

#[test]
fn completions_without_a_completer_are_no_method() {
    let registry = PromptRegistry::from_prompts(prompts![ben, carl]).unwrap();
    let refused = error(-32601, "no prompt of this server has completions");
    for name in ["ben", "nobody"] {
        assert_eq!(
            ask(&registry, "completion/complete", &completing(name)),
            refused
        );
    }
    assert_eq!(
        Value::from(registry.capabilities()),
        json!({ "prompts": {} })
    );
    assert_eq!(
        Value::from(three().build_live().unwrap().registry().capabilities()),
        json!({ "completions": {}, "prompts": { "listChanged": true } })
    );
}

#[test]
fn a_modern_request_says_who_asks_and_what_they_speak() {
    let registry = three().build().unwrap();
    let version = "io.modelcontextprotocol/protocolVersion";
    let capabilities = "io.modelcontextprotocol/clientCapabilities";
    let lacks = |keys: &str| {
        error(
            -32602,
            &format!("the request's `_meta` lacks or has malformed {keys}"),
        )
    };
    let both = format!("{version} and {capabilities}");
    for method in ["prompts/list", "prompts/get", "completion/complete"] {
        let mut params = completing("anna");
        params["name"] = json!("ben");
        let mut refused = |meta: Option<Value>| {
            params.as_object_mut().unwrap().remove("_meta");
            if let Some(meta) = meta {
                params["_meta"] = meta;
            }
            let answer =
                answer(&registry, method, Some(&params), &at(Revision::V2026_07_28)).unwrap();
            assert!(answer.is_error(), "{params}");
            answer.json().to_owned()
        };
        assert_eq!(refused(None), lacks(&both));
        assert_eq!(refused(Some(Value::Null)), lacks(&both));
        assert_eq!(refused(Some(json!({}))), lacks(&both));
        assert_eq!(
            refused(Some(json!({ version: "2026-07-28" }))),
            lacks(capabilities)
        );
        assert_eq!(
            refused(Some(json!({ version: 5, capabilities: {} }))),
            lacks(version)
        );
        assert_eq!(
            refused(Some(json!({ version: "2026-07-28", capabilities: [] }))),
            lacks(capabilities)
        );
        assert_eq!(refused(Some(json!({ capabilities: {} }))), lacks(version));
        assert_eq!(
            refused(Some(json!({ version: "2030-01-01", capabilities: {} }))),
            r#"{"code":-32022,"message":"Unsupported protocol version","data":{"requested":"2030-01-01","supported":["2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"]}}"#
        );
    }
}

/// A peer with facts about the connection, which must not affect a client without sessions.
struct Connection;

impl Peer for Connection {
    fn client(&self) -> Option<Client> {
        Some(Client::new("of the connection", "1"))
    }

    fn capabilities(&self) -> Option<JsonObject> {
        Some(JsonObject::from_iter([("sampling".to_owned(), json!({}))]))
    }

    fn request_id(&self) -> Option<RequestId> {
        Some(RequestId::Number(9))
    }
}

#[test]
fn nothing_of_the_connection_counts_for_a_modern_request() {
    let registry = three().build().unwrap();
    let context = Context::new(Revision::V2025_06_18).with_peer(Arc::new(Connection));
    let said = |params: &Value| {
        let answer = answer(&registry, "prompts/get", Some(params), &context).unwrap();
        let answer: Value = serde_json::from_str(answer.json()).unwrap();
        answer["messages"][0]["content"]["text"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        said(&json!({ "name": "carl", "_meta": { "progressToken": 1 } })),
        r#"2025-06-18 of the connection Some({"sampling": Object {}}) Some("9")"#
    );
    let params = modern(json!({ "name": "carl" }));
    assert_eq!(said(&params), r#"2026-07-28  Some({}) Some("9")"#);
}

#[test]
fn the_server_is_named_in_every_modern_result_when_it_has_a_name() {
    #[prompt]
    fn with_meta() -> GetPromptResult {
        let meta = JsonObject::from_iter([("example.com/a".to_owned(), json!(1))]);
        messages! { user: "text"; }.with_meta(meta)
    }
    let registry = PromptRegistry::builder()
        .prompts(prompts![anna, ben, with_meta])
        .server_info("oracle", "1")
        .build()
        .unwrap();
    let info =
        json!({ "io.modelcontextprotocol/serverInfo": { "name": "oracle", "version": "1" } });
    let mut both = info.clone();
    both["example.com/a"] = json!(1);
    for (method, params, expected) in [
        ("prompts/list", json!({}), &info),
        ("prompts/get", json!({ "name": "ben" }), &info),
        ("prompts/get", json!({ "name": "with_meta" }), &both),
        ("completion/complete", completing("anna"), &info),
    ] {
        let answer: Value =
            serde_json::from_str(&ask(&registry, method, &modern(params.clone()))).unwrap();
        assert_eq!(answer["_meta"], *expected, "{method}");
        assert_eq!(answer["resultType"], "complete");
        let legacy: Value = serde_json::from_str(&ask(&registry, method, &params)).unwrap();
        assert_eq!(
            legacy.pointer("/_meta/io.modelcontextprotocol~1serverInfo"),
            None,
            "{method}"
        );
    }
}

#[test]
fn what_initialize_settles_holds_for_the_requests_after_it() {
    for revision in Revision::ALL.iter().map(|revision| revision.as_str()) {
        let context = Context::from_initialize(Some(&json!({ "protocolVersion": revision })));
        // The last revision has no handshake.
        let settled = revision.min("2025-11-25");
        assert_eq!(context.revision().as_str(), settled);
    }
    let introduced = json!({
        "protocolVersion": "2025-06-18",
        "clientInfo": { "name": "Editor", "version": "1", "title": "An editor" },
        "capabilities": { "elicitation": {} },
    });
    let context = Context::from_initialize(Some(&introduced));
    let carl = |context: &Context, params: Value| {
        let answer = answer(
            &three().build().unwrap(),
            "prompts/get",
            Some(&params),
            context,
        );
        let answer: Value = serde_json::from_str(answer.unwrap().json()).unwrap();
        answer["messages"][0]["content"]["text"].clone()
    };
    assert_eq!(
        carl(&context, json!({ "name": "carl" })),
        r#"2025-06-18 Editor Some({"elicitation": Object {}}) None"#
    );
    assert_eq!(
        carl(&context, modern(json!({ "name": "carl" }))),
        "2026-07-28  Some({}) None"
    );
    for nonsense in [
        json!({ "protocolVersion": "1.0", "clientInfo": "me", "capabilities": [] }),
        json!({ "protocolVersion": 2 }),
        json!([]),
        Value::Null,
    ] {
        let context = Context::from_initialize(Some(&nonsense));
        assert_eq!(context.revision(), Revision::V2025_11_25, "{nonsense}");
        assert_eq!((context.client(), context.capabilities()), (None, None));
    }
    assert_eq!(Context::from_initialize(None).client(), None);
}

#[test]
fn content_that_a_revision_lacks_is_never_dropped() {
    #[prompt]
    fn newer() -> Result<GetPromptResult, ContentError> {
        let audio = AudioContent::from_bytes(b"RIFF", "audio/wav; codecs=1")?;
        let link = ResourceLink::new("https://example.com/a", "a")?;
        Ok(messages! {
            user: audio;
            user: link;
        })
    }
    let registry = PromptRegistry::from_prompts(prompts![newer]).unwrap();
    let contents = |revision| {
        let params = params_of(revision, json!({ "name": "newer" }));
        let answer = answer(&registry, "prompts/get", Some(&params), &at(revision)).unwrap();
        let answer: Value = serde_json::from_str(answer.json()).unwrap();
        [0, 1].map(|n| answer["messages"][n]["content"].clone())
    };
    let audio = json!({ "type": "audio", "data": "UklGRg==", "mimeType": "audio/wav; codecs=1" });
    let link = json!({ "type": "resource_link", "uri": "https://example.com/a", "name": "a" });
    let text = json!({ "type": "text", "text": "a: https://example.com/a" });
    let resource = json!({ "type": "resource", "resource": {
        "uri": "data:audio/wav;codecs=1,", "mimeType": "audio/wav; codecs=1", "blob": "UklGRg==",
    } });
    assert_eq!(contents(Revision::V2024_11_05), [resource, text.clone()]);
    assert_eq!(contents(Revision::V2025_03_26), [audio.clone(), text]);
    let later = Revision::ALL.iter().copied();
    for revision in later.filter(|it| *it >= Revision::V2025_06_18) {
        assert_eq!(contents(revision), [audio.clone(), link.clone()]);
    }
}

//! Tests of the owner of a name: the registry, the wrapped server, or neither.

use crate::servers::{Empty, Paged, Reviewer, Tools};
use crate::{Client, modern_meta};
use prompt_rmcp::v3::MountError;
use prompt_runtime::{
    Context, PromptRegistry, RegisteredPrompt, Report, RuntimePrompt, prompt, prompts,
};
use rmcp::model::{
    CacheScope, ErrorCode, ListPromptsResult, PaginatedRequestParams, Prompt, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Beta.
#[prompt]
fn beta() -> &'static str {
    "beta"
}

/// Mid.
#[prompt]
fn mid() -> &'static str {
    "mid"
}

/// Hidden.
#[prompt(alias = "was-hidden")]
fn hidden() -> &'static str {
    "hidden"
}

fn visible(prompt: &RegisteredPrompt, _: &Context) -> bool {
    prompt.name() != "hidden"
}

fn two_a_page() -> PromptRegistry {
    let builder = PromptRegistry::builder().prompts(prompts![beta, mid]);
    builder.page_size(2).build().unwrap()
}

#[tokio::test]
async fn unknown_hidden_disabled_and_removed_are_one_to_the_client() {
    let builder = PromptRegistry::builder().prompts(prompts![beta, mid, hidden]);
    let live = builder.visible_when(visible).build_live().unwrap();
    assert!(live.disable("beta") && live.remove("mid"));
    for server in 0..3 {
        let registry = live.registry();
        let mut client = match server {
            0 => Client::legacy(registry.mount(Empty)).await,
            1 => Client::legacy(registry.mount(Tools::new())).await,
            _ => Client::modern(registry.mount(Paged::of(&["theirs"]))),
        };
        for name in ["nope", "hidden", "was-hidden", "beta", "mid", ""] {
            let sentence = (-32602, format!("unknown prompt \"{name}\""));
            let params = json!({ "name": name, "arguments": { "x": "1" } });
            assert_eq!(client.error("prompts/get", params).await, sentence);
        }
        let pages = client.prompt_pages().await;
        assert_eq!(pages, [if server == 2 { vec!["theirs"] } else { vec![] }]);
    }
    // For a server that has prompts itself, its own error message is used.
    let mut client = Client::legacy(live.registry().mount(Reviewer::new())).await;
    let (code, message) = client
        .error("prompts/get", json!({ "name": "hidden" }))
        .await;
    assert_eq!((code, &*message), (-32602, "prompt 'hidden' not found"));
}

#[tokio::test]
async fn what_is_hidden_or_disabled_leaves_the_name_to_the_server() {
    let builder = PromptRegistry::builder().prompts(prompts![beta, hidden]);
    let live = builder.visible_when(visible).build_live().unwrap();
    live.disable("beta");
    let mut client = Client::legacy(live.registry().mount(Paged::of(&["hidden", "beta"]))).await;
    assert_eq!(
        client.text("hidden", json!({})).await,
        "theirs: hidden None"
    );
    assert_eq!(client.text("beta", json!({})).await, "theirs: beta None");
    let listed = client.result("prompts/list", json!({})).await;
    assert_eq!(listed["prompts"][0]["description"], "theirs");
    live.enable("beta");
    assert_eq!(client.text("beta", json!({})).await, "beta");
}

#[tokio::test]
async fn both_are_listed_by_name_on_our_pages() {
    let server = Paged::of(&["zeta", "alpha", "omega"]);
    let pages = Arc::clone(&server.pages);
    let mut client = Client::legacy(two_a_page().mount(server)).await;
    let listed = client.prompt_pages().await;
    assert_eq!(
        listed,
        [vec!["alpha", "beta"], vec!["mid", "omega"], vec!["zeta"]]
    );
    assert_eq!(
        pages.load(Ordering::SeqCst),
        9,
        "read to its end for every page"
    );
    assert_eq!(client.text("beta", json!({})).await, "beta");
    assert_eq!(client.text("zeta", json!({})).await, "theirs: zeta None");
    // Members of a newer kind of request are passed on to the server.
    let params = json!({ "name": "zeta", "requestState": "s", "_meta": modern_meta() });
    let result = client.result("prompts/get", params).await;
    assert_eq!(
        result["messages"][0]["content"]["text"],
        "theirs: zeta Some(\"s\")"
    );
}

#[tokio::test]
async fn cursors_are_ours_alone() {
    let mut client = Client::legacy(two_a_page().mount(Paged::of(&["a", "z"]))).await;
    let first = client.result("prompts/list", json!({})).await;
    let cursor = first["nextCursor"].as_str().unwrap();
    assert!(!cursor.contains("theirs"), "{cursor}");
    for wrong in ["", "theirs-1", "1", &cursor[1..]] {
        let error = client
            .error("prompts/list", json!({ "cursor": wrong }))
            .await;
        assert_eq!(error, (-32602, "invalid cursor".to_owned()), "{wrong:?}");
    }
    // The cursor is valid in another session, on another mount.
    let mut other = Client::modern(two_a_page().mount(Paged::of(&["a", "z"])));
    let second = other
        .result("prompts/list", json!({ "cursor": cursor }))
        .await;
    assert_eq!(second["prompts"][0]["name"], "mid");
    // rmcp treats a cursor that is not a string as absent, so a client sees the first page again.
    for odd in [json!(5), json!(null), json!(["a"])] {
        let again = client
            .result("prompts/list", json!({ "cursor": odd }))
            .await;
        assert_eq!(again, first);
    }
}

#[tokio::test]
async fn a_listing_may_be_kept_as_long_and_as_widely_as_both_allow() {
    async fn hints(
        ours: PromptRegistry,
        theirs: Option<(Option<u64>, Option<CacheScope>)>,
    ) -> (Value, Value) {
        let mut client = match theirs {
            None => Client::modern(ours.mount(Empty)),
            Some((ttl_ms, scope)) => Client::modern(ours.mount(Paged {
                ttl_ms,
                scope,
                ..Paged::of(&["a", "z"])
            })),
        };
        let first = client.result("prompts/list", json!({})).await;
        let params = json!({ "cursor": first["nextCursor"] });
        if first.get("nextCursor").is_some() {
            let next = client.result("prompts/list", params).await;
            assert_eq!(
                (&next["ttlMs"], &next["cacheScope"]),
                (&first["ttlMs"], &first["cacheScope"])
            );
        }
        (first["ttlMs"].clone(), first["cacheScope"].clone())
    }
    let unsaid = || {
        PromptRegistry::builder()
            .prompts(prompts![beta, mid])
            .page_size(1)
    };
    let minute = || unsaid().cache_for(Duration::from_secs(60));
    let built = |builder: prompt_runtime::RegistryBuilder| builder.build().unwrap();
    let public = Some(CacheScope::Public);
    let private = Some(CacheScope::Private);

    assert_eq!(
        hints(built(unsaid()), None).await,
        (json!(0), json!("public"))
    );
    assert_eq!(
        hints(built(minute()), None).await,
        (json!(60_000), json!("public"))
    );
    assert_eq!(
        hints(built(minute()), Some((Some(5), public))).await,
        (json!(5), json!("public"))
    );
    assert_eq!(
        hints(built(minute()), Some((Some(99_000), private))).await,
        (json!(60_000), json!("private"))
    );
    // A hint that the server omits is restrictive, as it was without the mount.
    assert_eq!(
        hints(built(minute()), Some((None, None))).await,
        (json!(0), json!("private"))
    );
    assert_eq!(
        hints(
            built(minute().visible_when(visible)),
            Some((Some(5), public))
        )
        .await,
        (json!(5), json!("private"))
    );

    // An older client receives no hints.
    let theirs = Paged {
        ttl_ms: Some(5),
        scope: Some(CacheScope::Public),
        ..Paged::of(&["a"])
    };
    let mut client = Client::legacy(built(minute()).mount(theirs)).await;
    let listed = client.result("prompts/list", json!({})).await;
    assert!(
        listed.get("ttlMs").is_none() && listed.get("cacheScope").is_none(),
        "{listed}"
    );
}

/// A server whose listing never ends.
#[derive(Debug, Clone, Default)]
struct Endless(Arc<AtomicUsize>);

impl ServerHandler for Endless {
    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let page = self.0.fetch_add(1, Ordering::SeqCst);
        Ok(ListPromptsResult {
            prompts: vec![Prompt::new(format!("p{page}"), None::<String>, None)],
            next_cursor: Some(page.to_string()),
            ..ListPromptsResult::default()
        })
    }
}

#[tokio::test]
async fn a_listing_without_end_is_ended() {
    let reports: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = Arc::clone(&reports);
    let builder = PromptRegistry::builder().prompts(prompts![beta]);
    let builder = builder.on_report(move |report| told.lock().unwrap().push(report.to_string()));
    let mounted = builder.build().unwrap().mount(Endless::default());
    mounted.check().await.unwrap();
    let mut client = Client::legacy(mounted).await;
    let listed = listed(&mut client).await;
    assert_eq!(listed.len(), 1001, "the first pages are kept");
    assert!(listed.contains(&"beta".to_owned()), "{listed:?}");
    assert_eq!(client.text("beta", json!({})).await, "beta");
    let reports = reports.lock().unwrap();
    assert_eq!(
        reports.len(),
        2,
        "one for the check, one for the request: {reports:?}"
    );
    assert!(
        reports[0].contains("did not end after 1000 pages"),
        "{}",
        reports[0]
    );
}

async fn listed(client: &mut Client) -> Vec<String> {
    let listed = client.result("prompts/list", json!({})).await;
    let prompts = listed["prompts"].as_array().unwrap().iter();
    prompts
        .map(|prompt| prompt["name"].as_str().unwrap().to_owned())
        .collect()
}

/// A server that panics in its listing.
struct Panics;

impl ServerHandler for Panics {
    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        panic!("secret of the listing")
    }
}

#[tokio::test]
async fn a_listing_that_panics_is_answered() {
    let reports: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = Arc::clone(&reports);
    let builder = PromptRegistry::builder().prompts(prompts![beta]);
    let builder = builder.on_report(move |report| told.lock().unwrap().push(report.to_string()));
    let registry = builder.cache_for(Duration::from_secs(60)).build().unwrap();
    let mut client = Client::modern(registry.mount(Panics));
    let page = client.result("prompts/list", json!({})).await;
    assert_eq!(page["prompts"][0]["name"], "beta");
    // The client must ask again.
    assert_eq!(
        (&page["ttlMs"], &page["cacheScope"]),
        (&json!(0), &json!("private"))
    );
    let panicked = "the server's own listing of prompts panicked";
    assert_eq!(*reports.lock().unwrap(), [panicked]);

    // The registry has no prompts to list.
    let nothing = PromptRegistry::builder().on_report(|_| {}).build().unwrap();
    let mut client = Client::legacy(nothing.mount(Panics)).await;
    let error = client.error("prompts/list", json!({})).await;
    assert_eq!(error, (-32603, "internal error".to_owned()));
}

fn names_of(clashes: &[(String, String)]) -> Vec<&str> {
    clashes.iter().map(|(name, _)| name.as_str()).collect()
}

#[tokio::test]
async fn names_in_both_are_an_error_before_serving() {
    let registry = PromptRegistry::from_prompts(prompts![beta, mid, hidden]).unwrap();
    let server = || Paged::of(&["mid", "free", "was-hidden", "beta"]);
    let error = registry.mount(server()).check().await.unwrap_err();
    assert!(
        matches!(&error, MountError::Names(names) if names_of(names) == ["mid", "was-hidden", "beta"])
    );
    let sentence = error.to_string();
    let place = |prompt: &str| registry.prompt(prompt).unwrap().location().to_string();
    let expected = format!(
        "the mounted prompts and the server's own share names, so rename or remove one of each: `mid` ({}), `was-hidden` ({}), `beta` ({})",
        place("mid"),
        place("hidden"),
        place("beta")
    );
    assert_eq!(sentence, expected);
    assert!(place("mid").contains("names.rs:"), "{sentence}");
    assert_eq!(format!("{error:?}"), sentence, "what a main prints");
    let (_, stream) = tokio::io::duplex(1);
    let served = registry.mount(server()).serve(stream).await;
    assert_eq!(served.unwrap_err().to_string(), sentence);
    registry.mount(Reviewer::new()).check().await.unwrap();
    registry.mount(Empty).check().await.unwrap();
}

#[tokio::test]
async fn a_name_that_comes_later_is_ours_with_one_warning() {
    let reports: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = Arc::clone(&reports);
    let live = PromptRegistry::builder()
        .on_report(move |report: &Report<'_>| told.lock().unwrap().push(report.to_string()))
        .build_live()
        .unwrap();
    let mounted = Arc::new(live.registry().mount(Paged::of(&["alpha", "beta"])));
    mounted.check().await.unwrap();
    live.insert(RuntimePrompt::new("beta", |_| "ours")).unwrap();
    for _ in 0..2 {
        let mut client = Client::legacy(Arc::clone(&mounted)).await;
        assert_eq!(client.text("beta", json!({})).await, "ours");
        for _ in 0..2 {
            let listed = client.result("prompts/list", json!({})).await;
            assert_eq!(listed["prompts"].as_array().unwrap().len(), 2);
            assert_eq!(
                listed["prompts"][1],
                json!({ "name": "beta", "arguments": [] })
            );
        }
    }
    let reports = reports.lock().unwrap();
    assert_eq!(
        *reports,
        [
            "the server has a prompt \"beta\" of its own, which is out of reach: the mounted one of that name (made at run time) answers"
        ]
    );
}

/// A server that lists its prompts only to authorized clients.
#[derive(Debug, Clone)]
struct Guarded(Behaviour);

#[derive(Debug, Clone, Copy)]
enum Behaviour {
    Refuse,
    Panic,
    AskTheClient,
}

impl ServerHandler for Guarded {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::default()
    }

    #[allow(deprecated)]
    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let nobody = || ErrorData::new(ErrorCode(-31_001), "who are you?", None);
        match self.0 {
            Behaviour::Refuse => Err(nobody()),
            Behaviour::Panic => panic!("no list"),
            Behaviour::AskTheClient => match context.peer.list_roots().await {
                Ok(_) => Ok(ListPromptsResult::default()),
                Err(_) => Err(nobody()),
            },
        }
    }
}

#[tokio::test]
async fn a_server_that_lists_nothing_to_strangers_is_served() {
    let registry = PromptRegistry::from_prompts(prompts![beta]).unwrap();
    for behaviour in [Behaviour::Refuse, Behaviour::Panic, Behaviour::AskTheClient] {
        let started = Instant::now();
        let mut client = Client::of_checked(registry.mount(Guarded(behaviour))).await;
        assert!(
            started.elapsed() < Duration::from_secs(4),
            "{behaviour:?} was waited for"
        );
        assert_eq!(client.text("beta", json!({})).await, "beta");
        if let Behaviour::Refuse = behaviour {
            let error = client.error("prompts/list", json!({})).await;
            assert_eq!(error, (-31_001, "who are you?".to_owned()));
        }
    }
}

#[tokio::test]
async fn mounts_stack_and_servers_are_shared() {
    let outer = PromptRegistry::from_prompts(prompts![beta]).unwrap();
    let inner = PromptRegistry::from_prompts(prompts![mid]).unwrap();
    let both = outer.mount(inner.mount(Arc::new(Paged::of(&["z", "a"]))));
    both.check().await.unwrap();
    assert_eq!(both.inner().inner().names, ["z", "a"]);
    let mut client = Client::of_checked(both).await;
    assert_eq!(client.prompt_pages().await, [["a", "beta", "mid", "z"]]);
    assert_eq!(client.text("mid", json!({})).await, "mid");
    assert_eq!(client.text("z", json!({})).await, "theirs: z None");
    assert_eq!(
        client
            .error("prompts/get", json!({ "name": "nope" }))
            .await
            .0,
        -32602
    );

    let clash = inner.mount(inner.mount(Empty)).check().await.unwrap_err();
    assert!(matches!(clash, MountError::Names(names) if names_of(&names) == ["mid"]));

    let shared = Arc::new(outer.mount(Box::new(Tools::new())));
    for _ in 0..2 {
        let mut client = Client::legacy(Arc::clone(&shared)).await;
        assert_eq!(client.text("beta", json!({})).await, "beta");
        let called = client
            .result("tools/call", json!({ "name": "hello" }))
            .await;
        assert_eq!(called["content"][0]["text"], "hello from 1 tool");
    }
}

#[tokio::test]
async fn a_merged_listing_asks_the_predicate_once() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let builder = PromptRegistry::builder().prompts(prompts![beta, mid]);
    let registry = builder
        .on_report(|_| {})
        .visible_when(move |_, _| {
            counted.fetch_add(1, Ordering::SeqCst);
            true
        })
        .build()
        .unwrap();
    let mut client = Client::legacy(registry.mount(Paged::of(&["a", "beta", "z"]))).await;
    asked.store(0, Ordering::SeqCst);
    assert_eq!(client.prompt_pages().await, [["a", "beta", "mid", "z"]]);
    assert_eq!(asked.load(Ordering::SeqCst), 2, "once for each prompt");
}

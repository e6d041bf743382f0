//! Tests of answers for a server that also has prompts of its own.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support::now;
use prompt_runtime::{
    Beside, Context, PromptRegistry, Report, Revision, RuntimePrompt, prompt, prompts,
};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A prompt of the registry.
#[prompt]
fn alpha(#[arg(values = ["x", "y"])] word: &str) -> String {
    word.to_owned()
}

/// Another one.
#[prompt]
fn beta() -> &'static str {
    "beta"
}

fn answer(registry: &PromptRegistry, revision: Revision, method: &str, params: &Value) -> Beside {
    now(registry.answer_beside(method, Some(params), &Context::new(revision)))
}

fn names(listed: &Value) -> Vec<&str> {
    let prompts = listed["prompts"].as_array().unwrap();
    prompts
        .iter()
        .map(|prompt| prompt["name"].as_str().unwrap())
        .collect()
}

#[test]
fn what_the_registry_does_not_know_is_left_to_the_server() {
    let live = PromptRegistry::builder()
        .prompts(prompts![alpha, beta])
        .visible_when(|prompt, _| prompt.name() != "beta")
        .build_live()
        .unwrap();
    live.insert(RuntimePrompt::new("off", |_| "off")).unwrap();
    live.disable("off");
    let registry = live.registry();
    let legacy = Revision::V2025_11_25;
    let complete = |name: &str| json!({"ref": {"type": "ref/prompt", "name": name}, "argument": {"name": "word", "value": ""}});
    let resource = json!({"ref": {"type": "ref/resource", "uri": "a://b"}, "argument": {"name": "word", "value": ""}});
    for (method, params) in [
        ("prompts/get", json!({"name": "theirs"})),
        ("prompts/get", json!({"name": "beta"})),
        ("prompts/get", json!({"name": "off"})),
        ("completion/complete", complete("theirs")),
        ("completion/complete", resource),
        ("tools/list", json!({})),
    ] {
        let answered = answer(registry, legacy, method, &params);
        assert!(matches!(answered, Beside::NotOurs), "{method} {params}");
    }
    let Beside::Answer(got) = answer(
        registry,
        legacy,
        "prompts/get",
        &json!({"name": "alpha", "arguments": {"word": "x"}}),
    ) else {
        panic!("alpha is the registry's");
    };
    assert_eq!(
        got.json(),
        r#"{"messages":[{"role":"user","content":{"type":"text","text":"x"}}]}"#
    );
    let Beside::Answer(completed) =
        answer(registry, legacy, "completion/complete", &complete("alpha"))
    else {
        panic!("alpha is the registry's");
    };
    assert!(completed.json().contains(r#"["x","y"]"#), "{completed:?}");
    let Beside::Answer(refused) = answer(registry, legacy, "prompts/get", &json!({"name": 5}))
    else {
        panic!("a malformed request has no name");
    };
    assert!(refused.is_error());

    let none = PromptRegistry::from_prompts(prompts![beta]).unwrap();
    let answered = answer(&none, legacy, "completion/complete", &complete("beta"));
    assert!(matches!(answered, Beside::NotOurs));
}

#[test]
fn listings_are_merged_page_by_page() {
    let reports: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = Arc::clone(&reports);
    let registry = PromptRegistry::builder()
        .prompts(prompts![alpha, beta])
        .page_size(1)
        .on_report(move |report: &Report<'_>| told.lock().unwrap().push(report.to_string()))
        .build()
        .unwrap();
    let mut cursor: Option<String> = None;
    let mut pages = Vec::new();
    loop {
        let params = json!({ "cursor": cursor });
        let listed = match answer(&registry, Revision::V2025_11_25, "prompts/list", &params) {
            Beside::Answer(answer) => answer,
            Beside::List(listing) => {
                // The server has two pages, and a prompt with the same name as one of the registry.
                let own = match listing.cursor() {
                    None => {
                        json!({"prompts": [{"name": "own-1"}, {"name": "alpha"}], "nextCursor": "2"})
                    }
                    Some("2") => json!({"prompts": [{"name": "own-2"}]}),
                    other => panic!("{other:?}"),
                };
                listing.merge(&own)
            }
            Beside::NotOurs => panic!("a listing is of both"),
        };
        let listed: Value = serde_json::from_str(listed.json()).unwrap();
        pages.push(names(&listed).join(" "));
        cursor = listed["nextCursor"].as_str().map(str::to_owned);
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(pages, ["alpha", "beta own-1", "own-2"]);
    assert_eq!(reports.lock().unwrap().len(), 1, "{reports:?}");
    let Beside::Answer(refused) = answer(
        &registry,
        Revision::V2025_11_25,
        "prompts/list",
        &json!({ "cursor": "2" }),
    ) else {
        panic!("a cursor that was not handed out");
    };
    assert!(refused.json().contains("-32602"), "{refused:?}");
}

#[test]
fn a_merged_page_has_the_bytes_of_its_revision_and_the_hints_of_both() {
    let registry = PromptRegistry::builder()
        .prompts(prompts![beta])
        .cache_for(Duration::from_secs(9))
        .build()
        .unwrap();
    let own = json!({"prompts": [{"name": "own"}], "ttlMs": 5000, "cacheScope": "public"});
    let listed = |revision, params: &Value, own: &Value| match answer(
        &registry,
        revision,
        "prompts/list",
        params,
    ) {
        Beside::List(listing) => listing.merge(own).json().to_owned(),
        other => panic!("{other:?}"),
    };
    let beta = r#"{"name":"beta","description":"Another one.","arguments":[]}"#;
    assert_eq!(
        listed(Revision::V2025_06_18, &json!({}), &own),
        format!(r#"{{"prompts":[{beta},{{"name":"own"}}]}}"#)
    );
    let meta = json!({"_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }});
    assert_eq!(
        listed(Revision::V2026_07_28, &meta, &own),
        format!(
            r#"{{"resultType":"complete","prompts":[{beta},{{"name":"own"}}],"ttlMs":5000,"cacheScope":"public"}}"#
        )
    );
    assert_eq!(
        listed(Revision::V2026_07_28, &meta, &json!({})),
        format!(
            r#"{{"resultType":"complete","prompts":[{beta}],"ttlMs":0,"cacheScope":"private"}}"#
        )
    );
}

#[test]
fn capabilities_of_both_are_declared() {
    let registry = PromptRegistry::from_prompts(prompts![alpha]).unwrap();
    let mut declared =
        serde_json::from_value(json!({"prompts": {"listChanged": true}, "tools": {}})).unwrap();
    registry.declare(&mut declared);
    let declared = Value::Object(declared);
    assert_eq!(
        declared,
        json!({"prompts": {"listChanged": true}, "tools": {}, "completions": {}})
    );
}

//! Tests that a prompt does not run before its future is polled.

use crate::servers::Empty;
use prompt_runtime::{PromptRegistry, RuntimeArgument, RuntimePrompt};
use rmcp::model::{GetPromptRequestParams, InitializeRequestParams, RequestId};
use rmcp::service::{RequestContext, serve_directly};
use rmcp::{RoleServer, ServerHandler as _};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[tokio::test]
async fn a_prompt_whose_future_is_dropped_unpolled_does_not_run() {
    let runs = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&runs);
    let live = PromptRegistry::builder().build_live().unwrap();
    live.insert(RuntimePrompt::new("count", move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
        "counted"
    }))
    .unwrap();
    let mounted = live.registry().mount(Empty);
    let (_client, stream) = tokio::io::duplex(1);
    let hello = InitializeRequestParams::default();
    let session = serve_directly::<RoleServer, _, _, _, _>(Empty, stream, Some(hello));
    let request = || RequestContext::new(RequestId::Number(1), session.peer().clone());

    drop(mounted.get_prompt(GetPromptRequestParams::new("count"), request()));
    drop(
        live.registry()
            .get("count", (), &prompt_runtime::Context::default()),
    );
    assert_eq!(runs.load(Ordering::SeqCst), 0);
    let got = mounted.get_prompt(GetPromptRequestParams::new("count"), request());
    got.await.unwrap();
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

/// Neither the predicate nor a completer nor a prompt runs, whichever way a request comes.
#[tokio::test]
async fn no_method_runs_anything_before_its_first_poll() {
    let runs = Arc::new(AtomicUsize::new(0));
    let count = |runs: &Arc<AtomicUsize>| {
        let runs = Arc::clone(runs);
        move || runs.fetch_add(1, Ordering::SeqCst)
    };
    let (asked, got, completed) = (count(&runs), count(&runs), count(&runs));
    let live = PromptRegistry::builder()
        .visible_when(move |_, _| asked() < usize::MAX)
        .build_live()
        .unwrap();
    let word = RuntimeArgument::required("word").complete(move |_| {
        completed();
        ["a"]
    });
    let prompt = RuntimePrompt::new("count", move |_| {
        got();
        "counted"
    });
    live.insert(prompt.argument(word)).unwrap();
    let registry = live.registry();
    let mounted = registry.mount(Empty).with_prompt_tools();
    let (_client, stream) = tokio::io::duplex(1);
    let hello = InitializeRequestParams::default();
    let session = serve_directly::<RoleServer, _, _, _, _>(Empty, stream, Some(hello));
    let request = || RequestContext::new(RequestId::Number(1), session.peer().clone());
    let completion = json!({
        "ref": { "type": "ref/prompt", "name": "count" },
        "argument": { "name": "word", "value": "" },
    });
    let tool = json!({ "name": "get_prompt", "arguments": { "name": "count" } });
    let tool = || serde_json::from_value(tool.clone()).unwrap();
    let context = prompt_runtime::Context::default();
    let params = json!({ "name": "count", "arguments": { "word": "a" } });

    drop(mounted.list_prompts(None, request()));
    drop(mounted.complete(serde_json::from_value(completion).unwrap(), request()));
    drop(mounted.call_tool(tool(), request()));
    for method in ["prompts/list", "prompts/get", "completion/complete"] {
        drop(registry.answer(method, Some(&params), &context));
        drop(registry.answer_beside(method, Some(&params), &context));
    }
    assert_eq!(runs.load(Ordering::SeqCst), 0);
    mounted.list_prompts(None, request()).await.unwrap();
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

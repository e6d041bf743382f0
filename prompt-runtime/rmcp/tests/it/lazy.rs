//! Tests that a prompt does not run before its future is polled.

use crate::servers::Empty;
use prompt_runtime::{PromptRegistry, RuntimePrompt};
use rmcp::model::{GetPromptRequestParams, InitializeRequestParams, RequestId};
use rmcp::service::{RequestContext, serve_directly};
use rmcp::{RoleServer, ServerHandler as _};
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

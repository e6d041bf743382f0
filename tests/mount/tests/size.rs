//! A mount makes no request of the server larger: what it adds to a future is on the heap.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unused_async
)]

use prompt_mount_tests::servers::{Echo, Empty, Paged, Reviewer, Rich, Tools};
use prompt_runtime::PromptRegistry;
use rmcp::model::{ClientRequest, InitializeRequestParams, PingRequest, RequestId};
use rmcp::service::{RequestContext, Service, serve_directly};
use rmcp::{RoleServer, ServerHandler};

async fn size<S: ServerHandler>(server: S) -> usize {
    let (_client, stream) = tokio::io::duplex(1);
    let stranger = InitializeRequestParams::default();
    let session = serve_directly::<RoleServer, _, _, _, _>(Empty, stream, Some(stranger));
    let context = RequestContext::new(RequestId::Number(1), session.peer().clone());
    let ping = ClientRequest::PingRequest(PingRequest::default());
    size_of_val(&server.handle_request(ping, context))
}

#[tokio::test]
async fn the_future_of_a_request_is_no_larger_than_the_bare_servers() {
    let live = PromptRegistry::builder().build_live().unwrap();
    let registry = live.registry();
    macro_rules! compare {
        ($($make:expr),*) => {$(
            let (bare, mounted) = (size($make).await, size(registry.mount($make)).await);
            let with_tools = size(registry.mount($make).with_prompt_tools()).await;
            println!("{}: bare {bare}, mounted {mounted}", stringify!($make));
            assert!(mounted <= bare, "{}: {mounted} > {bare}", stringify!($make));
            assert!(with_tools <= bare, "{}: {with_tools} > {bare}", stringify!($make));
        )*};
    }
    compare!(
        Empty,
        Tools::new(),
        Reviewer::new(),
        Paged::of(&["a"]),
        Rich,
        Echo::default()
    );
}

//! What the tests of the mount share: a client at the other end of a pipe in memory, HTTP without a network, and the servers that
//! prompts are mounted on.
//!
//! Everything here panics with the whole story when something is amiss: that is how a test fails.
#![forbid(unsafe_code)]
#![allow(
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]

mod client;
mod http;
pub mod servers;

pub use client::{Client, LEGACY, MODERN, modern_meta};
pub use http::{Answer, Http};

use rmcp::model::{ClientRequest, InitializeRequestParams, PingRequest, RequestId};
use rmcp::service::{RequestContext, Service as _, serve_directly};
use rmcp::{RoleServer, ServerHandler};
use std::time::Duration;

/// The size of the future that answers a request, in bytes. Needs a runtime around it.
pub fn future_size<S: ServerHandler>(server: &S) -> usize {
    let (_client, stream) = tokio::io::duplex(1);
    let stranger = InitializeRequestParams::default();
    let session = serve_directly::<RoleServer, _, _, _, _>(servers::Empty, stream, Some(stranger));
    let context = RequestContext::new(RequestId::Number(1), session.peer().clone());
    let ping = ClientRequest::PingRequest(PingRequest::default());
    size_of_val(&server.handle_request(ping, context))
}

/// How long a test waits for what must come, on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// How long a test waits for what must not come.
pub const QUIET: Duration = Duration::from_millis(150);

/// Waits until `holds`, and fails the test when it never does.
pub async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let waiting = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, waiting).await;
    assert!(waited.is_ok(), "never: {what}");
}

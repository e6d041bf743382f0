//! Tests of prompts on rmcp 3 servers. The shared helpers are a client on an in-memory pipe, HTTP without a network, and the servers that
//! prompts are mounted on.
//!
//! The helpers panic with the whole context, which fails the test.
#![cfg(feature = "rmcp3")]
#![forbid(unsafe_code)]
#![allow(missing_docs, unreachable_pub)]
#![allow(
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]
// The prompts are written as an author would write them, and the tests have descriptive names.
#![allow(
    clippy::default_trait_access,
    clippy::match_bool,
    clippy::needless_pass_by_value,
    clippy::similar_names,
    clippy::trivially_copy_pass_by_ref,
    clippy::unused_async
)]

// rmcp's macros require this name.
extern crate rmcp3 as rmcp;

mod client;
mod http;
mod servers;
mod session;

mod awkward;
mod by_hand;
mod changes;
mod differential;
mod endings;
mod failures;
mod lazy;
mod localize;
mod methods;
mod migration;
mod names;
mod process;
mod revisions;
mod router;
mod shapes;
mod state;
mod tools;
mod wire;

pub use client::{Client, LEGACY, MODERN, modern_meta};
pub use http::{Answer, Http};

use std::time::Duration;

/// The timeout for a message that must come, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// The time in which a message must not come.
pub const QUIET: Duration = Duration::from_millis(150);

/// Waits until `holds` is true, and fails the test on a timeout.
pub async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let waiting = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, waiting).await;
    assert!(waited.is_ok(), "never: {what}");
}

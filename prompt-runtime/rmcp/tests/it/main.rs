//! Tests of prompts on servers of rmcp 3. What they share: a client at the other end of a pipe in memory, HTTP without a network, and the
//! servers that prompts are mounted on.
//!
//! Everything here panics with the whole story when something is amiss: that is how a test fails.
#![cfg(feature = "rmcp3")]
#![forbid(unsafe_code)]
#![allow(missing_docs, unreachable_pub)]
#![allow(
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]
// A prompt is declared as its author would, and a test says what it tries.
#![allow(
    clippy::default_trait_access,
    clippy::match_bool,
    clippy::needless_pass_by_value,
    clippy::similar_names,
    clippy::trivially_copy_pass_by_ref,
    clippy::unused_async
)]

// rmcp's macros name it so.
extern crate rmcp3 as rmcp;

mod client;
mod http;
mod servers;
mod session;

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

/// Time limit for a message that must come, on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// Time limit for a message that must not come.
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

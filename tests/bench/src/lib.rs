//! Costs of prompts, measured together with hand-written code, rmcp and flymcprust in one run.
//!
//! `cargo bench -p prompt-bench` prints the tables; see `benches/costs.rs` for its options.
#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::too_many_arguments,
    clippy::unused_async,
    clippy::unused_self
)]

pub mod growth;
pub mod laps;
pub mod many;
pub mod requests;
pub mod sides;
pub mod table;

use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Returns the output of a future that does not wait for other tasks.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut task = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut task) {
            return output;
        }
    }
}

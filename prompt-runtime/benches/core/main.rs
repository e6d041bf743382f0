//! What a prompt costs beside the code that one would write by hand. Both sides run in one go; read the medians.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::many_single_char_names,
    clippy::too_many_arguments
)]

mod arguments;
mod conversation;
mod get;
mod image;
#[cfg(feature = "rmcp")]
mod list;
mod lookup;
#[cfg(feature = "rmcp")]
mod router;

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

fn main() {
    divan::main();
}

/// The output of a future that waits for nothing.
fn now<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut task = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut task) {
            return output;
        }
    }
}

//! Properties of everything that reads bytes of others, as functions on bytes.
//!
//! A fuzz target of the same name calls each function; the test in this crate calls each with its seeds. A function panics where a
//! property does not hold.
#![forbid(unsafe_code)]

mod answer;
mod contract;
#[cfg(feature = "http")]
mod http_headers;
mod macros;
mod prompt_file;
mod quoting;
mod state;

pub use answer::answer;
pub use contract::contract;
#[cfg(feature = "http")]
pub use http_headers::http_headers;
pub use macros::{messages, prompt_macro};
pub use prompt_file::{front_matter, prompt_file};
pub use quoting::quoting;
pub use state::state;

use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Returns the output of a future that waits for nothing.
fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the future waits"),
    }
}

/// Runs `work` on an input of `bytes` bytes, and asserts that it allocates at most `per_byte` bytes for each and 1 MiB in all.
///
/// A clock tells the speed of a machine; the sum of all allocations tells the growth of the work. Work that allocates nothing is bounded
/// by the engine's time limit for one input.
fn linear<T>(bytes: usize, per_byte: u64, work: impl FnOnce() -> T) -> T {
    let mut output = None;
    let allocated = allocation_counter::measure(|| output = Some(work())).bytes_total;
    let most = (1 << 20) + per_byte * bytes as u64;
    assert!(
        allocated <= most,
        "{allocated} bytes were allocated for an input of {bytes}"
    );
    output.expect("`measure` calls its closure")
}

/// Asserts that a text for people has no control characters but those that lay it out.
#[track_caller]
fn assert_no_controls(text: &str) {
    let is_obeyed = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    assert!(!text.contains(is_obeyed), "control characters in {text:?}");
}

/// Takes the first byte of the input, which selects a variant.
fn split_first(data: &[u8]) -> Option<(usize, &[u8])> {
    let (first, rest) = data.split_first()?;
    Some((usize::from(*first), rest))
}

/// The input as text. Most mutations of text are no UTF-8; a replacement character does for the others.
fn text(data: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(data)
}

//! Catches panics of the author's code at the call, so that a panic ends one request and not the server.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;

/// The error for code that panicked. The panic hook has already reported the message.
#[derive(Debug)]
#[non_exhaustive]
pub struct Panic;

/// Calls `call` and catches its panic.
///
/// # Errors
/// [`Panic`] if `call` panics.
pub fn contained<T>(call: impl FnOnce() -> T) -> Result<T, Panic> {
    // The state of a panicking prompt is dropped here and never used again. Shared state protects itself, as between threads.
    catch_unwind(AssertUnwindSafe(call)).map_err(drop_payload)
}

/// Runs `future` and catches a panic of any poll and of its drop.
///
/// # Errors
/// [`Panic`] if a poll panics.
pub async fn contained_future<F: Future + ?Sized>(future: Pin<Box<F>>) -> Result<F::Output, Panic> {
    let mut future = DropContained::new(future);
    let output = poll_fn(|context| match &mut future.0 {
        Some(inner) => match contained(|| inner.as_mut().poll(context)) {
            Ok(poll) => poll.map(Ok),
            Err(panicked) => Poll::Ready(Err(panicked)),
        },
        None => Poll::Ready(Err(Panic)),
    })
    .await;
    drop(future);
    output
}

/// A value whose drop never panics outwards, also when the request is cancelled.
pub(crate) struct DropContained<T>(Option<T>);

impl<T> DropContained<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Some(value))
    }

    pub(crate) fn get(&self) -> Option<&T> {
        self.0.as_ref()
    }
}

impl<T> Drop for DropContained<T> {
    fn drop(&mut self) {
        let value = self.0.take();
        let _ = contained(|| drop(value));
    }
}

/// Drops the payload of a panic. If that drop panics too, the second payload is leaked.
fn drop_payload(payload: Box<dyn Any + Send>) -> Panic {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
    }
    Panic
}

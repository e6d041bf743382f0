//! Panics of the author's code are caught at the call, so that they end one request and not the server.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;

/// The code panicked. The panic hook has reported the message.
#[derive(Debug)]
#[non_exhaustive]
pub struct Panic;

/// Calls `call` and catches its panic.
///
/// # Errors
/// [`Panic`] when it panicked.
pub fn contained<T>(call: impl FnOnce() -> T) -> Result<T, Panic> {
    // What a panicking prompt was doing is dropped here and is not seen again; shared state guards itself, as with any thread.
    catch_unwind(AssertUnwindSafe(call)).map_err(drop_payload)
}

/// Runs `future` and catches a panic of any poll and of its drop.
///
/// # Errors
/// [`Panic`] when a poll panicked.
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

/// A value whose drop lets no panic out, also when the request is cancelled.
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

/// A panic payload can panic in its own drop; that second payload is leaked.
fn drop_payload(payload: Box<dyn Any + Send>) -> Panic {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
    }
    Panic
}

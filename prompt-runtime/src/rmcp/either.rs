use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// The wrapped server's future or ours, each on the heap.
pub(super) enum Either<T, O> {
    Theirs(Pin<Box<T>>),
    Ours(Pin<Box<O>>),
}

impl<T: Future, O: Future<Output = T::Output>> Future for Either<T, O> {
    type Output = T::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T::Output> {
        match self.get_mut() {
            Self::Theirs(theirs) => theirs.as_mut().poll(context),
            Self::Ours(ours) => ours.as_mut().poll(context),
        }
    }
}

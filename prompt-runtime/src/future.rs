use std::future::Future;
use std::pin::Pin;

/// A future that can be sent between threads, on the heap.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

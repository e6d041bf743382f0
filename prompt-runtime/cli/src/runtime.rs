use crate::Failure;
use std::future::Future;

/// Runs a future to its end on a separate runtime with threads, timers and I/O, as on a server.
pub(super) fn wait<F>(future: F) -> Result<F::Output, Failure>
where
    F: Future<Output: Send> + Send,
{
    let run = || {
        tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map(|runtime| {
                let output = runtime.block_on(future);
                // A prompt that blocks its thread must not delay the end of the program.
                runtime.shutdown_background();
                output
            })
            .map_err(|error| Failure::Failed(format!("the runtime cannot be started: {error}")))
    };
    if tokio::runtime::Handle::try_current().is_err() {
        return run();
    }
    // A thread that runs async code cannot block on other async code, but a separate thread can.
    std::thread::scope(|scope| scope.spawn(run).join())
        .unwrap_or_else(|_| Err(Failure::Failed("the command panicked".to_owned())))
}

#[cfg(test)]
mod tests {
    use super::wait;

    #[test]
    fn waits_inside_and_outside_of_async_code() {
        assert!(matches!(wait(async { 1 }), Ok(1)));
        assert!(matches!(wait(async { wait(async { 2 }) }), Ok(Ok(2))));
    }
}

//! Stop signals from the operating system or from the program.

use prompt_runtime::edge::BoxFuture;
use std::future::pending;
use std::time::Duration;
use tokio::sync::watch;

/// Informs the parts of a server that it must stop.
#[derive(Debug, Clone)]
pub(crate) struct StopSignal {
    told: watch::Receiver<bool>,
    grace: Duration,
}

impl StopSignal {
    /// The time for answering current requests.
    pub(crate) fn grace(&self) -> Duration {
        self.grace
    }

    #[cfg(feature = "http")]
    pub(crate) fn is_requested(&self) -> bool {
        *self.told.borrow()
    }

    /// Waits until the server is told to stop.
    pub(crate) async fn requested(&self) {
        let mut told = self.told.clone();
        // The sender lives as long as the server.
        if told.wait_for(|told| *told).await.is_err() {
            pending::<()>().await;
        }
    }

    /// Waits until the grace period is over.
    #[cfg(feature = "http")]
    pub(crate) async fn grace_ended(&self) {
        self.requested().await;
        tokio::time::sleep(self.grace).await;
    }
}

/// Watches for the events that stop a server: signals of the process, or the program's own future.
pub(crate) struct Shutdown {
    tell: watch::Sender<bool>,
    when: Option<BoxFuture<'static, ()>>,
    stop: StopSignal,
}

impl Shutdown {
    pub(crate) fn new(grace: Duration, when: Option<BoxFuture<'static, ()>>) -> Self {
        let (tell, told) = watch::channel(false);
        Self {
            tell,
            when,
            stop: StopSignal { told, grace },
        }
    }

    pub(crate) fn signal(&self) -> StopSignal {
        self.stop.clone()
    }

    /// Runs a server. A second signal ends it with the value of `at_once`, which is called while the server still runs.
    ///
    /// The signals are awaited in the same task as the server. A separate task could wait behind prompts that block all worker threads.
    pub(crate) async fn run<T>(
        self,
        serve: impl Future<Output = T>,
        at_once: impl FnOnce() -> T,
    ) -> T {
        let Self { tell, when, .. } = self;
        // Before the server is polled: a client may send a signal as soon as it has the first answer.
        let signals = when.is_none().then(Signals::new);
        let signals = async move {
            if let Some(when) = when {
                when.await;
                tell.send_replace(true);
            }
            let Some(mut signals) = signals else {
                return pending().await;
            };
            signals.next().await;
            tell.send_replace(true);
            signals.next().await;
            at_once()
        };
        tokio::select! {
            biased;
            served = serve => served,
            ended = signals => ended,
        }
    }
}

/// The signals that end a process. If they cannot be watched, they end the process immediately, as usual.
struct Signals {
    #[cfg(unix)]
    interrupt: Option<tokio::signal::unix::Signal>,
    #[cfg(unix)]
    terminate: Option<tokio::signal::unix::Signal>,
}

impl Signals {
    #[cfg(unix)]
    fn new() -> Self {
        use tokio::signal::unix::{SignalKind, signal};
        Self {
            interrupt: signal(SignalKind::interrupt()).ok(),
            terminate: signal(SignalKind::terminate()).ok(),
        }
    }

    #[cfg(unix)]
    async fn next(&mut self) {
        async fn next(signal: &mut Option<tokio::signal::unix::Signal>) {
            let received = match signal {
                Some(signal) => signal.recv().await,
                None => None,
            };
            if received.is_none() {
                pending::<()>().await;
            }
        }
        tokio::select! {
            () = next(&mut self.interrupt) => {}
            () = next(&mut self.terminate) => {}
        }
    }

    #[cfg(not(unix))]
    fn new() -> Self {
        Self {}
    }

    #[cfg(not(unix))]
    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            pending::<()>().await;
        }
    }
}

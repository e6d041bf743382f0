//! The changes of a live registry as a stream.

use prompt_runtime::{ChangeListener, PromptRegistry};
#[cfg(feature = "rmcp3")]
use std::time::Duration;
use tokio::sync::watch;

/// The upper bound on the time between acknowledging a subscription and opening its stream.
#[cfg(feature = "rmcp3")]
const ACK_TO_STREAM_WINDOW: Duration = Duration::from_secs(10);

/// A stream of changes. Changes between two reads count as one.
pub(crate) struct Changes {
    changes: watch::Receiver<()>,
    _listener: ChangeListener,
}

impl Changes {
    pub(crate) fn of(registry: &PromptRegistry) -> Self {
        let (sender, changes) = watch::channel(());
        let listener = registry.on_change(move || {
            sender.send_replace(());
        });
        Self {
            changes,
            _listener: listener,
        }
    }

    /// The changes for the stream of a subscription. The subscription is acknowledged before the stream opens, and the set may change in
    /// between, so a very recent change counts as a new one. A client that is notified twice only lists once more, but a client that misses
    /// a notification never sees the prompt.
    #[cfg(feature = "rmcp3")]
    pub(crate) fn of_stream(registry: &PromptRegistry) -> Self {
        let mut changes = Self::of(registry);
        if registry.has_changed_within(ACK_TO_STREAM_WINDOW) {
            changes.changes.mark_changed();
        }
        changes
    }

    /// Waits for the next change. Returns `false` if there will be no more.
    pub(crate) async fn next(&mut self) -> bool {
        self.changes.changed().await.is_ok()
    }
}

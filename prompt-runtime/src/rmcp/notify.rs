//! Tells clients that the set of prompts has changed.

use crate::registry::{ChangeListener, PromptRegistry};
use ::rmcp::RoleServer;
use ::rmcp::service::{Peer, SubscriptionSink};
use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Changes as they come, several at once where nobody looked in between.
struct Feed {
    changes: watch::Receiver<()>,
    _listener: ChangeListener,
}

impl Feed {
    fn of(registry: &PromptRegistry) -> Self {
        let (sender, changes) = watch::channel(());
        let listener = registry.on_change(move || {
            sender.send_replace(());
        });
        Self {
            changes,
            _listener: listener,
        }
    }

    /// Waits for the next change; `false` when there will be none.
    async fn next(&mut self) -> bool {
        self.changes.changed().await.is_ok()
    }
}

/// The notifier of one session with a client of an older revision. It ends with the session.
#[derive(Debug, Default)]
pub(super) struct Session(Mutex<Option<JoinHandle<()>>>);

impl Session {
    pub(super) fn notify(&self, registry: &PromptRegistry, peer: Peer<RoleServer>) {
        let mut feed = Feed::of(registry);
        let task = tokio::spawn(async move {
            while feed.next().await {
                if peer.notify_prompt_list_changed().await.is_err() {
                    break;
                }
            }
        });
        if let Some(before) = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .replace(task)
        {
            before.abort();
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(task) = self
            .0
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
        {
            task.abort();
        }
    }
}

/// Notifies one `subscriptions/listen` stream. It is dropped with the stream.
pub(super) async fn subscription(registry: &PromptRegistry, sink: SubscriptionSink) -> Infallible {
    let mut feed = Feed::of(registry);
    while feed.next().await {
        if sink.notify_prompt_list_changed().await.is_err() {
            break;
        }
    }
    // The stream ends when the wrapped server says so.
    std::future::pending().await
}

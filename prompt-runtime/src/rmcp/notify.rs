//! Tells clients that the set of prompts has changed.

use crate::registry::{ChangeListener, PromptRegistry};
use ::rmcp::RoleServer;
use ::rmcp::service::{Peer, SubscriptionContext, SubscriptionSink};
use std::convert::Infallible;
use std::future::Future;
use std::time::Duration;
use tokio::sync::watch;

/// How often a quiet notifier looks whether its session is still there: one whose handshake failed does not say so.
const LOOK: Duration = Duration::from_secs(60);

/// More than passes between the acknowledgement of a subscription and its stream.
const GAP: Duration = Duration::from_secs(10);

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

    /// The feed of a stream. rmcp acknowledges a subscription before it asks to listen, and the set may change in between, so a change
    /// of a moment ago counts as one to come: to hear of it twice costs the client a listing, not to hear of it the prompt.
    fn of_stream(registry: &PromptRegistry) -> Self {
        let mut feed = Self::of(registry);
        if registry.has_changed_within(GAP) {
            feed.changes.mark_changed();
        }
        feed
    }

    /// Waits for the next change; `false` when there will be none.
    async fn next(&mut self) -> bool {
        self.changes.changed().await.is_ok()
    }
}

/// Notifies a client that has begun a session with `initialize`, until the session ends. No change is lost: the feed begins before
/// the client has its answer, and rmcp sends nothing before that answer.
pub(super) fn session(
    registry: &PromptRegistry,
    peer: Peer<RoleServer>,
    ended: impl Future<Output = ()> + Send + 'static,
) {
    let mut feed = Feed::of(registry);
    tokio::spawn(async move {
        let notifying = async {
            loop {
                match tokio::time::timeout(LOOK, feed.next()).await {
                    Err(_) if !peer.is_transport_closed() => {}
                    Ok(true) if peer.notify_prompt_list_changed().await.is_ok() => {}
                    _ => break,
                }
            }
        };
        tokio::select! {
            () = ended => {}
            () = notifying => {}
        }
    });
}

/// Notifies one `subscriptions/listen` stream until the client cancels it.
pub(super) async fn until_cancelled(registry: &PromptRegistry, stream: &SubscriptionContext) {
    tokio::select! {
        () = stream.cancelled() => {}
        never = subscription(registry, stream.sink().clone()) => match never {},
    }
}

/// Notifies one `subscriptions/listen` stream. It is dropped with the stream.
pub(super) async fn subscription(registry: &PromptRegistry, sink: SubscriptionSink) -> Infallible {
    let mut feed = Feed::of_stream(registry);
    while feed.next().await {
        if sink.notify_prompt_list_changed().await.is_err() {
            break;
        }
    }
    drop(feed);
    // Others end the stream.
    std::future::pending().await
}

//! Notifications that the set of prompts has changed.

use super::rmcp::RoleServer;
use super::rmcp::service::Peer;
use crate::changes::Changes;
use prompt_runtime::PromptRegistry;
use std::future::Future;
use std::time::Duration;

/// The time between two checks that the session of a quiet notifier is still there: one whose handshake failed does not say so.
const SESSION_CHECK: Duration = Duration::from_secs(60);

/// Notifies a client that has begun a session with `initialize`, until the session ends. No change is lost: the notifier begins before
/// the client has its answer, and rmcp sends nothing before that answer.
pub(super) fn session(
    registry: &PromptRegistry,
    peer: Peer<RoleServer>,
    ended: impl Future<Output = ()> + Send + 'static,
) {
    let mut changes = Changes::of(registry);
    tokio::spawn(async move {
        let notifying = async {
            loop {
                match tokio::time::timeout(SESSION_CHECK, changes.next()).await {
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

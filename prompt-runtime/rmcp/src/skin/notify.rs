//! Notifications of changes to the prompts.

use super::rmcp::RoleServer;
use super::rmcp::service::Peer;
use crate::changes::Changes;
use prompt_runtime::PromptRegistry;
use std::future::Future;
use std::time::Duration;

/// The interval of checks that a session still exists, because rmcp does not report a failed handshake.
const SESSION_CHECK: Duration = Duration::from_secs(60);

/// Notifies a client whose session began with `initialize`, until the session ends. No change is lost: the notifier starts before the
/// client receives the answer to `initialize`, and rmcp sends nothing before that answer.
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

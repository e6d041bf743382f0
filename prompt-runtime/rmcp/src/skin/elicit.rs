//! A question to the user of a client of an older revision, sent while the prompt waits.

use super::names::{ElicitAnswer, ElicitRequest, ElicitRequestParams, ElicitResult};
use super::rmcp::RoleServer;
use super::rmcp::model::{CancelledNotificationParam, NumberOrString};
use super::rmcp::service::{Peer, PeerRequestOptions, RequestHandle};
use crate::json;
use prompt_runtime::model::JsonObject;
use std::error::Error;
use tokio::runtime::Handle;

/// Sends `elicitation/create` and waits for the answer.
pub(super) async fn ask(
    peer: &Peer<RoleServer>,
    params: JsonObject,
) -> Result<ElicitResult, Box<dyn Error + Send + Sync>> {
    let params: ElicitRequestParams = serde_json::from_value(params.into())?;
    let request = ElicitRequest::new(params).into();
    let handle = peer
        .send_cancellable_request(request, PeerRequestOptions::no_options())
        .await?;
    let open = OpenQuestion::of(&handle);
    let answer = handle.await_response().await;
    open.close();
    match answer? {
        ElicitAnswer(answer) => Ok(answer),
        _ => Err("the client did not answer the question".into()),
    }
}

/// Cancels the question if the prompt is dropped before the answer arrives. rmcp does so only for its own timeouts.
struct OpenQuestion(Option<(Peer<RoleServer>, NumberOrString)>);

impl OpenQuestion {
    fn of(handle: &RequestHandle<RoleServer>) -> Self {
        Self(Some((handle.peer.clone(), handle.id.clone())))
    }

    fn close(mut self) {
        self.0 = None;
    }
}

impl Drop for OpenQuestion {
    fn drop(&mut self) {
        let (Some((peer, id)), Ok(runtime)) = (self.0.take(), Handle::try_current()) else {
            return;
        };
        runtime.spawn(async move {
            let reason = "the request that it belongs to was cancelled";
            let params = serde_json::json!({ "requestId": id, "reason": reason });
            let Ok(params) = json::convert::<CancelledNotificationParam>(&params) else {
                return;
            };
            // If the client is gone, there is nothing to cancel.
            let _ = peer.notify_cancelled(params).await;
        });
    }
}

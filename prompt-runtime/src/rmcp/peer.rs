use crate::context::{Client, Peer, Progress, RequestId};
use crate::definition::BoxFuture;
use crate::message::JsonObject;
use ::rmcp::RoleServer;
use ::rmcp::model::{ElicitRequestParams, NumberOrString, ProgressNotificationParam};
use ::rmcp::service::RequestContext;
use serde::Serialize;
use serde_json::Value;
use std::error::Error;

/// The client of an rmcp server. Everything is read when a prompt asks for it.
pub(super) struct RmcpPeer(RequestContext<RoleServer>);

impl RmcpPeer {
    pub(super) fn of(request: RequestContext<RoleServer>) -> Self {
        Self(request)
    }
}

impl Peer for RmcpPeer {
    fn client(&self) -> Option<Client> {
        self.0
            .client_info()
            .map(|client| Client::new(client.name, client.version))
    }

    fn capabilities(&self) -> Option<JsonObject> {
        self.0
            .client_capabilities()
            .and_then(|capabilities| object(&capabilities))
    }

    fn request_id(&self) -> Option<RequestId> {
        Some(match &self.0.id {
            NumberOrString::Number(number) => RequestId::Number(*number),
            NumberOrString::String(text) => RequestId::Text(text.to_string()),
        })
    }

    fn meta(&self) -> Option<JsonObject> {
        object(&self.0.meta)
    }

    fn is_cancelled(&self) -> bool {
        self.0.ct.is_cancelled()
    }

    fn progress(&self, progress: Progress) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let Some(token) = self.0.meta.get_progress_token() else {
                return;
            };
            let mut params = ProgressNotificationParam::new(token, progress.progress);
            (params.total, params.message) = (progress.total, progress.message);
            // The client is gone: nobody wants to know.
            let _ = self.0.peer.notify_progress(params).await;
        })
    }

    fn elicit(
        &self,
        params: JsonObject,
    ) -> BoxFuture<'_, Result<JsonObject, Box<dyn Error + Send + Sync>>> {
        Box::pin(async move {
            let params: ElicitRequestParams = serde_json::from_value(params.into())?;
            let result = self.0.peer.create_elicitation(params).await?;
            object(&result).ok_or_else(|| "the answer is not an object".into())
        })
    }
}

fn object(value: &impl Serialize) -> Option<JsonObject> {
    match serde_json::to_value(value) {
        Ok(Value::Object(object)) => Some(object),
        _ => None,
    }
}

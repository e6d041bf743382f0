//! What a prompt can know of a request that came through rmcp.

use super::question;
use crate::context::{Client, Context, Peer, Progress, RequestId};
use crate::definition::BoxFuture;
use crate::message::JsonObject;
use crate::protocol::Revision;
use crate::registry::PromptRegistry;
use crate::state::Carried;
use ::http::request::Parts;
use ::rmcp::RoleServer;
use ::rmcp::model::{Extensions, NumberOrString, ProgressNotificationParam};
use ::rmcp::service::RequestContext;
use serde::Serialize;
use serde_json::Value;
use std::any::{Any, TypeId};
use std::error::Error;
use std::sync::Arc;

pub(crate) type Find = fn(&Extensions) -> Option<&(dyn Any + Send + Sync)>;

/// Finds a value of this type among what rmcp carries along with a request, or among what the layers of an HTTP server left with
/// the HTTP request.
pub(crate) fn find<T: Send + Sync + 'static>(
    carried: &Extensions,
) -> Option<&(dyn Any + Send + Sync)> {
    carried
        .get::<T>()
        .or_else(|| carried.get::<Parts>()?.extensions.get())
        .map(|value| value as _)
}

/// The types of state that every request through rmcp brings.
pub(super) fn always() -> [TypeId; 1] {
    [TypeId::of::<RequestContext<RoleServer>>()]
}

/// The revision that the client of this request speaks.
pub(super) fn revision(request: &RequestContext<RoleServer>) -> Revision {
    request
        .protocol_version()
        .and_then(|version| version.as_str().parse().ok())
        .unwrap_or_default()
}

/// rmcp's own context of a request, shared with the context that prompts see.
#[derive(Clone)]
pub(super) struct Incoming {
    request: RequestContext<RoleServer>,
    /// Where the registry knows of state that requests bring.
    registry: Option<PromptRegistry>,
}

impl Incoming {
    pub(super) fn new(request: RequestContext<RoleServer>, registry: &PromptRegistry) -> Arc<Self> {
        Arc::new(Self {
            request,
            registry: registry.has_request_state().then(|| registry.clone()),
        })
    }

    pub(super) fn request(&self) -> &RequestContext<RoleServer> {
        &self.request
    }

    /// rmcp's own context again, without a copy when no prompt has kept it.
    pub(super) fn into_request(self: Arc<Self>) -> RequestContext<RoleServer> {
        Arc::unwrap_or_clone(self).request
    }

    pub(super) fn context(self: &Arc<Self>) -> Context {
        Context::carrying(revision(&self.request), Arc::clone(self) as _)
    }
}

impl Peer for Incoming {
    fn client(&self) -> Option<Client> {
        let client = self.request.client_info()?;
        Some(Client::new(client.name, client.version))
    }

    fn capabilities(&self) -> Option<JsonObject> {
        self.request
            .client_capabilities()
            .and_then(|capabilities| object(&capabilities))
    }

    fn request_id(&self) -> Option<RequestId> {
        Some(match &self.request.id {
            NumberOrString::Number(number) => RequestId::Number(*number),
            NumberOrString::String(text) => RequestId::Text(text.to_string()),
        })
    }

    fn meta(&self) -> Option<JsonObject> {
        let meta: &JsonObject = &self.request.meta;
        (!meta.is_empty()).then(|| meta.clone())
    }

    fn is_cancelled(&self) -> bool {
        self.request.ct.is_cancelled()
    }

    fn progress(&self, progress: Progress) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let Some(token) = self.request.meta.get_progress_token() else {
                return;
            };
            let mut params = ProgressNotificationParam::new(token, progress.progress);
            (params.total, params.message) = (progress.total, progress.message);
            // The client is gone: nobody wants to know.
            let _ = self.request.peer.notify_progress(params).await;
        })
    }

    fn elicit(
        &self,
        params: JsonObject,
    ) -> BoxFuture<'_, Result<JsonObject, Box<dyn Error + Send + Sync>>> {
        Box::pin(async move {
            let result = question::ask(&self.request.peer, params).await?;
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

impl Carried for Incoming {
    fn value(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        if id == TypeId::of::<RequestContext<RoleServer>>() {
            return Some(&self.request);
        }
        let find = if id == TypeId::of::<Parts>() {
            find::<Parts>
        } else {
            self.registry.as_ref()?.request_state(id)?
        };
        find(&self.request.extensions)
    }
}

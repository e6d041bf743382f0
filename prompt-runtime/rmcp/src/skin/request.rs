//! The data that a prompt can read from an rmcp request.

use super::elicit;
use super::pass::Request;
use super::rmcp::model::NumberOrString;
use crate::json;
use http::request::Parts;
use prompt_runtime::edge::RequestId;
use prompt_runtime::edge::{self, BoxFuture, Peer, Provide};
use prompt_runtime::model::JsonObject;
use prompt_runtime::{Client, Context, Progress, Revision};
use std::any::{Any, TypeId};
use std::error::Error;
use std::fmt;
use std::sync::{Arc, OnceLock};

type Value = Box<dyn Any + Send + Sync>;
/// A type, and the function that reads its value.
type Reader = (TypeId, Arc<Find>);
type Find = dyn Fn(&Request) -> Option<Value> + Send + Sync;

/// The state that a mount's requests provide: the types, and the functions that read them from a request.
#[derive(Clone, Default)]
pub(super) struct RequestState {
    known: Option<Arc<Vec<Reader>>>,
    newest_revision: Option<Revision>,
}

impl RequestState {
    /// Requests to a server that supports no newer revision than `newest_revision`.
    pub(super) fn up_to(newest_revision: Option<Revision>) -> Self {
        Self {
            known: None,
            newest_revision,
        }
    }

    /// The revision of the client of this request.
    pub(super) fn revision(&self, request: &Request) -> Revision {
        let revision = super::revision(request);
        self.newest_revision
            .map_or(revision, |newest| revision.min(newest))
    }

    fn known(&self) -> &[Reader] {
        self.known.as_ref().map_or(&[], |known| known.as_slice())
    }

    pub(super) fn add<T: Send + Sync + 'static>(
        &mut self,
        find: impl Fn(&Request) -> Option<T> + Send + Sync + 'static,
    ) {
        let find: Arc<Find> = Arc::new(move |request| Some(Box::new(find(request)?)));
        Arc::make_mut(self.known.get_or_insert_default()).push((TypeId::of::<T>(), find));
    }

    /// Returns `true` for types that every rmcp request provides.
    pub(super) fn brings(&self, id: TypeId) -> bool {
        id == TypeId::of::<Request>() || self.known().iter().any(|(known, _)| *known == id)
    }
}

impl fmt::Debug for RequestState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RequestState({} types)", self.known().len())
    }
}

/// Reads a value of this type from the extensions of an rmcp request, or from the extensions that an HTTP server's layers added to the HTTP
/// request. Use it with [`Mounted::with_state`](super::Mounted::with_state).
#[must_use]
pub fn request_extension<T: Clone + Send + Sync + 'static>(request: &Request) -> Option<T> {
    let extensions = &request.extensions;
    extensions
        .get::<T>()
        .or_else(|| extensions.get::<Parts>()?.extensions.get())
        .cloned()
}

/// rmcp's own context of a request, shared with the prompt's context.
pub(super) struct RmcpRequest {
    request: Request,
    state: RequestState,
    /// The state of this request. Each value is read when a prompt first asks for it.
    made: Vec<OnceLock<Option<Value>>>,
}

impl RmcpRequest {
    pub(super) fn new(request: Request, state: &RequestState) -> Arc<Self> {
        let made = state.known().iter().map(|_| OnceLock::new()).collect();
        let state = state.clone();
        Arc::new(Self {
            request,
            state,
            made,
        })
    }

    pub(super) fn request(&self) -> &Request {
        &self.request
    }

    /// Returns rmcp's own context, without a copy if no prompt has kept it.
    pub(super) fn into_request(self: Arc<Self>) -> Request {
        match Arc::try_unwrap(self) {
            Ok(rmcp_request) => rmcp_request.request,
            Err(shared) => shared.request.clone(),
        }
    }

    pub(super) fn context(self: &Arc<Self>) -> Context {
        edge::context(self.state.revision(&self.request), Arc::clone(self) as _)
    }
}

impl Peer for RmcpRequest {
    fn client(&self) -> Option<Client> {
        super::client(&self.request)
    }

    fn capabilities(&self) -> Option<JsonObject> {
        super::capabilities(&self.request)
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
        use super::rmcp::model::ProgressNotificationParam;

        Box::pin(async move {
            let Some(token) = self.request.meta.get_progress_token() else {
                return;
            };
            let mut params = ProgressNotificationParam::new(token, progress.progress);
            (params.total, params.message) = (progress.total, progress.message);
            // A send error means that the client is gone.
            let _ = self.request.peer.notify_progress(params).await;
        })
    }

    fn elicit(
        &self,
        params: JsonObject,
    ) -> BoxFuture<'_, Result<JsonObject, Box<dyn Error + Send + Sync>>> {
        Box::pin(async move {
            let result = elicit::ask(&self.request.peer, params).await?;
            json::object(&result).ok_or_else(|| "the answer is not an object".into())
        })
    }
}

impl Provide for RmcpRequest {
    fn value(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        if id == TypeId::of::<Request>() {
            return Some(&self.request);
        }
        let known = self.state.known().iter().zip(&self.made);
        let mut known = known.filter(|((known, _), _)| *known == id);
        if let Some(((_, find), made)) = known.next() {
            return made.get_or_init(|| find(&self.request)).as_deref();
        }
        if id == TypeId::of::<Parts>() {
            return self
                .request
                .extensions
                .get::<Parts>()
                .map(|parts| parts as _);
        }
        None
    }
}

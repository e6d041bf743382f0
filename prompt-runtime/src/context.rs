//! What a prompt can know of the request it answers, and what it can do with the client meanwhile.

use crate::future::BoxFuture;
use crate::message::JsonObject;
use crate::protocol::Revision;
use crate::round::Round;
use crate::state::{Carry, Extensions};
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// The request that a prompt answers. A prompt asks for it with `#[context] context: &Context`.
///
/// Built with [`Context::new`] by a server that speaks the protocol itself, and by an edge from the request of its library.
#[derive(Clone, Default)]
pub struct Context {
    revision: Revision,
    peer: Option<Arc<dyn Peer>>,
    extensions: Extensions,
    #[cfg_attr(not(feature = "elicitation"), allow(dead_code))]
    pub(crate) round: Round,
}

/// The client at the other end of a request. A server implements what it can; everything has a default that does nothing.
pub trait Peer: Send + Sync + 'static {
    /// Who it is.
    fn client(&self) -> Option<Client> {
        None
    }

    /// The capabilities that it declared: in `initialize`, or in the `_meta` of the request from revision 2026-07-28 on.
    fn capabilities(&self) -> Option<JsonObject> {
        None
    }

    /// The id of the request.
    fn request_id(&self) -> Option<RequestId> {
        None
    }

    /// The `_meta` of the request.
    fn meta(&self) -> Option<JsonObject> {
        None
    }

    /// Whether the client has cancelled the request.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// Sends `notifications/progress`, when the client asked for it with a progress token.
    fn progress(&self, progress: Progress) -> BoxFuture<'_, ()> {
        let _ = progress;
        Box::pin(std::future::ready(()))
    }

    /// Sends `elicitation/create` with these params and waits for the result. Only revisions 2025-06-18 and 2025-11-25 know it.
    fn elicit(
        &self,
        params: JsonObject,
    ) -> BoxFuture<'_, Result<JsonObject, Box<dyn Error + Send + Sync>>> {
        let _ = params;
        Box::pin(std::future::ready(Err(
            "this server cannot ask the client".into()
        )))
    }
}

/// A program that speaks MCP.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Client {
    /// The name of the program.
    pub name: String,
    /// Its version.
    pub version: String,
}

impl Client {
    /// A client called `name`.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
        }
    }
}

/// The id of a JSON-RPC request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RequestId {
    /// A number.
    Number(i64),
    /// Text.
    Text(String),
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// How far a prompt has come. Specification: basic/utilities/progress.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Grows with every report.
    pub progress: f64,
    /// What it grows to, if known.
    pub total: Option<f64>,
    /// What is being done, for the person.
    pub message: Option<String>,
}

impl Progress {
    /// So much.
    #[must_use]
    pub fn new(progress: f64) -> Self {
        Self {
            progress,
            ..Self::default()
        }
    }

    /// Of so much.
    #[must_use]
    pub fn of(mut self, total: f64) -> Self {
        self.total = Some(total);
        self
    }

    /// Says what is being done.
    #[must_use]
    pub fn with_message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }
}

impl Context {
    /// A request of a client that speaks this revision.
    #[must_use]
    pub fn new(revision: Revision) -> Self {
        Self {
            revision,
            ..Self::default()
        }
    }

    pub(crate) fn carrying(revision: Revision, carried: Arc<dyn Carry>) -> Self {
        Self {
            revision,
            extensions: Extensions::carrying(carried),
            ..Self::default()
        }
    }

    /// Brings the client at the other end.
    #[must_use]
    pub fn with_peer(mut self, peer: Arc<dyn Peer>) -> Self {
        self.peer = Some(peer);
        self
    }

    /// Brings a value that prompts find by its type, with `#[state]` or in [`extensions`](Self::extensions).
    #[must_use]
    pub fn with_extension<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.extensions.insert(value);
        self
    }

    /// The revision of the protocol that the client speaks.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// The program that asks, where it said who it is.
    #[must_use]
    pub fn client(&self) -> Option<Client> {
        self.peer()?.client()
    }

    /// The capabilities that the client declared, as they stand on the wire.
    #[must_use]
    pub fn capabilities(&self) -> Option<JsonObject> {
        self.peer()?.capabilities()
    }

    /// The id of the request.
    #[must_use]
    pub fn request_id(&self) -> Option<RequestId> {
        self.peer()?.request_id()
    }

    /// The `_meta` of the request.
    #[must_use]
    pub fn meta(&self) -> Option<JsonObject> {
        self.peer()?.meta()
    }

    /// Whether the client has cancelled the request. An async prompt is dropped then; a sync one can look here.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.peer().is_some_and(Peer::is_cancelled)
    }

    /// Reports progress, when the client asked for it; else nothing happens.
    pub async fn progress(&self, progress: Progress) {
        if let Some(peer) = self.peer() {
            peer.progress(progress).await;
        }
    }

    /// What the server brought to this request, by type.
    #[must_use]
    pub fn extensions(&self) -> &Extensions {
        &self.extensions
    }

    /// The same, to add to.
    pub fn extensions_mut(&mut self) -> &mut Extensions {
        &mut self.extensions
    }

    pub(crate) fn at_revision(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    pub(crate) fn peer(&self) -> Option<&dyn Peer> {
        match &self.peer {
            Some(peer) => Some(&**peer),
            None => self.extensions.carried().map(|carried| &**carried as _),
        }
    }

    pub(crate) fn peer_handle(&self) -> Option<Arc<dyn Peer>> {
        match &self.peer {
            Some(peer) => Some(Arc::clone(peer)),
            None => self
                .extensions
                .carried()
                .map(|carried| Arc::clone(carried) as _),
        }
    }

    /// Brings the answers of the rounds of questions before, from a request that is repeated. Revision 2026-07-28 on.
    #[must_use]
    pub fn with_round(mut self, round: Round) -> Self {
        self.round = round;
        self
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("revision", &self.revision)
            .field("extensions", &self.extensions)
            .finish_non_exhaustive()
    }
}

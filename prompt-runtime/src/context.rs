//! The context of a request: the client and its services.

use crate::future::BoxFuture;
use crate::message::JsonObject;
use crate::protocol::Revision;
use crate::round::Round;
use crate::state::{Carry, Extensions};
use crate::text::InvisibleText;
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The context of a request. A prompt receives it through a parameter `#[context] context: &Context`.
///
/// A server that implements the protocol itself creates it with [`Context::new`]. An edge creates it from the request of its library.
#[derive(Clone, Default)]
pub struct Context {
    revision: Revision,
    peer: Option<Arc<dyn Peer>>,
    extensions: Extensions,
    #[cfg_attr(not(feature = "elicitation"), allow(dead_code))]
    pub(crate) round: Round,
    /// `true` if the request itself named its revision. Then there is no session through which the server could ask the client.
    #[cfg_attr(not(feature = "elicitation"), allow(dead_code))]
    pub(crate) is_stateless: bool,
    outgoing: Outgoing,
}

/// Rules for the messages that a prompt sends while it runs. The registry sets its own rules when it calls the prompt.
#[derive(Default)]
struct Outgoing {
    rules: Mutex<Rules>,
    /// `false` while the rules are the defaults, so that the call of a prompt that sends nothing takes no lock.
    is_used: AtomicBool,
}

#[derive(Clone, Default)]
struct Rules {
    invisible: InvisibleText,
    last_progress: Option<f64>,
    /// The first message that was not sent.
    refused: Option<String>,
}

impl Outgoing {
    fn rules(&self) -> MutexGuard<'_, Rules> {
        self.rules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the rules for a change.
    fn rules_mut(&self) -> MutexGuard<'_, Rules> {
        self.is_used.store(true, Ordering::Release);
        self.rules()
    }

    #[inline]
    fn is_used(&self) -> bool {
        self.is_used.load(Ordering::Acquire)
    }

    /// Returns the part of `progress` that the rules permit.
    fn checked(&self, mut progress: Progress) -> Option<Progress> {
        let mut rules = self.rules_mut();
        let mut refuse = |why: String| {
            rules.refused.get_or_insert(why);
        };
        let value = progress.progress;
        if !value.is_finite() {
            refuse(format!(
                "progress {value} was not sent: it is no finite number"
            ));
            return None;
        }
        if progress.total.is_some_and(|total| !total.is_finite()) {
            refuse("a total of progress was not sent: it is no finite number".to_owned());
            progress.total = None;
        }
        if let Some(last) = rules.last_progress
            && value <= last
        {
            let why = format!("progress {value} was not sent: it does not grow after {last}");
            rules.refused.get_or_insert(why);
            return None;
        }
        rules.last_progress = Some(value);
        if let Some(message) = progress.message.take() {
            let mut message = message.into();
            match rules.invisible.apply_to(&mut message) {
                Ok(()) => progress.message = Some(message.into_owned()),
                Err(found) => {
                    let why = format!("a progress message was not sent: it contains {found}");
                    rules.refused.get_or_insert(why);
                }
            }
        }
        Some(progress)
    }
}

impl Clone for Outgoing {
    fn clone(&self) -> Self {
        Self {
            rules: Mutex::new(self.rules().clone()),
            is_used: AtomicBool::new(self.is_used()),
        }
    }
}

/// The client of a request. A server implements the methods that it supports; the default methods do nothing.
pub trait Peer: Send + Sync + 'static {
    /// The client's name and version, as the client sent them.
    fn client(&self) -> Option<Client> {
        None
    }

    /// The client's declared capabilities: from `initialize`, or from the request's `_meta` from revision 2026-07-28 on.
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

    /// Returns `true` if the client has cancelled the request.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// Sends `notifications/progress` if the request has a progress token.
    fn progress(&self, progress: Progress) -> BoxFuture<'_, ()> {
        let _ = progress;
        Box::pin(std::future::ready(()))
    }

    /// Sends `elicitation/create` with these params and waits for the result. Only revisions 2025-06-18 and 2025-11-25 have this request.
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

/// The client program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Client {
    /// The name of the program.
    pub name: String,
    /// Its version.
    pub version: String,
}

impl Client {
    /// Creates a client with this name and version.
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

/// The progress of a prompt. Specification: basic/utilities/progress.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The work done so far, in any unit. It must grow with every report.
    pub progress: f64,
    /// The total work in the same unit, if known.
    pub total: Option<f64>,
    /// A message for the user about the current step.
    pub message: Option<String>,
}

impl Progress {
    /// Creates a report of the work done so far.
    #[must_use]
    pub fn new(progress: f64) -> Self {
        Self {
            progress,
            ..Self::default()
        }
    }

    /// Sets the total work.
    #[must_use]
    pub fn with_total(mut self, total: f64) -> Self {
        self.total = Some(total);
        self
    }

    /// Sets the message about the current step.
    #[must_use]
    pub fn with_message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }
}

impl Context {
    /// Creates the context of a request from a client of this revision.
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

    /// Sets the client of this request.
    #[must_use]
    pub fn with_peer(mut self, peer: Arc<dyn Peer>) -> Self {
        self.peer = Some(peer);
        self
    }

    /// Adds a value that prompts find by type, with `#[state]` or in [`extensions`](Self::extensions).
    #[must_use]
    pub fn with_extension<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.extensions.insert(value);
        self
    }

    /// The protocol revision of the client.
    #[must_use]
    #[inline]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// The client program, if it gave its name.
    #[must_use]
    pub fn client(&self) -> Option<Client> {
        self.peer()?.client()
    }

    /// The capabilities that the client declared, as in its JSON.
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

    /// Returns `true` if the client has cancelled the request. An async prompt is dropped on cancellation; a sync prompt can check here.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.peer().is_some_and(Peer::is_cancelled)
    }

    /// Reports progress if the client requested it. Otherwise this does nothing.
    ///
    /// Only finite values that grow are sent. Other values, and a message that the policy for invisible text rejects, are reported to the
    /// author.
    ///
    /// Specification: basic/utilities/progress.
    pub async fn progress(&self, progress: Progress) {
        if let Some(peer) = self.peer()
            && let Some(progress) = self.outgoing.checked(progress)
        {
            peer.progress(progress).await;
        }
    }

    /// Begins a call: sets the policy, and clears the progress of the previous call.
    #[inline]
    pub(crate) fn begin(&self, invisible: InvisibleText) {
        let is_default = invisible == InvisibleText::default() && !self.outgoing.is_used();
        if !is_default {
            self.begin_with(invisible);
        }
    }

    fn begin_with(&self, invisible: InvisibleText) {
        if self.peer().is_some() {
            *self.outgoing.rules_mut() = Rules {
                invisible,
                ..Rules::default()
            };
        }
    }

    /// Takes the first message that the call did not send.
    #[inline]
    pub(crate) fn take_refused(&self) -> Option<String> {
        if !self.outgoing.is_used() {
            return None;
        }
        self.outgoing.rules().refused.take()
    }

    #[cfg(feature = "elicitation")]
    pub(crate) fn invisible_text(&self) -> InvisibleText {
        self.outgoing.rules().invisible
    }

    /// The values that the server attached to this request, by type.
    #[must_use]
    pub fn extensions(&self) -> &Extensions {
        &self.extensions
    }

    /// The values that the server attached to this request, for adding more.
    pub fn extensions_mut(&mut self) -> &mut Extensions {
        &mut self.extensions
    }

    pub(crate) fn of_metadata(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self.is_stateless = true;
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

    /// Adds the answers of previous rounds of questions, from a repeated request. Revision 2026-07-28 and later.
    ///
    /// Specification: basic/patterns/mrtr.
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

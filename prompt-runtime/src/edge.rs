//! The interface for edges: crates that serve prompts through a server library, such as `prompt-rmcp`.
//!
//! An edge translates between the types of its library and these:
//!
//! 1. It [carries](Carry) each request in a [`context`]: the client ([`Peer`]) and the values that belong to the request ([`Provide`]).
//! 2. It calls the registry through a [`Request`]: [`find`](Request::find) a prompt, then [`get`](Request::get) or
//!    [`complete`](Request::complete) it, or [`list`](Request::list) the registry merged with the server's own prompts. Answers have the
//!    form of the client's revision.
//! 3. At start-up it checks with [`check_state`] that the state of every prompt is available.
//! 4. It keeps the inner server of a wrapper as [`Wrapped`], so that prompts find state at any depth of wrapping.
//! 5. It implements [`Mount`] for [`Mounts`], which makes [`PromptRegistry::mount`] accept its servers.
//!
//! An edge whose library passes JSON needs none of this: [`PromptRegistry::answer_beside`] answers, and the server becomes state of prompts
//! with [`Context::with_extension`](crate::Context::with_extension).
//!
//! [`params`] reads params that the library could not or does not read. [`contained`] and [`contained_future`] catch panics of foreign
//! code, so that they do not end the server.
//!
//! These items follow semantic versioning, as the rest of the crate does.

pub use crate::contain::{Panic, contained, contained_future};
pub use crate::context::{Peer, RequestId};
pub use crate::future::BoxFuture;
pub use crate::mount::{Mount, Mounts};
pub use crate::protocol::{params, without_audio};
pub use crate::registry::{
    CacheHints, FoundPrompt, Listing, MergedPage, MergedPrompt, Reply, Request, check_state, once,
    unknown,
};
pub use crate::round::{InputRequired, Round};
pub use crate::state::{Carry, Provide, Wrapped};

use crate::context::Context;
use crate::protocol::Revision;
#[cfg(doc)]
use crate::registry::PromptRegistry;
use std::sync::Arc;

/// Creates the context of a request from a client of this revision.
#[must_use]
pub fn context(revision: Revision, request: Arc<dyn Carry>) -> Context {
    Context::carrying(revision, request)
}

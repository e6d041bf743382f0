//! The interface for edges: crates that serve prompts through a server library, such as `prompt-rmcp`.
//!
//! An edge translates between the types of its library and these:
//!
//! 1. It [carries](Carry) each request: who the client is ([`Peer`]) and the values that came with it ([`Provide`]), in a
//!    [`context`].
//! 2. It asks with a [`Request`]: [`find`](Request::find) a prompt, then [`get`](Request::get) or [`complete`](Request::complete) it, or
//!    [`list`](Request::list) the registry merged with the server's own prompts. Answers have the shape of the client's revision.
//! 3. At start-up it checks the state that prompts need, with [`check_state`].
//! 4. A wrapper of a server keeps it as [`Wrapped`], so that prompts find state however deep it is wrapped.
//! 5. It implements [`Mount`] on [`Mounts`], which makes [`PromptRegistry::mount`] work for its servers.
//!
//! [`params`] reads params that the library could not, or does not, read; [`contained`] and [`contained_future`] keep panics of foreign
//! code from ending the server.
//!
//! These items follow semantic versioning as the rest of the crate does.

pub use crate::contain::{Panic, contained, contained_future};
pub use crate::context::{Peer, RequestId};
pub use crate::future::BoxFuture;
pub use crate::mount::{Mount, Mounts};
pub use crate::protocol::params;
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

/// The context of a request of a client that speaks this revision.
#[must_use]
pub fn context(revision: Revision, request: Arc<dyn Carry>) -> Context {
    Context::carrying(revision, request)
}

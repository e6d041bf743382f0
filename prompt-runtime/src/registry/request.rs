use super::{FoundPrompt, PromptRegistry};
use crate::context::Context;
use crate::message::GetPromptResult;
use crate::round::InputRequired;
use crate::state::Provide;
use serde::Serialize;

/// A request to a registry, with the server that it arrived at. It is answered in the shape of the context's revision.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub(super) registry: &'a PromptRegistry,
    pub(super) context: &'a Context,
    pub(super) server: Option<&'a dyn Provide>,
}

/// The answer to `prompts/get`. The serde form is the `result` of the response, without what an edge adds to every result.
#[derive(Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Reply {
    /// The messages.
    Complete(GetPromptResult),
    /// Questions for the person behind a client of revision 2026-07-28 or later.
    InputRequired(InputRequired),
}

impl<'a> Request<'a> {
    /// A request in this context.
    #[must_use]
    pub fn new(registry: &'a PromptRegistry, context: &'a Context) -> Self {
        Self {
            registry,
            context,
            server: None,
        }
    }

    /// Names the server that the prompts run on, in which they find state.
    #[must_use]
    pub fn on(mut self, server: &'a dyn Provide) -> Self {
        self.server = Some(server);
        self
    }

    /// The prompt of this name or former name, when it is enabled and this request may know of it.
    #[must_use]
    pub fn find(self, name: &str) -> Option<FoundPrompt<'a>> {
        self.registry.find(name, self.context)
    }
}

impl std::fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request")
            .field("context", self.context)
            .finish_non_exhaustive()
    }
}

use super::{FoundPrompt, PromptRegistry};
use crate::context::Context;
use crate::message::GetPromptResult;
use crate::round::InputRequired;
use crate::state::Provide;
use serde::Serialize;

/// A request to a registry, with the server that received it. The answer has the form of the context's revision.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub(super) registry: &'a PromptRegistry,
    pub(super) context: &'a Context,
    pub(super) server: Option<&'a dyn Provide>,
}

/// The answer to `prompts/get`. The serde form is the `result` of the response, without the fields that an edge adds to every result.
#[derive(Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Reply {
    /// The messages.
    Complete(GetPromptResult),
    /// Questions for the user of a client of revision 2026-07-28 or later.
    InputRequired(InputRequired),
}

impl<'a> Request<'a> {
    /// Creates a request in this context.
    #[must_use]
    pub fn new(registry: &'a PromptRegistry, context: &'a Context) -> Self {
        Self {
            registry,
            context,
            server: None,
        }
    }

    /// Sets the server that the prompts run on, which provides state.
    #[must_use]
    pub fn on(mut self, server: &'a dyn Provide) -> Self {
        self.server = Some(server);
        self
    }

    /// The prompt with this name or former name, if it is enabled and this request may see it.
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

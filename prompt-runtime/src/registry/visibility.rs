//! Visibility: the prompts that a request may see.

use super::{PromptRegistry, RegisteredPrompt};
use crate::contain::contained;
use crate::context::Context;
use crate::report::Report;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// The return type of a visibility predicate: `bool`, or a `Result` of it whose error hides the prompt.
pub trait IntoVisible {
    /// Returns `true` if the prompt is shown.
    ///
    /// # Errors
    /// A message if the predicate fails. The prompt is then hidden and the message reported.
    fn into_visible(self) -> Result<bool, String>;
}

impl IntoVisible for bool {
    fn into_visible(self) -> Result<bool, String> {
        Ok(self)
    }
}

impl<E: fmt::Display> IntoVisible for Result<bool, E> {
    fn into_visible(self) -> Result<bool, String> {
        self.map_err(|error| error.to_string())
    }
}

type Predicate = dyn Fn(&RegisteredPrompt, &Context) -> Result<bool, String> + Send + Sync;

#[derive(Clone, Default)]
pub(super) struct Visibility(Option<Arc<Predicate>>);

impl Visibility {
    pub(super) fn of<V: IntoVisible>(
        predicate: impl Fn(&RegisteredPrompt, &Context) -> V + Send + Sync + 'static,
    ) -> Self {
        Self(Some(Arc::new(move |prompt, context| {
            predicate(prompt, context).into_visible()
        })))
    }
}

impl fmt::Debug for Visibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() {
            "Visibility(predicate)"
        } else {
            "Visibility(all)"
        })
    }
}

/// A prompt that a request may use, from [`Request::find`](crate::edge::Request::find).
#[derive(Debug)]
pub struct FoundPrompt<'r>(Owner<'r>);

/// Borrowed from a set that cannot change, or shared with a set that can.
#[derive(Debug)]
enum Owner<'r> {
    Fixed(&'r RegisteredPrompt),
    Live(Arc<RegisteredPrompt>),
}

impl Deref for FoundPrompt<'_> {
    type Target = RegisteredPrompt;

    fn deref(&self) -> &RegisteredPrompt {
        match &self.0 {
            Owner::Fixed(prompt) => prompt,
            Owner::Live(prompt) => prompt,
        }
    }
}

impl PromptRegistry {
    /// Returns `true` if the listing depends on the client.
    #[must_use]
    pub fn depends_on_caller(&self) -> bool {
        self.inner.options.visibility.0.is_some() || self.is_localized()
    }

    /// Returns `true` if the answer to `prompts/list` depends on more than the request's revision: on the predicate, the localization or
    /// the span.
    #[must_use]
    pub fn list_needs_request(&self) -> bool {
        cfg!(feature = "tracing") || self.depends_on_caller()
    }

    /// The prompt with this name or former name, if it is enabled and this request may see it.
    pub(crate) fn find(&self, name: &str, context: &Context) -> Option<FoundPrompt<'_>> {
        let found = FoundPrompt(match &self.inner.fixed {
            Some(set) => Owner::Fixed(set.get(name)?),
            None => Owner::Live(Arc::clone(self.set().get(name)?)),
        });
        self.shows(&found, context).then_some(found)
    }

    /// A predicate that fails or panics hides the prompt, because a prompt that was shown by mistake cannot be hidden again.
    #[inline]
    pub(super) fn shows(&self, prompt: &RegisteredPrompt, context: &Context) -> bool {
        match &self.inner.options.visibility.0 {
            None => true,
            Some(predicate) => self.asks(&**predicate, prompt, context),
        }
    }

    fn asks(&self, predicate: &Predicate, prompt: &RegisteredPrompt, context: &Context) -> bool {
        match contained(|| predicate(prompt, context)) {
            Ok(Ok(visible)) => visible,
            Ok(Err(why)) => {
                self.report(&Report::Warning(
                    format!(
                        "the visibility of prompt \"{}\" is unknown, so it is hidden: {why}",
                        prompt.name()
                    )
                    .into(),
                ));
                false
            }
            Err(_) => {
                self.report(&Report::Warning(
                    format!(
                        "the visibility predicate panicked on prompt \"{}\", which is hidden",
                        prompt.name()
                    )
                    .into(),
                ));
                false
            }
        }
    }
}

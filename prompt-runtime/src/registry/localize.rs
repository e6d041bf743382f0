//! Listings in the client's language.

use super::{PromptRegistry, RegisteredPrompt};
use crate::contain::contained;
use crate::context::Context;
use crate::prompt::Prompt;
use crate::protocol::shape;
use crate::report::Report;
use std::fmt;
use std::sync::Arc;

type Function = dyn Fn(&mut Prompt, &Context) + Send + Sync;

#[derive(Clone, Default)]
pub(super) struct Localization(Option<Arc<Function>>);

impl Localization {
    pub(super) fn of(function: impl Fn(&mut Prompt, &Context) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(function)))
    }

    fn is_some(&self) -> bool {
        self.0.is_some()
    }
}

impl fmt::Debug for Localization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Localization")
            .field(&self.0.is_some())
            .finish()
    }
}

impl PromptRegistry {
    pub(crate) fn is_localized(&self) -> bool {
        self.inner.options.localization.is_some()
    }

    /// The listing of a prompt, in the language and the form of the client.
    pub(crate) fn listing(&self, prompt: &RegisteredPrompt, context: &Context) -> Prompt {
        let mut listing = self
            .localized(prompt, context)
            .unwrap_or_else(|| prompt.listing().clone());
        shape::prompt(&mut listing, context.revision());
        listing
    }

    /// The listing returned by the author's function. `None` if there is no function or its listing is invalid.
    fn localized(&self, prompt: &RegisteredPrompt, context: &Context) -> Option<Prompt> {
        let function = self.inner.options.localization.0.as_ref()?;
        let declared = prompt.listing();
        let mut listing = declared.clone();
        let problem = match contained(|| function(&mut listing, context)) {
            Ok(()) if same_call(declared, &listing) => return Some(listing),
            Ok(()) => "changed its name, or the name, order or need of an argument",
            Err(_) => "panicked",
        };
        self.report(&Report::Warning(
            format!(
                "prompt \"{}\" is listed as it was declared, because its localization {problem}",
                prompt.name()
            )
            .into(),
        ));
        None
    }
}

/// Returns `true` if both listings have the same name, arguments and `required` flags, so that a call built from one fits the other.
fn same_call(one: &Prompt, other: &Prompt) -> bool {
    let form = |prompt: &Prompt| -> Vec<_> {
        let arguments = prompt.arguments.iter();
        arguments
            .map(|argument| (argument.name.clone(), argument.required))
            .collect()
    };
    one.name == other.name && form(one) == form(other)
}

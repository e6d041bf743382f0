//! A call of a prompt that was created at run time.

use crate::argument::{Argument, ArgumentValue, Invocation};
use crate::context::Context;
use crate::definition::Outcome;
use crate::future::BoxFuture;
use std::borrow::Cow;
#[cfg(feature = "prompt-files")]
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

type Text = Cow<'static, str>;

/// The closure of a prompt that was created at run time.
#[derive(Clone)]
pub(super) enum RuntimeRender {
    Sync(Arc<dyn Fn(&PromptCall) -> Outcome + Send + Sync>),
    Async(Arc<dyn Fn(PromptCall) -> BoxFuture<'static, Outcome> + Send + Sync>),
}

impl fmt::Debug for RuntimeRender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sync(_) => "Sync",
            Self::Async(_) => "Async",
        })
    }
}

/// One call of a [`RuntimePrompt`](super::RuntimePrompt): the checked arguments and the context.
#[derive(Clone)]
pub struct PromptCall {
    arguments: Vec<(Text, String)>,
    context: Context,
}

impl fmt::Debug for PromptCall {
    /// Prints the names of the arguments alone: values are the user's, and may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.arguments.iter().map(|(name, _)| &**name).collect();
        f.debug_struct("PromptCall")
            .field("arguments", &names)
            .field("context", &self.context)
            .finish()
    }
}

impl PromptCall {
    /// Reads every argument in order. Returns `None` if any was rejected.
    pub(super) fn of(declared: &[Argument], invocation: &mut Invocation<'_>) -> Option<Self> {
        let mut arguments = Vec::with_capacity(declared.len());
        for argument in declared {
            let text = match invocation.take() {
                ArgumentValue::Text(text) => Some(text.to_owned()),
                ArgumentValue::Absent => argument.default.clone(),
                ArgumentValue::Refused | ArgumentValue::Describing => None,
            };
            arguments.extend(text.map(|text| (argument.name.clone(), text)));
        }
        invocation.accepted()?;
        Some(Self {
            arguments,
            context: invocation.context()?.clone(),
        })
    }

    /// The value of an argument, or its default. `None` for an optional argument that is absent and has no default.
    #[must_use]
    pub fn get(&self, argument: &str) -> Option<&str> {
        self.arguments
            .iter()
            .find(|(name, _)| name == argument)
            .map(|(_, text)| text.as_str())
    }

    /// The values by name.
    #[cfg(feature = "prompt-files")]
    pub(super) fn values(&self) -> HashMap<&str, &str> {
        self.arguments
            .iter()
            .map(|(name, text)| (&**name, text.as_str()))
            .collect()
    }

    /// The context of the request.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }
}

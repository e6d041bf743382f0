//! Prompts that are created at run time.

use super::call::{PromptCall, RuntimeRender};
use super::registered::{ListingJson, RegisteredPrompt, Source};
use crate::argument::Argument;
#[cfg(feature = "prompt-files")]
use crate::argument::ArgumentKind;
use crate::complete::{CompleterResult, Completion, CompletionRequest, IntoCandidates};
use crate::contain::DropContained;
use crate::message::IntoPromptResult;
use crate::prompt::Prompt;
use std::borrow::Cow;
use std::future::Future;
#[cfg(feature = "prompt-files")]
use std::num::NonZeroU32;
use std::sync::Arc;

type Text = Cow<'static, str>;

const DROPPED: &str = "the closure of the prompt was dropped";

/// A prompt created at run time, with the same argument checks as a declared one. Add it with
/// [`LivePrompts::insert`](super::LivePrompts::insert).
///
/// ```
/// use prompt_runtime::{PromptRegistry, RuntimeArgument, RuntimePrompt};
///
/// # fn main() -> Result<(), prompt_runtime::RegistryError> {
/// let live = PromptRegistry::builder().build_live()?;
/// live.insert(
///     RuntimePrompt::new("greet", |call| format!("Greet {}.", call.get("name").unwrap_or_default()))
///         .description("Greets a person.")
///         .argument(RuntimeArgument::required("name").description("Whom to greet.")),
/// )?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct RuntimePrompt {
    listing: Prompt,
    arguments: Vec<Argument>,
    source: Source,
}

impl RuntimePrompt {
    /// Creates a prompt from a closure.
    pub fn new<R: IntoPromptResult>(
        name: impl Into<Text>,
        render: impl Fn(&PromptCall) -> R + Send + Sync + 'static,
    ) -> Self {
        let render = DropContained::new(render);
        Self::with(
            name.into(),
            Source::Runtime(RuntimeRender::Sync(Arc::new(move |call| {
                let render = render.get().ok_or(DROPPED)?;
                render(call).into_prompt_result()
            }))),
        )
    }

    /// Creates a prompt from an async closure.
    pub fn new_async<F>(
        name: impl Into<Text>,
        render: impl Fn(PromptCall) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output: IntoPromptResult> + Send + 'static,
    {
        let render = DropContained::new(render);
        Self::with(
            name.into(),
            Source::Runtime(RuntimeRender::Async(Arc::new(move |call| {
                match render.get() {
                    Some(render) => {
                        crate::__private0::later(render(call), IntoPromptResult::into_prompt_result)
                    }
                    None => Box::pin(std::future::ready(Err(DROPPED.into()))),
                }
            }))),
        )
    }

    pub(super) fn with(name: Text, source: Source) -> Self {
        let listing = Prompt {
            name,
            title: None,
            description: None,
            arguments: Vec::new(),
            icons: Vec::new(),
            meta: None,
        };
        Self {
            listing,
            arguments: Vec::new(),
            source,
        }
    }

    /// Sets the display name.
    #[must_use]
    pub fn title(mut self, title: impl Into<Text>) -> Self {
        self.listing.title = Some(title.into());
        self
    }

    /// Sets the description: the purpose of the prompt.
    #[must_use]
    pub fn description(mut self, description: impl Into<Text>) -> Self {
        self.listing.description = Some(description.into());
        self
    }

    /// Adds an argument after the existing ones.
    #[must_use]
    pub fn argument(mut self, argument: RuntimeArgument) -> Self {
        self.arguments.push(argument.0);
        self
    }

    pub(crate) fn register(mut self) -> RegisteredPrompt {
        self.listing.arguments = self.arguments.iter().map(Argument::listed).collect();
        RegisteredPrompt {
            listing: self.listing,
            arguments: self.arguments,
            aliases: Vec::new(),
            replaced_by: None,
            source: self.source,
            json: ListingJson::default(),
        }
    }
}

/// An argument of a [`RuntimePrompt`].
#[derive(Debug, Clone)]
pub struct RuntimeArgument(Argument);

impl RuntimeArgument {
    /// Creates an argument that must be given.
    pub fn required(name: impl Into<Text>) -> Self {
        Self(Argument::at_run_time(name.into(), true))
    }

    /// Creates an argument that may be absent.
    pub fn optional(name: impl Into<Text>) -> Self {
        Self(Argument::at_run_time(name.into(), false))
    }

    #[cfg(feature = "prompt-files")]
    pub(super) fn at_line(mut self, line: usize) -> Self {
        self.0.line = u32::try_from(line).ok().and_then(NonZeroU32::new);
        self
    }

    /// Sets the value of an absent argument. The argument becomes optional.
    #[must_use]
    pub fn default(mut self, text: impl Into<String>) -> Self {
        self.0.required = false;
        self.0.has_default = true;
        self.0.default = Some(text.into());
        self
    }

    /// Sets the display name.
    #[must_use]
    pub fn title(mut self, title: impl Into<Text>) -> Self {
        self.0.title = Some(title.into());
        self
    }

    /// Sets the description: help for the person who fills in the argument.
    #[must_use]
    pub fn description(mut self, description: impl Into<Text>) -> Self {
        self.0.description = Some(description.into());
        self
    }

    /// Sets the allowed values.
    #[must_use]
    pub fn values(mut self, values: impl IntoIterator<Item: Into<Text>>) -> Self {
        self.0
            .allow_only(values.into_iter().map(Into::into).collect());
        self
    }

    /// Rejects text that is empty or only white space.
    #[must_use]
    pub fn non_empty(mut self) -> Self {
        self.0.non_empty = true;
        self
    }

    /// Sets the maximum number of characters.
    #[must_use]
    pub fn max_len(mut self, characters: usize) -> Self {
        self.0.max_len = Some(characters);
        self
    }

    /// Rejects text that is not a number, and numbers outside the inclusive bounds. The prompt still receives the text.
    #[cfg(feature = "prompt-files")]
    #[must_use]
    pub(super) fn number(mut self, min: Option<String>, max: Option<String>) -> Self {
        self.0.kind = &ArgumentKind::NUMBER;
        self.0.min = min.map(Into::into);
        self.0.max = max.map(Into::into);
        self
    }

    /// Sets a function that suggests values while a person types.
    #[must_use]
    pub fn complete<V, C: IntoCandidates<V>>(
        mut self,
        complete: impl Fn(&CompletionRequest<'_>) -> C + Send + Sync + 'static,
    ) -> Self {
        let complete = DropContained::new(complete);
        self.0.completion = Some(Completion::Closure(Arc::new(move |request| {
            let completed: CompleterResult = match complete.get() {
                Some(complete) => complete(request).into_candidates(),
                None => Err(DROPPED.into()),
            };
            Box::pin(std::future::ready(completed))
        })));
        self
    }
}

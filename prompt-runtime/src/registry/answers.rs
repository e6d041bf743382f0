use super::contain::{Panicked, contained, contained_future};
use super::{PromptRegistry, RegisteredPrompt};
use crate::argument::{Arguments, Invocation, Lookup, printable};
use crate::complete::{Candidates, CompleteResult, CompletionRequest, CompletionValues};
use crate::context::Context;
use crate::definition::{Outcome, Render};
use crate::error::PromptError;
use crate::message::{ContentBlock, GetPromptResult, JsonObject};
use crate::prompt::{ListPromptsResult, Prompt};
use crate::protocol::{decode_cursor, encode_cursor};
use crate::report::Report;
use serde_json::Value;
use std::any::Any;
use std::sync::Arc;

impl PromptRegistry {
    /// Answers `prompts/list`: the page that follows `cursor`, sorted by name.
    ///
    /// # Errors
    /// -32602 for a cursor that this registry did not hand out, the empty one included.
    pub fn list(
        &self,
        cursor: Option<&str>,
        _context: &Context,
    ) -> Result<ListPromptsResult, PromptError> {
        let set = self.set();
        let rest = match cursor {
            None => set.sorted(),
            Some(cursor) => set.after(
                &decode_cursor(cursor)
                    .ok_or_else(|| PromptError::invalid_params("invalid cursor"))?,
            ),
        };
        let page = rest
            .get(
                ..self
                    .inner
                    .options
                    .page_size
                    .unwrap_or(usize::MAX)
                    .min(rest.len()),
            )
            .unwrap_or_default();
        let next_cursor = if page.len() < rest.len() {
            page.last().map(|last| encode_cursor(last.name()))
        } else {
            None
        };
        let prompts: Vec<Prompt> = page.iter().map(|prompt| prompt.listing().clone()).collect();
        Ok(ListPromptsResult {
            prompts,
            next_cursor,
        })
    }

    /// Answers `prompts/get`: checks the arguments and calls the prompt.
    ///
    /// Dropping the future drops the prompt's own.
    ///
    /// ```no_run
    /// # use prompt_runtime::{Context, PromptRegistry};
    /// # async fn f(registry: PromptRegistry) -> Result<(), prompt_runtime::PromptError> {
    /// let result = registry.get("code-review", &[("diff", "+fn main() {}")], &Context::default()).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// -32602 for an unknown prompt and for arguments that are wrong, all problems at once; -32603 for what the prompt fails with,
    /// a panic and a conversation that breaks a rule included, whose cause is reported to the author and not to the client.
    pub async fn get<'a>(
        &'a self,
        name: &'a str,
        arguments: impl Into<Arguments<'a>>,
        context: &'a Context,
    ) -> Result<GetPromptResult, PromptError> {
        self.get_on(name, arguments.into(), context, None).await
    }

    /// [`get`](Self::get) on a server, which is state of its own type.
    pub(crate) async fn get_on<'a>(
        &'a self,
        name: &'a str,
        arguments: Arguments<'a>,
        context: &'a Context,
        server: Option<&'a (dyn Any + Send + Sync)>,
    ) -> Result<GetPromptResult, PromptError> {
        let prompt = self.prompt(name).ok_or_else(|| unknown(name))?;
        let stripped = self.stripped(arguments);
        let arguments = stripped.as_ref().map_or(arguments, Arguments::from);
        let lookup = Lookup {
            context,
            server,
            registry: &self.inner.state,
        };
        let mut invocation = Invocation::new(
            &prompt.arguments,
            arguments,
            self.inner.options.rules,
            lookup,
        );
        let outcome = match prompt.render {
            Render::Sync(render) => contained(|| render(&mut invocation)),
            Render::Async(render) => match contained(|| render(&mut invocation)) {
                Ok(Some(future)) => contained_future(future).await.map(Some),
                Ok(None) => Ok(None),
                Err(panicked) => Err(panicked),
            },
        };
        match outcome {
            Ok(Some(outcome)) => self.finished(&prompt, outcome),
            Ok(None) => Err(self.refused(&prompt, invocation, arguments)),
            Err(Panicked) => {
                self.report(&Report::Panicked {
                    prompt: prompt.name(),
                });
                Err(PromptError::from("the prompt panicked"))
            }
        }
    }

    fn refused(
        &self,
        prompt: &RegisteredPrompt,
        invocation: Invocation<'_>,
        arguments: Arguments<'_>,
    ) -> PromptError {
        if arguments.is_malformed() {
            return PromptError::invalid_params(
                "`arguments` must be an object whose values are strings",
            );
        }
        if let Some(state) = invocation.missing_state() {
            let error = PromptError::from(format!("no state of type `{state}` was provided"));
            self.report(&Report::Failed {
                prompt: prompt.name(),
                error: &error,
            });
            return error;
        }
        PromptError::problems(invocation.into_problems())
    }

    fn finished(
        &self,
        prompt: &RegisteredPrompt,
        outcome: Outcome,
    ) -> Result<GetPromptResult, PromptError> {
        let mut result = outcome.inspect_err(|error| {
            if error.source().is_some() {
                self.report(&Report::Failed {
                    prompt: prompt.name(),
                    error,
                });
            }
        })?;
        let checked = result.check().and_then(|()| self.visible(&mut result));
        if let Err(why) = checked {
            let error = PromptError::from(why.clone());
            self.report(&Report::Refused {
                prompt: prompt.name(),
                why,
            });
            return Err(error);
        }
        Ok(result)
    }

    /// Applies the policy on invisible characters to the texts of a result.
    fn visible(&self, result: &mut GetPromptResult) -> Result<(), std::borrow::Cow<'static, str>> {
        let policy = self.inner.options.rules.invisible;
        for (index, message) in result.messages.iter_mut().enumerate() {
            if let ContentBlock::Text(content) = message.content_mut() {
                if let Some(found) = policy.refuses(content.text()) {
                    return Err(format!(
                        "message {} holds the invisible character U+{:04X}",
                        index + 1,
                        u32::from(found)
                    )
                    .into());
                }
                policy.apply(content.text_mut());
            }
        }
        Ok(())
    }

    /// The arguments without invisible characters, when the policy strips them and there are any.
    fn stripped(&self, arguments: Arguments<'_>) -> Option<JsonObject> {
        let policy = self.inner.options.rules.invisible;
        if policy != crate::text::InvisibleText::Strip
            || !arguments
                .texts()
                .any(|(_, text)| policy.strips(text).is_some())
        {
            return None;
        }
        let strip = |value: Value| match value {
            Value::String(text) => Value::String(policy.strips(&text).unwrap_or(text)),
            other => other,
        };
        Some(
            arguments
                .to_object()
                .into_iter()
                .map(|(name, value)| (name, strip(value)))
                .collect(),
        )
    }

    /// Answers `completion/complete` for a prompt's argument: the values that match what was typed, best first.
    ///
    /// An argument without completions, and one that the prompt does not declare, has no values. A completer that fails or panics
    /// gives no values either, and a report: a form must not break because a suggestion is missing.
    ///
    /// # Errors
    /// -32602 for an unknown prompt, in the words of [`get`](Self::get).
    pub async fn complete<'a>(
        &'a self,
        prompt: &'a str,
        argument: &'a str,
        typed: &'a str,
        given: impl Into<Arguments<'a>>,
        context: &'a Context,
    ) -> Result<CompleteResult, PromptError> {
        self.complete_on(prompt, argument, typed, given.into(), context, None)
            .await
    }

    pub(crate) async fn complete_on<'a>(
        &'a self,
        name: &'a str,
        argument: &'a str,
        typed: &'a str,
        given: Arguments<'a>,
        context: &'a Context,
        server: Option<&'a (dyn Any + Send + Sync)>,
    ) -> Result<CompleteResult, PromptError> {
        let prompt = self.prompt(name).ok_or_else(|| unknown(name))?;
        let mut completion = CompletionValues::default();
        if let Some(argument) = prompt
            .arguments()
            .iter()
            .find(|known| known.answers_to(argument))
        {
            if let Some(complete) = &argument.completion {
                let lookup = Lookup {
                    context,
                    server,
                    registry: &self.inner.state,
                };
                let request = CompletionRequest {
                    prompt: prompt.name(),
                    argument: argument.name(),
                    value: typed,
                    given,
                    lookup,
                };
                let found = match contained(|| complete.call(&request)) {
                    Ok(future) => contained_future(future).await,
                    Err(panicked) => Err(panicked),
                };
                let why = match found {
                    Ok(Ok(candidates)) => {
                        completion = CompletionValues::of(candidates.matching(typed));
                        None
                    }
                    Ok(Err(error)) => Some(error.to_string()),
                    Err(Panicked) => Some("it panicked".to_owned()),
                };
                if let Some(why) = why {
                    self.report(&Report::Completion {
                        prompt: prompt.name(),
                        argument: argument.name(),
                        why: why.into(),
                    });
                }
            } else {
                completion = CompletionValues::of(
                    Candidates::new(
                        argument
                            .values()
                            .iter()
                            .map(AsRef::as_ref)
                            .collect::<Vec<&str>>(),
                    )
                    .matching(typed),
                );
            }
        }
        Ok(CompleteResult { completion })
    }

    /// Whether any argument of any prompt can be completed: whether the capability `completions` is declared.
    #[must_use]
    pub fn has_completions(&self) -> bool {
        self.set().sorted().iter().any(|prompt| {
            prompt
                .arguments()
                .iter()
                .any(crate::argument::Argument::has_completion)
        })
    }

    pub(crate) fn report(&self, report: &Report<'_>) {
        self.inner.options.reporter.report(report);
    }
}

/// One answer for every prompt that this request cannot have, whether it exists or not.
fn unknown(name: &str) -> PromptError {
    PromptError::invalid_params(format!("unknown prompt \"{}\"", printable(name)))
}

// The registry is shared between the tasks of a server.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<PromptRegistry>();
    shared::<Arc<RegisteredPrompt>>();
};

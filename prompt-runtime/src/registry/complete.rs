use super::request::Request;
use super::span::spanned;
use super::{PromptRegistry, RegisteredPrompt};
use crate::argument::{Arguments, Lookup};
use crate::complete::{CompleteResult, Completion, CompletionRequest, CompletionValues, rank};
use crate::contain::{Panic, contained, contained_future};
use crate::context::Context;
use crate::prompt_error::PromptError;
use crate::protocol::params;
use crate::report::Report;

impl PromptRegistry {
    /// Answers `completion/complete` for an argument of a prompt: the values that match the typed text, best first.
    ///
    /// The result is empty for an argument that is undeclared or has no completions. It is also empty, and a report is sent, if a completer
    /// fails or panics: a form must not break because of a missing suggestion. Text that the policy for invisible characters rejects has no
    /// completions and is never suggested. A list with more than 500 bytes before the item that is being typed has no completions, because
    /// each suggestion repeats these bytes.
    ///
    /// Specification: server/utilities/completion.
    ///
    /// # Errors
    /// -32602 for an unknown prompt, with the same message as [`get`](Self::get).
    pub async fn complete<'a>(
        &'a self,
        prompt: &'a str,
        argument: &'a str,
        typed: &'a str,
        given: impl Into<Arguments<'a>>,
        context: &'a Context,
    ) -> Result<CompleteResult, PromptError> {
        let request = Request::new(self, context);
        let prompt = request
            .find(prompt)
            .ok_or_else(|| request.unknown(params::COMPLETE, prompt))?;
        Ok(request
            .complete(&prompt, argument, typed, given.into())
            .await)
    }
}

impl Request<'_> {
    /// Answers `completion/complete` for an argument of a prompt returned by [`find`](Self::find), as [`PromptRegistry::complete`] does.
    pub async fn complete(
        self,
        prompt: &RegisteredPrompt,
        argument: &str,
        typed: &str,
        given: Arguments<'_>,
    ) -> CompleteResult {
        spanned!(self, Complete(prompt, typed, given), async {
            CompleteResult {
                completion: self
                    .suggested(prompt, argument, typed, given)
                    .await
                    .unwrap_or_default(),
            }
        })
    }

    /// Returns `None` if there is nothing to suggest.
    async fn suggested(
        self,
        prompt: &RegisteredPrompt,
        argument: &str,
        typed: &str,
        given: Arguments<'_>,
    ) -> Option<CompletionValues> {
        let Self {
            registry,
            context,
            server,
        } = self;
        let argument = prompt
            .arguments()
            .iter()
            .find(|known| known.answers_to(argument))?;
        #[cfg(feature = "rate-limit")]
        if !registry.admits_completion() {
            return None;
        }
        let policy = registry.inner.options.rules.invisible;
        let (stripped_typed, stripped_given) = (policy.strips(typed), registry.stripped(given));
        let typed = stripped_typed.as_deref().unwrap_or(typed);
        let given = stripped_given.as_ref().map_or(given, Arguments::from);
        let mut texts = given.texts().map(|(_, text)| text).chain([typed]);
        if texts.any(|text| policy.refuses(text).is_some()) {
            return None;
        }
        let (before, typed) = argument.being_typed(typed)?;
        let mut values = match &argument.completion {
            None => {
                let values = rank(argument.suggestions(), typed);
                let mut values: Vec<String> = values.into_iter().map(str::to_owned).collect();
                if typed.is_empty() {
                    argument.default_first(&mut values);
                }
                values
            }
            Some(completion) => {
                let lookup = Lookup {
                    context,
                    server,
                    registry: &registry.inner.state,
                };
                let request = CompletionRequest {
                    prompt: prompt.name(),
                    argument: argument.name(),
                    value: typed,
                    given,
                    lookup,
                };
                registry.ask(completion, &request).await
            }
        };
        let listed = argument.typed_before(before);
        values.retain(|value| !listed.contains(value.as_str()));
        values.retain_mut(|value| policy.apply_to_suggestion(value));
        Some(CompletionValues::of(values).after(before))
    }
}

impl PromptRegistry {
    async fn ask(&self, completion: &Completion, request: &CompletionRequest<'_>) -> Vec<String> {
        let found = match contained(|| completion.call(request)) {
            Ok(future) => contained_future(future).await,
            Err(panicked) => Err(panicked),
        };
        let why = match found {
            Ok(Ok(candidates)) => return candidates.matching(request.value),
            Ok(Err(error)) => contained(move || error.to_string())
                .unwrap_or_else(|Panic| "it failed, and its error panicked".to_owned()),
            Err(Panic) => "it panicked".to_owned(),
        };
        self.report(&Report::Completion {
            prompt: request.prompt,
            argument: request.argument,
            why: why.into(),
        });
        Vec::new()
    }

    /// Returns `true` if an argument of any prompt has completions. The server then declares the capability `completions`.
    ///
    /// A session declares it once, at its beginning. If a live registry may get its first completion later, add a prompt with a completion
    /// from the start; a disabled prompt counts.
    #[must_use]
    pub fn has_completions(&self) -> bool {
        self.set().has_completions()
    }
}

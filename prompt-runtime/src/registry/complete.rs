use super::contain::{Panicked, contained, contained_future};
use super::get::unknown;
use super::{PromptRegistry, RegisteredPrompt};
use crate::argument::{Arguments, Lookup};
use crate::complete::{
    Candidates, CompleteResult, Completion, CompletionRequest, CompletionValues,
};
use crate::context::Context;
use crate::error::PromptError;
use crate::report::Report;
use std::any::Any;

impl PromptRegistry {
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
        let prompt = self.find(prompt, context).ok_or_else(|| unknown(prompt))?;
        Ok(self
            .suggest(&prompt, argument, typed, given.into(), context, None)
            .await)
    }

    /// Suggests values for an argument of a prompt that was found. `server` is state of its own type.
    pub(crate) async fn suggest(
        &self,
        prompt: &RegisteredPrompt,
        argument: &str,
        typed: &str,
        given: Arguments<'_>,
        context: &Context,
        server: Option<&(dyn Any + Send + Sync)>,
    ) -> CompleteResult {
        let completion = match prompt
            .arguments()
            .iter()
            .find(|known| known.answers_to(argument))
        {
            None => CompletionValues::default(),
            Some(argument) => match &argument.completion {
                None => CompletionValues::of(
                    Candidates::new(argument.values().iter().map(AsRef::<str>::as_ref))
                        .matching(typed),
                ),
                Some(completion) => {
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
                    self.ask(completion, &request).await
                }
            },
        };
        CompleteResult { completion }
    }

    async fn ask(
        &self,
        completion: &Completion,
        request: &CompletionRequest<'_>,
    ) -> CompletionValues {
        let found = match contained(|| completion.call(request)) {
            Ok(future) => contained_future(future).await,
            Err(panicked) => Err(panicked),
        };
        let why = match found {
            Ok(Ok(candidates)) => return CompletionValues::of(candidates.matching(request.value)),
            Ok(Err(error)) => error.to_string(),
            Err(Panicked) => "it panicked".to_owned(),
        };
        self.report(&Report::Completion {
            prompt: request.prompt,
            argument: request.argument,
            why: why.into(),
        });
        CompletionValues::default()
    }

    /// Whether any argument of any prompt can be completed: whether the capability `completions` is declared.
    #[must_use]
    pub fn has_completions(&self) -> bool {
        self.set().has_completions()
    }
}

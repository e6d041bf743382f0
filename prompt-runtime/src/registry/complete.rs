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
    /// gives no values either, and a report: a form must not break because a suggestion is missing. Text that the policy on invisible
    /// characters refuses has no completions.
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
        CompleteResult {
            completion: self
                .suggested(prompt, argument, typed, given, context, server)
                .await
                .unwrap_or_default(),
        }
    }

    /// `None` for every reason not to suggest anything.
    async fn suggested(
        &self,
        prompt: &RegisteredPrompt,
        argument: &str,
        typed: &str,
        given: Arguments<'_>,
        context: &Context,
        server: Option<&(dyn Any + Send + Sync)>,
    ) -> Option<CompletionValues> {
        let argument = prompt
            .arguments()
            .iter()
            .find(|known| known.answers_to(argument))?;
        #[cfg(feature = "rate-limit")]
        if !self.admits_completion() {
            return None;
        }
        let policy = self.inner.options.rules.invisible;
        let (stripped_typed, stripped_given) = (policy.strips(typed), self.stripped(given));
        let typed = stripped_typed.as_deref().unwrap_or(typed);
        let given = stripped_given.as_ref().map_or(given, Arguments::from);
        let mut texts = given.texts().map(|(_, text)| text).chain([typed]);
        if texts.any(|text| policy.refuses(text).is_some()) {
            return None;
        }
        let (before, typed) = argument.being_typed(typed);
        let mut values = match &argument.completion {
            None => Candidates::new(argument.suggestions()).matching(typed),
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
        };
        let listed = argument.typed_before(before);
        values.retain(|value| !listed.contains(value.as_str()));
        Some(CompletionValues::of(values).after(before))
    }

    async fn ask(&self, completion: &Completion, request: &CompletionRequest<'_>) -> Vec<String> {
        let found = match contained(|| completion.call(request)) {
            Ok(future) => contained_future(future).await,
            Err(panicked) => Err(panicked),
        };
        let why = match found {
            Ok(Ok(candidates)) => return candidates.matching(request.value),
            Ok(Err(error)) => contained(move || error.to_string())
                .unwrap_or_else(|Panicked| "it failed, and its error panicked".to_owned()),
            Err(Panicked) => "it panicked".to_owned(),
        };
        self.report(&Report::Completion {
            prompt: request.prompt,
            argument: request.argument,
            why: why.into(),
        });
        Vec::new()
    }

    /// Whether any argument of any prompt can be completed: whether the capability `completions` is declared.
    ///
    /// A session declares it once, at its begin. A live set that gets its first completion later should begin with one: a disabled
    /// prompt's counts.
    #[must_use]
    pub fn has_completions(&self) -> bool {
        self.set().has_completions()
    }
}

//! Answers `prompts/get`: checks the arguments, calls the prompt, checks its result against the rules and converts it to the form of the
//! client's revision.

use super::PromptRegistry;
use super::registered::{CallOutcome, RegisteredPrompt};
use super::request::{Reply, Request};
use super::span::spanned;
use crate::argument::{Arguments, Invocation, Lookup, invisible, printable};
use crate::contain::{Panic, contained, contained_future};
use crate::context::Context;
use crate::definition::Outcome;
use crate::future::BoxFuture;
use crate::message::{GetPromptResult, JsonObject};
use crate::prompt_error::PromptError;
use crate::protocol::{params, shape};
use crate::report::Report;
use serde_json::Value;

impl PromptRegistry {
    /// Answers `prompts/get`: checks the arguments and calls the prompt. The result has the form of the context's revision.
    ///
    /// The prompt does not run before the future is polled. Dropping the future drops the prompt's own future.
    ///
    /// Specification: server/prompts, "Getting a Prompt".
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
    /// -32602 for an unknown prompt or invalid arguments, with all problems at once. -32603 if the prompt fails, panics, or returns a
    /// conversation that breaks a rule; the cause is reported to the author and not sent to the client.
    pub async fn get<'a>(
        &'a self,
        name: &'a str,
        arguments: impl Into<Arguments<'a>>,
        context: &'a Context,
    ) -> Result<GetPromptResult, PromptError> {
        let request = Request::new(self, context);
        let prompt = request
            .find(name)
            .ok_or_else(|| request.unknown(params::GET, name))?;
        let arguments = arguments.into();
        spanned!(request, Get(&prompt, arguments), async {
            match request.start(&prompt, arguments) {
                CallOutcome::Done(outcome) => outcome,
                CallOutcome::Later(future) => future.await,
            }
        })
    }
}

impl<'a> Request<'a> {
    /// The error for a name that no prompt has.
    #[cfg_attr(not(feature = "tracing"), allow(unused_variables, clippy::unused_self))]
    pub(crate) fn unknown(self, method: &'static str, name: &str) -> PromptError {
        spanned!(self, Unknown(method, name), { unknown(name) })
    }

    /// Answers `prompts/get` for a prompt returned by [`find`](Self::find). The prompt does not run before the future is polled.
    ///
    /// # Errors
    /// The same as for [`PromptRegistry::get`].
    pub async fn get(
        self,
        prompt: &RegisteredPrompt,
        arguments: Arguments<'_>,
    ) -> Result<Reply, PromptError> {
        let outcome = spanned!(self, Get(prompt, arguments), async {
            self.outcome(prompt, arguments).await
        });
        match outcome {
            Ok(result) => Ok(Reply::Complete(result)),
            #[cfg(feature = "elicitation")]
            Err(error) => error.into_input_required().map(Reply::InputRequired),
            #[cfg(not(feature = "elicitation"))]
            Err(error) => Err(error),
        }
    }

    async fn outcome(self, prompt: &RegisteredPrompt, arguments: Arguments<'_>) -> Outcome {
        let stripped = self.registry.stripped(arguments);
        let with = stripped.as_ref().map_or(arguments, Arguments::from);
        match self.begin(prompt, with, arguments) {
            CallOutcome::Done(outcome) => outcome,
            CallOutcome::Later(future) => self.watch(prompt, arguments, future).await,
        }
    }

    /// This function is not async, so that the call of a sync prompt does not increase the size of the future.
    fn start<'b>(self, prompt: &'b RegisteredPrompt, arguments: Arguments<'b>) -> CallOutcome<'b>
    where
        'a: 'b,
    {
        if self.registry.inner.options.rules.invisible.is_strip() {
            // The stripped arguments must outlive the call.
            return CallOutcome::Later(Box::pin(self.outcome(prompt, arguments)));
        }
        match self.begin(prompt, arguments, arguments) {
            CallOutcome::Later(future) => {
                CallOutcome::Later(Box::pin(self.watch(prompt, arguments, future)))
            }
            done @ CallOutcome::Done(_) => done,
        }
    }

    /// Calls the prompt with `arguments`; `given` is the arguments of the request, before any were stripped. An async outcome must go
    /// through `watch`.
    fn begin<'b>(
        self,
        prompt: &'b RegisteredPrompt,
        arguments: Arguments<'b>,
        given: Arguments<'b>,
    ) -> CallOutcome<'b>
    where
        'a: 'b,
    {
        let Self {
            registry,
            context,
            server,
        } = self;
        #[cfg(feature = "elicitation")]
        if let Err(error) = registry.open_round(prompt, given, context) {
            return CallOutcome::Done(Err(error));
        }
        let lookup = Lookup {
            context,
            server,
            registry: &registry.inner.state,
        };
        let rules = registry.inner.options.rules;
        context.begin(rules.invisible);
        let mut invocation = Invocation::new(&prompt.arguments, arguments, rules, lookup);
        CallOutcome::Done(match contained(|| prompt.call(&mut invocation)) {
            Err(Panic) => Err(registry.panicked(prompt)),
            Ok(None) => Err(registry.refused(prompt, invocation, arguments)),
            Ok(Some(CallOutcome::Done(mut outcome))) => {
                registry.end(prompt, given, context, &mut outcome);
                outcome
            }
            Ok(Some(CallOutcome::Later(future))) => return CallOutcome::Later(future),
        })
    }

    /// Awaits the outcome of an async prompt, and reports what the prompt could not send meanwhile.
    async fn watch(
        self,
        prompt: &RegisteredPrompt,
        given: Arguments<'_>,
        future: BoxFuture<'_, Outcome>,
    ) -> Outcome {
        let Ok(mut outcome) = contained_future(future).await else {
            return Err(self.registry.panicked(prompt));
        };
        self.registry.end(prompt, given, self.context, &mut outcome);
        outcome
    }
}

impl PromptRegistry {
    /// Checks the prompt's result against the rules, and reports errors that stay in the server to the author.
    #[cfg_attr(not(feature = "elicitation"), allow(unused_variables))]
    fn end(
        &self,
        prompt: &RegisteredPrompt,
        given: Arguments<'_>,
        context: &Context,
        outcome: &mut Outcome,
    ) {
        if let Some(refused) = context.take_refused() {
            self.report(&Report::Refused {
                prompt: prompt.name(),
                why: refused.into(),
            });
        }
        match outcome {
            Ok(result) => {
                if let Err(error) = self.finish(prompt, given, result) {
                    *outcome = Err(error);
                } else {
                    shape::result(result, context.revision());
                }
            }
            Err(error) => {
                if error.source().is_none()
                    && let Some(hidden) = self.hidden(prompt, given)
                {
                    *outcome = Err(hidden);
                    return;
                }
                #[cfg(feature = "elicitation")]
                self.seal(prompt, given, context, error);
                if let Err(found) = error.apply(self.inner.options.rules.invisible) {
                    *error = PromptError::from(format!("the error for the user contains {found}"));
                }
                if error.source().is_some() {
                    self.report(&Report::Failed {
                        prompt: prompt.name(),
                        error,
                    });
                }
            }
        }
    }

    #[cold]
    fn panicked(&self, prompt: &RegisteredPrompt) -> PromptError {
        self.report(&Report::Panicked {
            prompt: prompt.name(),
        });
        PromptError::from("the prompt panicked")
    }

    #[cold]
    fn refused(
        &self,
        prompt: &RegisteredPrompt,
        invocation: Invocation<'_>,
        arguments: Arguments<'_>,
    ) -> PromptError {
        if arguments.is_malformed() {
            return params::not_an_object();
        }
        if let Some(state) = invocation.missing_state() {
            let error = PromptError::from(format!(
                "no state of type `{state}` was provided; give it to the registry with `PromptRegistry::builder().state(…)`, or mount the \
                 prompts on a server of that type"
            ));
            self.report(&Report::Failed {
                prompt: prompt.name(),
                error: &error,
            });
            return error;
        }
        PromptError::problems(invocation.into_problems())
    }

    /// Returns the error for arguments with invisible characters that the policy rejects. They are searched only if a text with such
    /// characters would leave the server, so that most requests are searched once.
    #[cold]
    fn hidden(&self, prompt: &RegisteredPrompt, given: Arguments<'_>) -> Option<PromptError> {
        let policy = self.inner.options.rules.invisible;
        let problems = invisible(&prompt.arguments, given, policy);
        (!problems.is_empty()).then(|| PromptError::problems(problems))
    }

    /// Checks a result against the rules of conversations and the policy for invisible text.
    fn finish(
        &self,
        prompt: &RegisteredPrompt,
        given: Arguments<'_>,
        result: &mut GetPromptResult,
    ) -> Result<(), PromptError> {
        let policy = self.inner.options.rules.invisible;
        if result.is_plain(policy) {
            return Ok(());
        }
        // The policy comes first, because a text may be empty once it is stripped.
        let why = match policy.apply(result) {
            Ok(()) => match result.check() {
                Ok(()) => return Ok(()),
                Err(why) => why,
            },
            Err(why) => {
                if let Some(error) = self.hidden(prompt, given) {
                    return Err(error);
                }
                why
            }
        };
        let error = PromptError::from(why.clone());
        self.report(&Report::Refused {
            prompt: prompt.name(),
            why,
        });
        Err(error)
    }

    /// The arguments without invisible characters, if the policy strips them and there are any.
    pub(super) fn stripped(&self, arguments: Arguments<'_>) -> Option<JsonObject> {
        let policy = self.inner.options.rules.invisible;
        if !policy.is_strip()
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
}

/// The error for every prompt that this request cannot use, whether it exists or is hidden.
#[must_use]
pub fn unknown(name: &str) -> PromptError {
    PromptError::invalid_params(format!("unknown prompt \"{}\"", printable(name)))
}

// The tasks of a server share the registry and await its answers, so both must be `Send`.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    const fn sendable<T: Send>(_: &T) {}
    #[allow(dead_code)]
    fn answers(registry: &PromptRegistry, context: &Context) {
        sendable(&registry.get("", (), context));
        sendable(&registry.complete("", "", "", (), context));
    }
    shared::<PromptRegistry>();
    shared::<RegisteredPrompt>();
};

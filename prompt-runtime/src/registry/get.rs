use super::PromptRegistry;
use super::contain::{Panicked, contained, contained_future};
use super::registered::{Called, RegisteredPrompt};
use crate::argument::{Arguments, Invocation, Lookup, printable};
use crate::context::Context;
use crate::error::PromptError;
use crate::message::{GetPromptResult, JsonObject};
use crate::report::Report;
use serde_json::Value;
use std::any::Any;

impl PromptRegistry {
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
        let prompt = self.find(name, context).ok_or_else(|| unknown(name))?;
        self.call(&prompt, arguments.into(), context, None).await
    }

    /// Calls a prompt that was found. `server` is state of its own type.
    pub(crate) async fn call(
        &self,
        prompt: &RegisteredPrompt,
        arguments: Arguments<'_>,
        context: &Context,
        server: Option<&(dyn Any + Send + Sync)>,
    ) -> Result<GetPromptResult, PromptError> {
        #[cfg(feature = "elicitation")]
        self.open_round(prompt, arguments, context)?;
        let stripped = self.stripped(arguments);
        let seen = stripped.as_ref().map_or(arguments, Arguments::from);
        let lookup = Lookup {
            context,
            server,
            registry: &self.inner.state,
        };
        let mut invocation = Invocation::new(
            &prompt.arguments,
            seen,
            self.inner.options.rules,
            lookup,
        );
        let outcome = match contained(|| prompt.call(&mut invocation)) {
            Ok(Called::Refused) => return Err(self.refused(prompt, invocation, seen)),
            Ok(Called::Done(outcome)) => Ok(outcome),
            Ok(Called::Later(future)) => contained_future(future).await,
            Err(panicked) => Err(panicked),
        };
        match outcome {
            #[cfg(feature = "elicitation")]
            Ok(Err(error)) => {
                Err(self.failed(prompt, self.sealed(prompt, arguments, context, error)))
            }
            #[cfg(not(feature = "elicitation"))]
            Ok(Err(error)) => Err(self.failed(prompt, error)),
            Ok(Ok(result)) => self.finished(prompt, result),
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
            return crate::protocol::request::not_an_object();
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

    /// Tells the author of what stays in the server.
    fn failed(&self, prompt: &RegisteredPrompt, error: PromptError) -> PromptError {
        if error.source().is_some() {
            self.report(&Report::Failed {
                prompt: prompt.name(),
                error: &error,
            });
        }
        error
    }

    fn finished(
        &self,
        prompt: &RegisteredPrompt,
        mut result: GetPromptResult,
    ) -> Result<GetPromptResult, PromptError> {
        // In this order: a text may be empty once it is stripped.
        let policy = self.inner.options.rules.invisible;
        let checked = policy.apply(&mut result).and_then(|()| result.check());
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

    /// The arguments without invisible characters, when the policy strips them and there are any.
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

/// One answer for every prompt that this request cannot have, whether it exists or not.
pub(crate) fn unknown(name: &str) -> PromptError {
    PromptError::invalid_params(format!("unknown prompt \"{}\"", printable(name)))
}

// The registry is shared between the tasks of a server, and so are its answers while they are awaited.
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

//! The rounds of a prompt that asks questions: opens the client's state before the prompt runs, and seals the new state afterwards.

use super::{PromptRegistry, RegisteredPrompt};
use crate::argument::Arguments;
use crate::context::Context;
use crate::prompt_error::PromptError;

impl PromptRegistry {
    /// Makes the answers of previous rounds available if the request has a state that this server sealed. Answers without a state are
    /// ignored, and the prompt asks again.
    pub(super) fn open_round(
        &self,
        prompt: &RegisteredPrompt,
        arguments: Arguments<'_>,
        context: &Context,
    ) -> Result<(), PromptError> {
        let Some(state) = context.round.state() else {
            return Ok(());
        };
        let refused = || {
            PromptError::invalid_params(
                "the request state is not valid here or has expired; start the prompt again",
            )
        };
        let answers = self
            .inner
            .sealer
            .open(state, prompt.name(), arguments, context)
            .ok_or_else(refused)?;
        context.round.open(answers);
        Ok(())
    }

    /// Adds the sealed state to a question; the client returns it with the answer.
    pub(super) fn seal(
        &self,
        prompt: &RegisteredPrompt,
        arguments: Arguments<'_>,
        context: &Context,
        error: &mut PromptError,
    ) {
        let Some(input) = error.input_required_mut() else {
            return;
        };
        let answers = context.round.kept();
        let sealer = &self.inner.sealer;
        match sealer.seal(prompt.name(), arguments, context, answers) {
            Ok(state) => input.state = state,
            Err(why) => *error = why.into(),
        }
    }
}

//! The rounds of a prompt that asks: what the client brings back is opened before the prompt runs, what it is sent is sealed after.

use super::{PromptRegistry, RegisteredPrompt};
use crate::argument::Arguments;
use crate::context::Context;
use crate::prompt_error::PromptError;

impl PromptRegistry {
    /// Makes the answers of the rounds before available, when the request brings a state of ours. Answers without a state are not
    /// looked at: the prompt asks again.
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

    /// Gives a question the state that the client brings back with the answer.
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

use super::{PromptRegistry, RegisteredPrompt};
use crate::argument::{Arguments, Invocation, Lookup, Problem};
use crate::context::Context;

impl PromptRegistry {
    /// Checks arguments without calling the prompt, and returns the problems that [`get`](Self::get) would report, in the order of
    /// declaration. Errors of the prompt function itself are not included.
    #[must_use]
    pub fn check_arguments<'a>(
        &self,
        prompt: &RegisteredPrompt,
        arguments: impl Into<Arguments<'a>>,
    ) -> Vec<Problem> {
        let context = Context::default();
        let lookup = Lookup {
            context: &context,
            server: None,
            registry: &self.inner.state,
        };
        let rules = self.inner.options.rules;
        let mut invocation =
            Invocation::checking(prompt.arguments(), arguments.into(), rules, lookup);
        // A panic in a parser or a default of the author gives no information about the arguments.
        let _ = crate::contain::contained(|| drop(prompt.call(&mut invocation)));
        invocation.into_problems()
    }
}

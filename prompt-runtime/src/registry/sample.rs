//! Calls a prompt to look at its answer, without telling anybody what goes wrong.

use super::contain::{Panicked, contained, contained_future};
use super::registered::Called;
use super::{PromptRegistry, RegisteredPrompt};
use crate::argument::{Invocation, Lookup, Problem};
use crate::context::Context;
use crate::definition::Outcome;
use crate::message::GetPromptResult;
use std::future::Future as _;
use std::pin::pin;
use std::task::{self, Poll, Waker};

/// What came of such a call.
pub(crate) enum Sample {
    /// The conversation as the prompt returned it, whatever rules it breaks.
    Rendered(GetPromptResult),
    /// The arguments of these names were refused.
    Refused(Vec<String>),
    /// It failed, needs what is not there, or waits for something.
    Unknown,
    /// It panicked, and the panic hook has said so.
    Panicked,
}

impl PromptRegistry {
    /// Calls the prompt with an empty context. A future is polled once.
    pub(crate) fn sample(&self, prompt: &RegisteredPrompt, given: &[(&str, &str)]) -> Sample {
        let context = Context::default();
        let lookup = Lookup {
            context: &context,
            server: None,
            registry: &self.inner.state,
        };
        let rules = self.inner.options.rules;
        let mut invocation = Invocation::new(&prompt.arguments, given.into(), rules, lookup);
        match contained(|| prompt.call(&mut invocation)) {
            Err(Panicked) => Sample::Panicked,
            Ok(Some(Called::Done(outcome))) => sample(outcome),
            Ok(Some(Called::Later(future))) => {
                let mut future = pin!(contained_future(future));
                let mut waiting = task::Context::from_waker(Waker::noop());
                match future.as_mut().poll(&mut waiting) {
                    Poll::Ready(Ok(outcome)) => sample(outcome),
                    Poll::Ready(Err(Panicked)) => Sample::Panicked,
                    Poll::Pending => Sample::Unknown,
                }
            }
            Ok(None) if invocation.missing_state().is_some() => Sample::Unknown,
            Ok(None) => refused(&invocation.into_problems()),
        }
    }
}

fn sample(outcome: Outcome) -> Sample {
    match outcome {
        Ok(result) => Sample::Rendered(result),
        Err(error) => refused(error.argument_problems()),
    }
}

fn refused(problems: &[Problem]) -> Sample {
    if problems.is_empty() {
        return Sample::Unknown;
    }
    Sample::Refused(
        problems
            .iter()
            .map(|problem| problem.argument().to_owned())
            .collect(),
    )
}

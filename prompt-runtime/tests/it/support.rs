//! Test helpers: waiting without a runtime, and answers as JSON text.

#![allow(dead_code, clippy::unwrap_used, clippy::expect_used)]

use prompt_runtime::arguments::Arguments;
use prompt_runtime::{Context, PromptRegistry};
use serde::Serialize;
use std::future::Future;
use std::pin::pin;
use std::task::{Context as Task, Poll, Waker};

/// Returns the output of a future that does not wait for other tasks.
pub(crate) fn now<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut task = Task::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut task) {
            return output;
        }
    }
}

/// The result or the error as JSON.
pub(crate) fn json<T: Serialize, E: Serialize>(answer: Result<T, E>) -> String {
    match answer {
        Ok(result) => serde_json::to_string(&result),
        Err(error) => serde_json::to_string(&error),
    }
    .expect("JSON")
}

/// Answers `prompts/get`. `arguments` is their JSON text, or `""` if they are absent.
pub(crate) fn get(registry: &PromptRegistry, name: &str, arguments: &str) -> String {
    let value: Option<serde_json::Value> =
        (!arguments.is_empty()).then(|| serde_json::from_str(arguments).expect("JSON"));
    let arguments = value.as_ref().map(Arguments::from).unwrap_or_default();
    json(now(registry.get(name, arguments, &Context::default())))
}

/// Answers `completion/complete`.
pub(crate) fn complete(
    registry: &PromptRegistry,
    prompt: &str,
    argument: &str,
    typed: &str,
) -> String {
    json(now(registry.complete(
        prompt,
        argument,
        typed,
        (),
        &Context::default(),
    )))
}

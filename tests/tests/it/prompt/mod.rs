//! Tests of the effects of each key of `#[prompt]`, `#[arg]` and `#[value]`, as a client sees them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
// The prompts here test declarations, so their bodies are minimal.
#![allow(clippy::many_single_char_names, clippy::needless_pass_by_value)]

mod alias;
mod argument_enum;
mod arguments;
mod complete;
mod context;
mod default;
mod deprecated;
mod description;
mod example;
mod function;
mod icons;
mod limits;
mod meta;
mod name;
mod separator;
mod state;
mod texts;
mod title;
mod values;

use prompt_runtime::{Context, PromptDefinition, PromptError, PromptRegistry};
use serde_json::{Value, json};
use std::pin::pin;
use std::task::{Poll, Waker};

fn registry<const N: usize>(prompts: [&'static PromptDefinition; N]) -> PromptRegistry {
    PromptRegistry::from_prompts(prompts).unwrap()
}

/// The listing of one prompt as JSON.
fn listed(prompt: &'static PromptDefinition) -> Value {
    let registry = registry([prompt]);
    let page = registry.list(None, &Context::default()).unwrap();
    serde_json::to_value(page).unwrap()["prompts"][0].take()
}

/// The arguments of one prompt as JSON.
fn arguments(prompt: &'static PromptDefinition) -> Value {
    listed(prompt)["arguments"].take()
}

/// The answer of a prompt that does not wait long.
fn answered<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut context = std::task::Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
    }
}

fn get(prompt: &'static PromptDefinition, arguments: Value) -> Result<String, PromptError> {
    get_from(&registry([prompt]), prompt.name(), &arguments)
}

/// The text of the only message.
fn get_from(
    registry: &PromptRegistry,
    name: &str,
    arguments: &Value,
) -> Result<String, PromptError> {
    let result = answered(registry.get(name, arguments, &Context::default()))?;
    let result = serde_json::to_value(result).unwrap();
    assert_eq!(result["messages"].as_array().map(Vec::len), Some(1));
    assert_eq!(result["messages"][0]["role"], json!("user"));
    Ok(result["messages"][0]["content"]["text"]
        .as_str()
        .unwrap()
        .to_owned())
}

fn refusal(prompt: &'static PromptDefinition, arguments: Value) -> String {
    get(prompt, arguments).unwrap_err().message().to_owned()
}

fn completed(prompt: &'static PromptDefinition, argument: &str, typed: &str) -> Vec<String> {
    let registry = registry([prompt]);
    let context = Context::default();
    answered(registry.complete(prompt.name(), argument, typed, (), &context))
        .unwrap()
        .completion
        .values
}

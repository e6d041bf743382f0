//! A prompt, and the answers to requests about it from the inventory and from an explicit list.

use prompt_runtime::{Context, PromptRegistry, prompt, prompts};
use std::pin::pin;
use std::task::{Context as Task, Poll, Waker};

/// Greets.
#[prompt]
pub fn greet(name: &str) -> String {
    format!("Hello {name}")
}

/// Panics.
#[prompt]
pub fn fails() -> String {
    panic!("as it was asked to")
}

/// Answers `prompts/get` with these prompts; an error is its sentence.
pub fn answer(registry: PromptRegistry, prompt: &str) -> String {
    let arguments = if prompt == "greet" {
        &[("name", "link")][..]
    } else {
        &[]
    };
    let context = Context::default();
    let mut answer = pin!(registry.get(prompt, arguments, &context));
    match answer.as_mut().poll(&mut Task::from_waker(Waker::noop())) {
        Poll::Ready(Ok(result)) => result.to_string(),
        Poll::Ready(Err(error)) => error.message().to_owned(),
        Poll::Pending => "pending".to_owned(),
    }
}

/// The answer with the prompts that the linker collected.
pub fn from_inventory() -> String {
    match PromptRegistry::from_inventory() {
        Ok(registry) => answer(registry, "greet"),
        Err(error) => error.to_string(),
    }
}

/// The answer with the prompts of an explicit list.
pub fn from_list(prompt: &str) -> String {
    match PromptRegistry::from_prompts(prompts![greet, fails]) {
        Ok(registry) => answer(registry, prompt),
        Err(error) => error.to_string(),
    }
}

/// For C: 1 if the inventory has the prompt, 2 if the list has it, 3 if both have it.
#[unsafe(no_mangle)]
pub extern "C" fn prompt_links() -> i32 {
    let has = |answer: String| i32::from(answer.contains("Hello link"));
    has(from_inventory()) + 2 * has(from_list("greet"))
}

//! Checks the conversation that a prompt returns for one call with sample values.

use super::texts::names_argument;
use super::values::{Values, accepted, pairs};
use super::{Found, Lint};
use prompt_runtime::edge::{Reply, Request};
use prompt_runtime::{Context, GetPromptResult, Origin, PromptRegistry, RegisteredPrompt, Role};
use std::pin::pin;
use std::task::{self, Poll, Waker};

/// The size above which an answer counts as long, in bytes of JSON.
const LONGEST: usize = 100 * 1024;

pub(super) fn check(registry: &PromptRegistry, calls_all: bool, found: &mut Found<'_>) {
    let prompt = found.prompt;
    if prompt.origin() == Origin::File {
        // All text of a file is known, so an argument without a placeholder is missing from every answer.
        for argument in prompt.arguments() {
            if !names_argument(prompt, argument.name()) {
                unused(argument.name(), found);
            }
        }
    }
    let has_state = prompt.state_names().next().is_some();
    if (prompt.is_async() || has_state) && !calls_all {
        return;
    }
    let Some(values) = accepted(registry, prompt) else {
        return;
    };
    let Some(answer) = answer(registry, prompt, &values) else {
        return;
    };
    messages(&answer, found);
    // For a function, the compiler already warns about an unused parameter.
    if prompt.origin() == Origin::Code {
        missing_texts(&answer, &values, found);
    }
}

/// Returns `None` if the prompt fails or waits.
fn answer(
    registry: &PromptRegistry,
    prompt: &RegisteredPrompt,
    values: &Values,
) -> Option<GetPromptResult> {
    let context = Context::default();
    let given = pairs(prompt, values);
    let request = Request::new(registry, &context);
    let mut call = pin!(request.get(prompt, given.as_slice().into()));
    match call
        .as_mut()
        .poll(&mut task::Context::from_waker(Waker::noop()))
    {
        Poll::Ready(Ok(Reply::Complete(result))) => Some(result),
        Poll::Ready(_) | Poll::Pending => None,
    }
}

/// A turn whose role the author wrote is a deliberate choice; only unexpected turns are reported.
fn messages(answer: &GetPromptResult, found: &mut Found<'_>) {
    let texts = found.prompt.texts();
    let wrote = |role: &str| texts.iter().any(|text| text.role == role);
    let wrote_assistant = wrote("assistant") || wrote("prefill");
    let messages = answer.messages();
    if messages.len() > 1 && !wrote_assistant {
        found.add(
            Lint::SeveralMessages,
            format!("it answers with {} messages", messages.len()),
        );
    }
    if let Some(other) = messages.iter().find(|it| it.content().as_text().is_none()) {
        found.add(
            Lint::NonTextContent,
            format!("it answers with content of type {}", other.content().kind()),
        );
    }
    if let Some(last) = messages.last()
        && last.role() == Role::Assistant
        && !last.is_prefill()
    {
        found.add(
            Lint::EndsOnAssistant,
            "its answer ends on an assistant message".to_owned(),
        );
    }
    let bytes = serde_json::to_vec(answer).map_or(0, |it| it.len());
    if bytes > LONGEST {
        found.add(
            Lint::LongAnswer,
            format!("its answer to short values has {} KB", bytes / 1024),
        );
    }
}

/// Finds free-text arguments that no message contains. For other types, one call is not conclusive.
fn missing_texts(answer: &GetPromptResult, values: &Values, found: &mut Found<'_>) {
    let prompt = found.prompt;
    let Ok(json) = serde_json::to_string(answer.messages()) else {
        return;
    };
    let json = json.to_lowercase();
    for (argument, value) in prompt.arguments().iter().zip(values) {
        let Some(value) = value else { continue };
        let is_free = argument.type_word() == "text" && argument.values().is_empty();
        let is_distinct = value.starts_with("Sample ") && argument.default().is_none();
        if is_free && is_distinct && !json.contains(&value.to_lowercase()) {
            unused(argument.name(), found);
        }
    }
}

fn unused(name: &str, found: &mut Found<'_>) {
    let Some(argument) = found.prompt.argument(name) else {
        return;
    };
    found.add_for(
        Lint::UnusedArgument,
        argument,
        format!("argument \"{name}\" makes no difference to its messages"),
    );
}

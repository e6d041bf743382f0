//! Sample values that an argument accepts.

use prompt_runtime::arguments::Argument;
use prompt_runtime::{PromptRegistry, RegisteredPrompt};
use std::collections::HashSet;

/// Texts that parse as values of many types.
const GUESSES: &[&str] = &[
    "1",
    "1.2.3",
    "2026-01-31",
    "2026-01-31T12:30:00Z",
    "12:30:00",
    "https://example.com/",
    "67e55044-10b1-426f-9247-bb680e5fe0c8",
    "127.0.0.1",
    "127.0.0.1:80",
    "someone@example.com",
    "example",
    "src/main.rs",
    "1h",
    "en",
    "#ffffff",
];

const NUMBERS: &[&str] = &["1", "2", "3", "0", "7", "10", "50", "100", "1000"];

/// The maximum number of attempts to find valid values for a prompt.
const ATTEMPTS: usize = 24;

/// Candidates for the value of an argument, without duplicates, the most likely first.
#[must_use]
pub fn candidates(argument: &Argument) -> Vec<String> {
    let mut found: Vec<String> = argument.default().map(str::to_owned).into_iter().collect();
    let listed: Vec<&str> = argument.suggestions().collect();
    if !listed.is_empty() {
        found.extend(listed.iter().map(ToString::to_string));
    } else if argument.type_word() == "text" {
        let length = argument.max_len().unwrap_or(usize::MAX);
        let texts = [format!("Sample {}", argument.name()), "x".to_owned()];
        found.extend(texts.iter().map(|it| it.chars().take(length).collect()));
    } else if matches!(argument.type_word(), "integer" | "number") {
        let bounds = [argument.min(), argument.max()].into_iter().flatten();
        found.extend(bounds.chain(NUMBERS.iter().copied()).map(str::to_owned));
    } else if argument.type_word() == "character" {
        found.push("a".to_owned());
    } else {
        found.extend(GUESSES.iter().map(ToString::to_string));
    }
    let mut seen = HashSet::new();
    found.retain(|value| seen.insert(value.clone()));
    found
}

/// One value for each argument, or `None` for an absent argument.
pub(super) type Values = Vec<Option<String>>;

/// The name and value of each given argument.
pub(super) fn pairs<'v>(
    prompt: &'v RegisteredPrompt,
    values: &'v Values,
) -> Vec<(&'v str, &'v str)> {
    let arguments = prompt.arguments().iter();
    arguments
        .zip(values)
        .filter_map(|(argument, value)| Some((argument.name(), value.as_deref()?)))
        .collect()
}

/// Finds values for all arguments that pass the registry's checks, without calling the prompt.
pub(super) fn accepted(registry: &PromptRegistry, prompt: &RegisteredPrompt) -> Option<Values> {
    let arguments = prompt.arguments();
    let mut candidates: Vec<_> = arguments
        .iter()
        .map(|argument| candidates(argument).into_iter())
        .collect();
    let mut values: Values = candidates.iter_mut().map(Iterator::next).collect();
    for _ in 0..ATTEMPTS {
        let problems = registry.check_arguments(prompt, pairs(prompt, &values).as_slice());
        if problems.is_empty() {
            return Some(values);
        }
        for ((argument, value), candidates) in
            arguments.iter().zip(&mut values).zip(&mut candidates)
        {
            if problems.iter().any(|it| it.argument() == argument.name()) {
                *value = candidates.next();
                if value.is_none() && argument.is_required() {
                    return None;
                }
            }
        }
    }
    None
}

//! Made-up values that a prompt accepts.

use crate::argument::Argument;
use crate::message::GetPromptResult;
use crate::registry::{PromptRegistry, RegisteredPrompt, Sample};
use std::cell::Cell;

/// Texts that many types parse.
const GUESSES: &[&str] = &[
    "1",
    "2",
    "1.2.3",
    "2.0.0",
    "2026-01-31",
    "2026-02-28",
    "2026-01-31T12:30:00Z",
    "12:30:00",
    "https://example.com/",
    "https://example.org/",
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

/// How often a prompt is asked for its answer before it is given up.
const ATTEMPTS: usize = 24;

/// Values to try for an argument, the likeliest first, each once.
pub(crate) fn candidates(argument: &Argument) -> Vec<String> {
    let mut found: Vec<String> = argument.default().map(str::to_owned).into_iter().collect();
    let listed: Vec<&str> = argument.suggestions().collect();
    if !listed.is_empty() {
        found.extend(listed.iter().map(ToString::to_string));
    } else if argument.type_word() == "text" {
        let length = argument.max_len().unwrap_or(usize::MAX);
        let texts = [
            format!("Sample {}", argument.name()),
            "Another".to_owned(),
            "x".to_owned(),
        ];
        found.extend(texts.iter().map(|it| it.chars().take(length).collect()));
    } else if matches!(argument.type_word(), "integer" | "number") {
        let bounds = [&argument.min, &argument.max].into_iter().flatten();
        found.extend(bounds.map(ToString::to_string));
        found.extend(NUMBERS.iter().map(ToString::to_string));
    } else if argument.type_word() == "character" {
        found.extend(["a".to_owned(), "b".to_owned()]);
    } else {
        found.extend(GUESSES.iter().map(ToString::to_string));
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|value| seen.insert(value.clone()));
    found
}

/// One value for each argument, or none for one that is left out.
pub(super) type Values = Vec<Option<String>>;

pub(super) struct Caller<'a> {
    registry: &'a PromptRegistry,
    pub(super) prompt: &'a RegisteredPrompt,
    panicked: Cell<bool>,
}

impl<'a> Caller<'a> {
    pub(super) fn new(registry: &'a PromptRegistry, prompt: &'a RegisteredPrompt) -> Self {
        Self {
            registry,
            prompt,
            panicked: Cell::new(false),
        }
    }

    /// Whether any of the calls panicked.
    pub(super) fn has_panicked(&self) -> bool {
        self.panicked.get()
    }

    /// Values for all arguments that the prompt accepts together, and its answer.
    pub(super) fn find(&self) -> Option<(Values, GetPromptResult)> {
        let arguments = self.prompt.arguments();
        let mut candidates: Vec<_> = arguments
            .iter()
            .map(|argument| candidates(argument).into_iter())
            .collect();
        let mut values: Values = candidates.iter_mut().map(Iterator::next).collect();
        for _ in 0..ATTEMPTS {
            let refused = match self.sample(&values) {
                Sample::Rendered(result) => return Some((values, result)),
                Sample::Refused(names) => names,
                Sample::Unknown | Sample::Panicked => return None,
            };
            for ((argument, value), candidates) in
                arguments.iter().zip(&mut values).zip(&mut candidates)
            {
                if refused.iter().any(|name| name == argument.name()) {
                    *value = candidates.next();
                    if value.is_none() && argument.is_required() {
                        return None;
                    }
                }
            }
        }
        None
    }

    /// The answer to these values, when there is one.
    pub(super) fn answer(&self, values: &Values) -> Option<GetPromptResult> {
        match self.sample(values) {
            Sample::Rendered(result) => Some(result),
            Sample::Refused(_) | Sample::Unknown | Sample::Panicked => None,
        }
    }

    fn sample(&self, values: &Values) -> Sample {
        let given: Vec<(&str, &str)> = self
            .prompt
            .arguments()
            .iter()
            .zip(values)
            .filter_map(|(argument, value)| Some((argument.name(), value.as_deref()?)))
            .collect();
        let sample = self.registry.sample(self.prompt, &given);
        if matches!(sample, Sample::Panicked) {
            self.panicked.set(true);
        }
        sample
    }
}

use crate::argument::ProblemKind;
use crate::message::{GetPromptResult, PromptMessage, Role};
use crate::prompt_error::PromptError;
use serde::Serialize;
use std::fmt;

/// The answer of a prompt. Every assertion returns the answer, so that assertions can be chained.
#[derive(Debug)]
pub struct Answer {
    prompt: String,
    outcome: Result<GetPromptResult, PromptError>,
    /// `true` if the prompt is async and was awaited without a runtime.
    without_runtime: bool,
}

// The last assertion of a chain leaves its result unused.
#[allow(clippy::return_self_not_must_use, clippy::must_use_candidate)]
impl Answer {
    pub(super) fn new(prompt: &str, outcome: Result<GetPromptResult, PromptError>) -> Self {
        Self {
            prompt: prompt.to_owned(),
            outcome,
            without_runtime: false,
        }
    }

    pub(super) fn without_runtime(mut self, without_runtime: bool) -> Self {
        self.without_runtime = without_runtime;
        self
    }

    /// Returns the result.
    ///
    /// # Panics
    /// If the prompt failed or rejected its arguments.
    #[track_caller]
    #[must_use]
    pub fn result(&self) -> &GetPromptResult {
        match &self.outcome {
            Ok(result) => result,
            Err(_) => self.fail("an answer was expected"),
        }
    }

    /// Returns the error.
    ///
    /// # Panics
    /// If the prompt succeeded.
    #[track_caller]
    #[must_use]
    pub fn error(&self) -> &PromptError {
        match &self.outcome {
            Ok(_) => self.fail("an error was expected"),
            Err(error) => error,
        }
    }

    /// Asserts the roles of the messages, in order.
    ///
    /// # Panics
    /// If the roles differ.
    #[track_caller]
    pub fn assert_roles(self, roles: impl IntoIterator<Item = Role>) -> Self {
        let (found, expected): (Vec<Role>, Vec<Role>) = (
            self.messages().iter().map(PromptMessage::role).collect(),
            roles.into_iter().collect(),
        );
        self.check(found == expected, || {
            format!("roles {expected:?} were expected, not {found:?}")
        })
    }

    /// Asserts the kinds of content, in order, by their JSON names: `text`, `image`, `audio`, `resource_link`, `resource`.
    ///
    /// # Panics
    /// If the kinds differ.
    #[track_caller]
    pub fn assert_kinds<'k>(self, kinds: impl IntoIterator<Item = &'k str>) -> Self {
        let found: Vec<String> = self
            .messages()
            .iter()
            .map(|message| message.content().kind().to_owned())
            .collect();
        let expected: Vec<&str> = kinds.into_iter().collect();
        self.check(found == expected, || {
            format!("content of the kinds {expected:?} was expected, not {found:?}")
        })
    }

    /// Asserts the whole text of a message. `message` counts from 0.
    ///
    /// # Panics
    /// If the text differs, or the message does not exist or is not text.
    #[track_caller]
    pub fn assert_text(self, message: usize, text: &str) -> Self {
        let found = self
            .messages()
            .get(message)
            .and_then(|message| message.content().as_text())
            .map(str::to_owned);
        self.check(found.as_deref() == Some(text), || {
            format!("message {message} was expected to be {text:?}")
        })
    }

    /// Asserts that a message contains this text.
    ///
    /// # Panics
    /// If no message contains it.
    #[track_caller]
    pub fn assert_contains(self, text: &str) -> Self {
        let found = self.messages().iter().any(|message| {
            message
                .content()
                .as_text()
                .is_some_and(|whole| whole.contains(text))
        });
        self.check(found, || format!("{text:?} was expected in a message"))
    }

    /// Asserts the description of the result.
    ///
    /// # Panics
    /// If the description differs or is absent.
    #[track_caller]
    pub fn assert_description(self, description: &str) -> Self {
        let found = self.result().description() == Some(description);
        self.check(found, || {
            format!("the description {description:?} was expected")
        })
    }

    /// Asserts exactly these problems with the arguments, in this order.
    ///
    /// # Panics
    /// If the problems differ, or there are none.
    #[track_caller]
    pub fn assert_problems<'p>(
        self,
        problems: impl IntoIterator<Item = (&'p str, ProblemKind)>,
    ) -> Self {
        let found: Vec<(String, ProblemKind)> = self
            .error()
            .argument_problems()
            .iter()
            .map(|problem| (problem.argument().to_owned(), problem.kind()))
            .collect();
        let expected: Vec<(String, ProblemKind)> = problems
            .into_iter()
            .map(|(name, kind)| (name.to_owned(), kind))
            .collect();
        self.check(found == expected, || {
            format!("the problems {expected:?} were expected, not {found:?}")
        })
    }

    #[track_caller]
    fn messages(&self) -> &[PromptMessage] {
        self.result().messages()
    }

    #[track_caller]
    fn check(self, holds: bool, why: impl FnOnce() -> String) -> Self {
        if !holds {
            self.fail(&why());
        }
        self
    }

    #[track_caller]
    fn fail(&self, why: &str) -> ! {
        match &self.outcome {
            Ok(result) => panic!("prompt \"{}\": {why}; it answered\n\n{result}", self.prompt),
            Err(error) => panic!(
                "prompt \"{}\": {why}; it failed with\n\n{error:?}{}",
                self.prompt,
                if self.without_runtime {
                    "\n\nIt is async and was called with `get`, which is no runtime: if it needs one, write `#[tokio::test]` and `.answer().await`."
                } else {
                    ""
                }
            ),
        }
    }
}

impl fmt::Display for Answer {
    /// Prints the conversation for a person, or the sentence of the error.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outcome {
            Ok(result) => write!(f, "{result}"),
            Err(error) => write!(f, "{error}"),
        }
    }
}

impl Serialize for Answer {
    /// Writes the value of `result` or `error` in the JSON of revision 2025-11-25.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.outcome {
            Ok(result) => result.serialize(serializer),
            Err(error) => error.serialize(serializer),
        }
    }
}

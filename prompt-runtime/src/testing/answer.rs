use crate::argument::ProblemKind;
use crate::message::{GetPromptResult, PromptMessage, Role};
use crate::prompt_error::PromptError;
use serde::Serialize;
use std::fmt;

/// A prompt's answer. Every assertion returns the answer, so that several can be made in a row.
#[derive(Debug)]
pub struct Answer {
    prompt: String,
    outcome: Result<GetPromptResult, PromptError>,
    /// `true` if it is async and was awaited without a runtime.
    without_runtime: bool,
}

// An assertion may be the last of its row.
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

    /// The result.
    ///
    /// # Panics
    /// When the prompt failed or refused its arguments.
    #[track_caller]
    #[must_use]
    pub fn result(&self) -> &GetPromptResult {
        match &self.outcome {
            Ok(result) => result,
            Err(_) => self.fail("an answer was expected"),
        }
    }

    /// The error.
    ///
    /// # Panics
    /// When the prompt answered.
    #[track_caller]
    #[must_use]
    pub fn error(&self) -> &PromptError {
        match &self.outcome {
            Ok(_) => self.fail("an error was expected"),
            Err(error) => error,
        }
    }

    /// The roles of the messages, in order.
    ///
    /// # Panics
    /// When it is not so.
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

    /// The kinds of content, in order, as the wire spells them: `text`, `image`, `audio`, `resource_link`, `resource`.
    ///
    /// # Panics
    /// When it is not so.
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

    /// The whole text of a message, counted from 0.
    ///
    /// # Panics
    /// When it is not so, or there is no such text.
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

    /// A part of the text of any message.
    ///
    /// # Panics
    /// When no message contains it.
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

    /// The description of the result.
    ///
    /// # Panics
    /// When it is another, or none.
    #[track_caller]
    pub fn assert_description(self, description: &str) -> Self {
        let found = self.result().description() == Some(description);
        self.check(found, || {
            format!("the description {description:?} was expected")
        })
    }

    /// Exactly these problems with the arguments, in this order.
    ///
    /// # Panics
    /// When there are others, or none.
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
    /// The conversation as a person reads it, or the sentence of the error.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outcome {
            Ok(result) => write!(f, "{result}"),
            Err(error) => write!(f, "{error}"),
        }
    }
}

impl Serialize for Answer {
    /// The value of `result` or `error` on the wire of revision 2025-11-25.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.outcome {
            Ok(result) => result.serialize(serializer),
            Err(error) => error.serialize(serializer),
        }
    }
}

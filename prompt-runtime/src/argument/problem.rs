use crate::text::InvisibleText;
use prompt_syntax::text::{cut, spelled_out_in_line};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt::Write as _;

/// One problem of the arguments of a request. It does not contain the value, unless the error text of the author's type does.
//
// The fields are in alphabetical order, so that the JSON text does not depend on `serde_json`'s feature `preserve_order`, which another
// crate of the program may select.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    argument: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Cow<'static, str>>,
    kind: ProblemKind,
}

/// The kind of a [`Problem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A required argument is absent or `null`.
    Missing,
    /// The prompt has no such argument.
    Undeclared,
    /// The value is JSON but not a string.
    NotAString,
    /// The text is not a legal value.
    Invalid,
    /// The text is empty or white space, which is not allowed.
    Empty,
    /// The text has too many characters.
    TooLong,
}

impl ProblemKind {
    /// The word for this kind in the answer's JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Undeclared => "undeclared",
            Self::NotAString => "not_a_string",
            Self::Invalid => "invalid",
            Self::Empty => "empty",
            Self::TooLong => "too_long",
        }
    }
}

impl Serialize for ProblemKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Problem {
    pub(crate) fn new(argument: Cow<'static, str>, kind: ProblemKind) -> Self {
        Self {
            argument,
            detail: None,
            expected: None,
            kind,
        }
    }

    pub(crate) fn invalid(
        argument: Cow<'static, str>,
        expected: Option<Cow<'static, str>>,
        detail: Option<String>,
    ) -> Self {
        Self {
            argument,
            detail,
            expected,
            kind: ProblemKind::Invalid,
        }
    }

    pub(crate) fn expecting(mut self, expected: impl Into<Cow<'static, str>>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    pub(crate) fn because(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Joins the details that are `Some`.
    pub(super) fn because_of(mut self, details: impl IntoIterator<Item = Option<String>>) -> Self {
        let details: Vec<String> = details.into_iter().flatten().collect();
        self.detail = (!details.is_empty()).then(|| details.join("; "));
        self
    }

    /// Puts a detail before the existing one.
    pub(super) fn explain_first(&mut self, detail: String) {
        self.detail = Some(match self.detail.take() {
            Some(known) => format!("{detail}; {known}"),
            None => detail,
        });
    }

    /// Applies the policy for invisible text. Returns the name of a character that is rejected.
    pub(crate) fn apply(&mut self, policy: InvisibleText) -> Result<(), String> {
        policy.apply_to(&mut self.argument)?;
        self.expected
            .iter_mut()
            .try_for_each(|it| policy.apply_to(it))?;
        let Some(detail) = self.detail.take() else {
            return Ok(());
        };
        let mut detail = detail.into();
        policy.apply_to(&mut detail)?;
        self.detail = Some(detail.into_owned());
        Ok(())
    }

    /// The name of the argument.
    #[must_use]
    pub fn argument(&self) -> &str {
        &self.argument
    }

    /// The kind of the problem.
    #[must_use]
    pub fn kind(&self) -> ProblemKind {
        self.kind
    }

    /// The legal values, as a phrase.
    #[must_use]
    pub fn expected(&self) -> Option<&str> {
        self.expected.as_deref()
    }

    /// The reason for the rejection, or the argument that was probably meant.
    #[must_use]
    pub fn detail(&self) -> Option<&str> {
        self.detail.as_deref()
    }

    fn write_clause(&self, out: &mut String) {
        let name = &self.argument;
        let expected = self.expected.as_deref();
        let _ = match (self.kind, expected) {
            (ProblemKind::Missing, Some(expected)) => {
                write!(out, "argument \"{name}\" is missing ({expected})")
            }
            (ProblemKind::Missing, None) => write!(out, "argument \"{name}\" is missing"),
            (ProblemKind::Undeclared, _) => write!(out, "there is no argument \"{name}\""),
            (ProblemKind::NotAString, _) => write!(out, "argument \"{name}\" must be a string"),
            (ProblemKind::Invalid, Some(expected)) => {
                write!(out, "argument \"{name}\" must be {expected}")
            }
            (ProblemKind::Invalid, None) => write!(out, "argument \"{name}\" is not valid"),
            (ProblemKind::Empty, _) => write!(out, "argument \"{name}\" must not be empty"),
            (ProblemKind::TooLong, expected) => write!(
                out,
                "argument \"{name}\" must have {}",
                expected.unwrap_or("fewer characters")
            ),
        };
        if let Some(detail) = &self.detail {
            let _ = write!(out, " ({detail})");
        }
    }
}

impl std::fmt::Display for Problem {
    /// Writes one clause of the error's sentence.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut clause = String::new();
        self.write_clause(&mut clause);
        f.write_str(&clause)
    }
}

/// Joins all problems into one sentence.
pub(crate) fn sentence(problems: &[Problem]) -> String {
    let mut out = String::new();
    for (index, problem) in problems.iter().enumerate() {
        if index > 0 {
            out.push_str("; ");
        }
        problem.write_clause(&mut out);
    }
    out
}

/// Prepares an author's error text for the client: the text stays as it is, but is cut to a maximum length and one line.
pub(super) fn detail(text: &str) -> Option<String> {
    const MAX_CHARS: usize = 500;
    let text = text.trim();
    (!text.is_empty()).then(|| spelled_out_in_line(&cut(text, MAX_CHARS)).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_text_is_sent_as_it_was_written() {
        for text in [
            "unknown colour `mauve`",
            "see https://example.com/errors",
            "core::num::ParseIntError { kind: Empty }",
            "two  spaces",
        ] {
            assert_eq!(detail(text).as_deref(), Some(text));
        }
    }

    #[test]
    fn an_error_text_is_bounded_and_on_one_line() {
        assert_eq!(detail("  \n "), None);
        assert_eq!(
            detail("two\nlines\u{7}\u{E0041}").as_deref(),
            Some("two\\nlines\\u{7}\\u{e0041}")
        );
        let long = detail(&"é".repeat(1000));
        assert_eq!(long.map(|text| text.chars().count()), Some(501));
    }
}

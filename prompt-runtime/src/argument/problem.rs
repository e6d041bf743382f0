use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt::Write as _;

/// One thing that is wrong with the arguments of a request. The value itself is never part of it.
//
// The fields stand in alphabetical order, so that the JSON text is the same whether serde_json keeps the order of insertion or
// sorts, which some other crate of the program decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    argument: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Cow<'static, str>>,
    kind: ProblemKind,
}

/// What kind of thing is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A required argument was not given, or given as `null`.
    Missing,
    /// The prompt has no such argument.
    Undeclared,
    /// The value is JSON other than a string.
    NotAString,
    /// The text is not a legal value.
    Invalid,
    /// The text is empty or white space, where it must not be.
    Empty,
    /// The text has too many characters.
    TooLong,
}

impl ProblemKind {
    /// The word on the wire.
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

    /// The argument.
    #[must_use]
    pub fn argument(&self) -> &str {
        &self.argument
    }

    /// The kind.
    #[must_use]
    pub fn kind(&self) -> ProblemKind {
        self.kind
    }

    /// What a legal value is.
    #[must_use]
    pub fn expected(&self) -> Option<&str> {
        self.expected.as_deref()
    }

    /// Why the value was refused, or which argument was probably meant.
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

/// One plain sentence that lists every problem.
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

/// A parse error's text as a person may read it: one line, bounded, without the value, addresses or paths of Rust items.
pub(super) fn presentable(detail: &str, value: &str) -> Option<String> {
    const MAX_CHARS: usize = 200;
    let mut text = detail.to_owned();
    let value = value.trim();
    for quote in ['"', '\'', '`'] {
        text = text.replace(&format!("{quote}{value}{quote}"), "the value");
    }
    if value.chars().count() > 2 {
        text = text.replace(value, "the value");
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let hidden = text.is_empty()
        || text.contains("://")
        || text.contains("::")
        || text
            .chars()
            .any(|c| c.is_control() || prompt_rules::text::invisible(c).is_some());
    (!hidden).then(|| match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    })
}

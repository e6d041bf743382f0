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
        self.explain(detail.into());
        self
    }

    pub(super) fn explain(&mut self, detail: String) {
        self.detail = Some(detail);
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

/// A parse error's text as a person may read it: one line, bounded, without the value, addresses, debug output or paths of Rust items.
pub(super) fn presentable(detail: &str, value: &str) -> Option<String> {
    const MAX_CHARS: usize = 200;
    let text = without_value(detail, value.trim());
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let hidden = text.is_empty()
        || ["://", "::", " { "].iter().any(|mark| text.contains(mark))
        || text
            .chars()
            .any(|c| c.is_control() || prompt_syntax::text::invisible(c).is_some());
    (!hidden).then(|| match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    })
}

const THE_VALUE: &str = "the value";

/// `value` taken out of `detail`: wherever it stands in quotes, and as a word of its own when it has more than two characters. Shorter
/// ones give nothing away and are words by accident too often.
fn without_value(detail: &str, value: &str) -> String {
    if value.is_empty() {
        return detail.to_owned();
    }
    let mut text = detail.replace(&format!("{value:?}"), THE_VALUE);
    for (open, close) in [
        ('"', '"'),
        ('\'', '\''),
        ('`', '`'),
        ('“', '”'),
        ('‘', '’'),
        ('«', '»'),
    ] {
        text = text.replace(&format!("{open}{value}{close}"), THE_VALUE);
    }
    if value.chars().count() > 2 {
        text = without_word(&text, value);
    }
    match text.strip_suffix(THE_VALUE).map(str::trim_end) {
        Some(rest) if rest.ends_with(':') => rest.trim_end_matches(':').to_owned(),
        _ => text,
    }
}

fn without_word(text: &str, word: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(word) {
        let joined_before = joined(
            out.chars().chain(before.chars()).next_back(),
            word.chars().next(),
        );
        let joined_after = joined(word.chars().next_back(), after.chars().next());
        out.push_str(before);
        out.push_str(if joined_before || joined_after {
            word
        } else {
            THE_VALUE
        });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Whether two neighbours are of one word. Scripts without letter case write without spaces, so there every place may be a border.
fn joined(left: Option<char>, right: Option<char>) -> bool {
    let of_word = |c: char| c.is_lowercase() || c.is_uppercase() || c.is_numeric() || c == '_';
    matches!((left, right), (Some(left), Some(right)) if of_word(left) && of_word(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_is_not_echoed() {
        for (detail, value, shown) in [
            (
                "unknown colour `mauve`",
                " mauve ",
                "unknown colour the value",
            ),
            (
                "unknown colour \"mauve\"",
                "mauve",
                "unknown colour the value",
            ),
            (
                "unknown colour “mauve”",
                "mauve",
                "unknown colour the value",
            ),
            ("mauve is no colour", "mauve", "the value is no colour"),
            ("invalid colour: mauve", "mauve", "invalid colour"),
            ("invalid colour: \"a\\\"b\"", "a\"b", "invalid colour"),
            (
                "key=mauve, mauve-ish",
                "mauve",
                "key=the value, the value-ish",
            ),
            ("mauves and xmauve", "mauve", "mauves and xmauve"),
            ("不认识北京市", "北京市", "不认识the value"),
            ("expected a number", "a", "expected a number"),
            ("found `a` at 0", "a", "found the value at 0"),
            ("found '' at 0", "", "found '' at 0"),
            ("not in notation", "not", "the value in notation"),
        ] {
            assert_eq!(
                presentable(detail, value).as_deref(),
                Some(shown),
                "{detail} {value}"
            );
        }
    }

    #[test]
    fn what_nobody_should_read_is_left_out() {
        for detail in [
            "",
            "  \n ",
            "see https://example.com/errors",
            "core::num::ParseIntError",
            "ParseError { kind: Empty }",
            "bell \u{7}",
            "hidden \u{E0041}",
        ] {
            assert_eq!(presentable(detail, "x"), None, "{detail:?}");
        }
        assert_eq!(
            presentable("two\n  lines", "x").as_deref(),
            Some("two lines")
        );
        let long = presentable(&"é".repeat(1000), "x");
        assert_eq!(long.map(|text| text.chars().count()), Some(201));
    }
}

//! Prompts in files of their own: Markdown with front matter.
//!
//! ```text
//! ---
//! title: Code review
//! description: Review a diff.
//! arguments:
//!   - name: strictness
//!     values: [lenient, strict]
//!     default: strict
//!   - name: diff
//!     required: true
//! ---
//! Review this diff {{ strictness }}ly:
//!
//! {{ diff }}
//! ```
//!
//! Everything in the body is literal but `{{ name }}`, the markers `{{role "user"}}` and `{{role "assistant"}}`, and `{{{{`, which
//! writes two braces. Of three braces in a row the first is literal. Line ends are read as line feeds, blank lines before a turn and
//! white space after it belong to nobody.

mod body;
mod check;
mod front_matter;
#[cfg(feature = "prompt-files")]
mod schema;
#[cfg(test)]
mod tests;
#[cfg(feature = "prompt-files")]
mod yaml;

use crate::text::hidden_kind;
use std::collections::BTreeSet;
use std::fmt;

/// A place in a file, both counted from 1; columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl Position {
    /// The beginning of the file.
    pub const START: Self = Self { line: 1, column: 1 };
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A text with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Located {
    pub text: String,
    pub position: Position,
}

/// A file that passed every check.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct PromptFile {
    /// Where there is none, the file's stem is the name.
    pub name: Option<Located>,
    pub title: Option<Located>,
    pub description: Option<Located>,
    pub arguments: Vec<FileArgument>,
    /// The ids of the advice that does not hold for it.
    pub allow: Vec<Located>,
    /// At least one; the last is the user's.
    pub turns: Vec<Turn>,
}

/// An argument that the front matter declares.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct FileArgument {
    pub name: Located,
    pub title: Option<Located>,
    pub description: Option<Located>,
    pub required: bool,
    /// What the argument is when it is absent. Without one it is empty then.
    pub default: Option<Located>,
    /// The only values that are allowed; empty when any text goes.
    pub values: Vec<Located>,
}

/// One turn of the conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Turn {
    pub role: Role,
    /// Of its marker, or of its first text where it has none.
    pub position: Position,
    pub segments: Vec<Segment>,
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Role {
    User,
    Assistant,
}

/// A piece of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    /// Literal text.
    Text(String),
    /// The value of an argument.
    Placeholder(Located),
}

/// Something wrong in a file, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct FileError {
    pub position: Position,
    pub message: String,
}

impl fmt::Display for FileError {
    /// `line:column: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.message)
    }
}

impl std::error::Error for FileError {}

/// Reads a whole prompt.
///
/// # Errors
/// Everything that is wrong with the file, in reading order; never empty.
pub fn parse(text: &str) -> Result<PromptFile, Vec<FileError>> {
    read(text, true)
}

/// Reads a text that becomes one turn of a conversation made elsewhere. Its placeholders name values of that place, unless the
/// file has front matter, which then must declare them.
///
/// # Errors
/// Everything that is wrong with the file, in reading order; never empty.
pub fn parse_text(text: &str) -> Result<Vec<Segment>, Vec<FileError>> {
    let file = read(text, false)?;
    Ok(file.turns.into_iter().flat_map(|it| it.segments).collect())
}

/// The name that a prompt gets from its file: `prompts/code-review.md` is `code-review`.
#[must_use]
pub fn stem(path: &std::path::Path) -> Option<&str> {
    path.file_stem()?.to_str()
}

fn read(text: &str, is_prompt: bool) -> Result<PromptFile, Vec<FileError>> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut errors = Problems::default();
    check::visible(text, &mut errors);
    let parts = front_matter::split(text, &mut errors);
    let declared = parts
        .front_matter
        .map(|yaml| front_matter::read(yaml, &mut errors));
    let turns = body::read(text, parts.body, &mut errors);
    if turns.is_empty() {
        if parts.closed {
            let position = Lines::of(text).position(parts.body);
            errors.at(
                position,
                "this file has no text: write what the prompt says",
            );
        }
    } else {
        if is_prompt || declared.is_some() {
            check::placeholders(declared.as_ref(), &turns, &mut errors);
        }
        check::turns(&turns, is_prompt, &mut errors);
    }
    let declared = declared.unwrap_or_default();
    errors.finish(PromptFile {
        name: declared.name,
        title: declared.title,
        description: declared.description,
        arguments: declared.arguments,
        allow: declared.allow,
        turns: turns.into_iter().map(Into::into).collect(),
    })
}

/// Errors found so far.
#[derive(Default)]
struct Problems {
    found: Vec<FileError>,
    /// The invisible characters among them.
    hidden: BTreeSet<char>,
}

impl Problems {
    fn at(&mut self, position: Position, message: impl Into<String>) {
        let message = message.into();
        self.found.push(FileError { position, message });
    }

    /// Reports a hidden character, each once in a file.
    fn hidden(&mut self, position: Position, c: char) {
        if let Some(kind) = hidden_kind(c)
            && self.hidden.insert(c)
        {
            let code = u32::from(c);
            self.at(
                position,
                format!("this file contains U+{code:04X}, {kind} that no reader sees: remove it"),
            );
        }
    }

    fn finish<T>(mut self, value: T) -> Result<T, Vec<FileError>> {
        if self.found.is_empty() {
            return Ok(value);
        }
        self.found.sort_by_key(|error| error.position);
        Err(self.found)
    }
}

/// Turns byte offsets into positions.
struct Lines<'t> {
    text: &'t str,
    /// Where each line begins.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Self {
        let after = |(offset, _)| offset + 1;
        let starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(after))
            .collect();
        Self { text, starts }
    }

    fn position(&self, offset: usize) -> Position {
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = line.checked_sub(1).and_then(|it| self.starts.get(it));
        let before = start.and_then(|start| self.text.get(*start..offset));
        Position {
            line: line.max(1),
            column: before.map_or(0, |before| before.chars().count()) + 1,
        }
    }
}

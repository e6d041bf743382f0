//! Prompts in separate files: Markdown with front matter.
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
//! In the body, `{{ name }}` is the value of an argument, `{{role "user"}}` and `{{role "assistant"}}` begin turns, and `{{{{` writes two
//! braces. Of three braces in a row the first is literal. In a file that declares no arguments, `{{` is plain text. All line ends are read
//! as line feeds. Blank lines before a turn and white space after it are removed.
//!
//! Files of other tools are read in their [`Dialect`].

mod body;
mod check;
mod dialect;
mod front_matter;
mod lines;
mod path;
mod problems;
#[cfg(feature = "prompt-files")]
mod schema;
#[cfg(test)]
mod tests;
mod write;
#[cfg(feature = "prompt-files")]
mod yaml;

pub use dialect::{Dialect, UnknownDialect};
pub use path::{FileName, dialect_of, file_name, is_below_toml_tool, stem};
pub use write::write;

use lines::Cursor;
use problems::Problems;
use std::borrow::Cow;
use std::fmt;

/// A position in a file. Line and column count from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl Position {
    /// The beginning of the file.
    pub const START: Self = Self { line: 1, column: 1 };
}

impl Default for Position {
    fn default() -> Self {
        Self::START
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A text with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Located {
    pub text: String,
    pub position: Position,
}

impl Located {
    fn new(text: impl Into<String>, position: Position) -> Self {
        let text = text.into();
        Self { text, position }
    }
}

/// A file that passed every check.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct PromptFile {
    /// The name of the prompt in the file. Without it, the prompt has the name of its file.
    pub name: Option<Located>,
    pub title: Option<Located>,
    pub description: Option<Located>,
    pub arguments: Vec<FileArgument>,
    /// The ids of advice that does not apply.
    pub allow: Vec<Located>,
    /// The turns. There is at least one, and the last one is the user's.
    pub turns: Vec<Turn>,
    /// Parts of the file that a prompt cannot honour, in reading order.
    pub notices: Vec<FileError>,
    /// Declared arguments that the text does not use.
    pub unused: Vec<FileError>,
}

/// An argument that the front matter declares.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct FileArgument {
    pub name: Located,
    pub title: Option<Located>,
    pub description: Option<Located>,
    pub required: bool,
    /// The value of an absent argument. Without a default it is empty.
    pub default: Option<Located>,
    /// The allowed values. Empty if any text is allowed.
    pub values: Vec<Located>,
    pub non_empty: bool,
    pub max_len: Option<usize>,
    /// Bounds of a number, both inclusive.
    pub min: Option<Located>,
    pub max: Option<Located>,
}

impl FileArgument {
    /// Creates an argument that takes any text.
    #[must_use]
    pub fn new(name: Located, required: bool) -> Self {
        Self {
            name,
            title: None,
            description: None,
            required,
            default: None,
            values: Vec::new(),
            non_empty: false,
            max_len: None,
            min: None,
            max: None,
        }
    }
}

/// One turn of the conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Turn {
    pub role: Role,
    /// The position of the turn's marker, or of its first text if it has no marker.
    pub position: Position,
    pub segments: Vec<Segment>,
}

/// The speaker of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Role {
    User,
    Assistant,
}

impl Role {
    /// The role's name in MCP.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// A piece of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    /// Literal text.
    Text(String),
    /// The value of an argument.
    Placeholder(Located),
    /// A text and the value of an argument, both omitted if the value is empty. Dialects append typed text in this way.
    Appended {
        /// The text before the value.
        before: String,
        /// The name of the argument.
        name: Located,
    },
}

/// Returns the text of a turn with its placeholders, for people.
#[must_use]
pub fn shown_text(segments: &[Segment]) -> String {
    let mut shown = String::new();
    for segment in segments {
        let name = match segment {
            Segment::Text(text) => {
                shown.push_str(text);
                continue;
            }
            Segment::Placeholder(name) => name,
            Segment::Appended { before, name } => {
                shown.push_str(before);
                name
            }
        };
        shown.push_str(&["{{ ", &name.text, " }}"].concat());
    }
    shown
}

/// The id of the advice about unused arguments.
pub const UNUSED_ARGUMENT: &str = "unused-argument";

/// One mistake in a file, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct FileError {
    pub position: Position,
    pub message: String,
}

#[cfg(feature = "prompt-files")]
impl FileError {
    fn new(position: Position, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { position, message }
    }
}

impl fmt::Display for FileError {
    /// Writes `line:column: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.message)
    }
}

impl std::error::Error for FileError {}

/// The options for reading a file.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The format.
    pub dialect: Dialect,
    /// Turns every notice and every unused argument into a mistake.
    pub strict: bool,
    /// Turns an unused argument into a mistake, unless the file allows it.
    pub unused_is_wrong: bool,
    /// Gives a prompt of another dialect an optional argument for typed text if its file has neither a placeholder nor a hint.
    pub append: bool,
}

/// Reads a whole prompt. `file` is the file's name in its tool, which some dialects write into the text.
///
/// # Errors
/// The first mistakes in the file in reading order, and the number of the rest. Never empty.
pub fn parse(text: &str, file: &FileName, reading: &Reading) -> Result<PromptFile, Vec<FileError>> {
    let text = normalised(text);
    let mut errors = Problems::default();
    let mut read = if reading.dialect == Dialect::Own {
        read(&text, true, &mut errors)
    } else {
        dialect::read(&text, file, reading, &mut errors)
    };
    let is_unused_allowed = read.allow.iter().any(|id| id.text == UNUSED_ARGUMENT);
    if is_unused_allowed {
        read.unused.clear();
    }
    if reading.strict || reading.unused_is_wrong {
        errors.append(std::mem::take(&mut read.unused));
    }
    if reading.strict {
        errors.append(std::mem::take(&mut read.notices));
    }
    finish(read, errors)
}

/// Reads a text that becomes one turn of a conversation in source code. Its placeholders name values in scope there, unless the file has
/// front matter, which then must declare them.
///
/// # Errors
/// The first mistakes in the file in reading order, and the number of the rest. Never empty.
pub fn parse_text(text: &str) -> Result<Vec<Segment>, Vec<FileError>> {
    let text = normalised(text);
    let mut errors = Problems::default();
    let file = read(&text, false, &mut errors);
    for unused in &file.unused {
        errors.at(unused.position, &*unused.message);
    }
    let file = finish(file, errors)?;
    Ok(file.turns.into_iter().flat_map(|it| it.segments).collect())
}

fn read(text: &str, is_prompt: bool, errors: &mut Problems) -> PromptFile {
    check::visible(text, errors);
    let parts = front_matter::split(text, errors);
    let declared = parts
        .front_matter
        .map(|yaml| front_matter::read(yaml, errors));
    let braces = match &declared {
        Some(it) if it.incomplete || !it.arguments.is_empty() => body::Braces::Placeholders,
        None if !is_prompt => body::Braces::Placeholders,
        _ => body::Braces::Text,
    };
    let turns = body::read(text, parts.body, braces, errors);
    let mut unused = Problems::default();
    if turns.is_empty() {
        if parts.closed {
            let position = Cursor::of(text).at(parts.body);
            errors.at(position, NO_TEXT);
        }
    } else {
        if let Some(declared) = &declared {
            check::placeholders(declared, &turns, errors, &mut unused);
        }
        check::turns(&turns, is_prompt, errors);
    }
    let declared = declared.unwrap_or_default();
    PromptFile {
        name: declared.name,
        title: declared.title,
        description: declared.description,
        arguments: declared.arguments,
        allow: declared.allow,
        turns: turns.into_iter().map(Into::into).collect(),
        notices: Vec::new(),
        unused: unused.into_errors(),
    }
}

const NO_TEXT: &str = "this file has no text: write what the prompt says";

fn finish<T>(value: T, errors: Problems) -> Result<T, Vec<FileError>> {
    if errors.count() == 0 {
        return Ok(value);
    }
    Err(errors.into_errors())
}

/// The text without its byte order mark, with line feeds for line ends.
fn normalised(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if text.contains("\r\n") {
        Cow::Owned(text.replace("\r\n", "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Counts the bytes that a search inspects. Tests compare the count with the size of the file, which is more reliable than measuring time.
#[cfg(test)]
fn steps(bytes: usize) {
    tests::STEPS.with(|steps| steps.set(steps.get() + bytes));
}

#[cfg(not(test))]
fn steps(_: usize) {}

/// The beginning of a text from a file, short enough for a message.
fn shown(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => text.get(..end).unwrap_or_default().to_owned() + "…",
    }
}

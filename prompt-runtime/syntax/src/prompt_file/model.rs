//! The parts of a file that was read, and its mistakes.

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
    pub(super) fn new(text: impl Into<String>, position: Position) -> Self {
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
    pub(super) fn new(position: Position, message: impl Into<String>) -> Self {
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

pub(super) const NO_TEXT: &str = "this file has no text: write what the prompt says";

/// Counts the bytes that a search inspects. Tests compare the count with the size of the file, which is more reliable than measuring time.
#[cfg(test)]
pub(super) fn steps(bytes: usize) {
    super::tests::STEPS.with(|steps| steps.set(steps.get() + bytes));
}

#[cfg(not(test))]
pub(super) fn steps(_: usize) {}

/// The beginning of a text from a file, short enough for a message.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => text.get(..end).unwrap_or_default().to_owned() + "…",
    }
}

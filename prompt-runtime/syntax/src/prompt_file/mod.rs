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
mod model;
mod path;
mod problems;
#[cfg(feature = "prompt-files")]
mod schema;
#[cfg(test)]
mod tests;
mod write;
#[cfg(feature = "prompt-files")]
mod yaml;

pub use dialect::{Dialect, Reading, UnknownDialect};
pub use model::{
    FileArgument, FileError, Located, Position, PromptFile, Role, Segment, Turn, UNUSED_ARGUMENT,
    shown_text,
};
use model::{NO_TEXT, shown, steps};
pub use path::{FileName, dialect_of, file_name, is_below_toml_tool, stem};
pub use write::write;

use lines::Cursor;
use problems::Problems;
use std::borrow::Cow;

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

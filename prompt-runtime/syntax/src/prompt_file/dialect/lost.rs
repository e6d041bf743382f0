//! Collects the parts of a file that MCP prompts do not support, for one notice.

use super::super::Position;
use super::super::problems::Problems;
use std::fmt::Write as _;

/// A kind of unsupported part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// A key of the header, which is ignored.
    Key(&'static str),
    /// A value that only the tool has, by the beginning of its text.
    Host(&'static str),
    /// Shell commands, and the text that begins one.
    Shell,
    /// Shell commands or files between braces.
    Braced(&'static str),
    /// A file by its path.
    File(String),
    /// A linked file by its path.
    Link(String),
}

impl Part {
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File(_), Self::File(_)) | (Self::Link(_), Self::Link(_)) => true,
            _ => self == other,
        }
    }
}

/// The unsupported parts of a file: each kind with its first position and the number of occurrences.
#[derive(Debug, Default)]
pub(super) struct Lost(Vec<(Part, Position, usize)>);

impl Lost {
    /// Adds a part. There are few kinds, so the list is short for any file.
    pub(super) fn add(&mut self, part: Part, position: impl FnOnce() -> Position) {
        match self.0.iter_mut().find(|(known, ..)| known.is_like(&part)) {
            Some((.., count)) => *count += 1,
            None => self.0.push((part, position(), 1)),
        }
    }

    /// Writes the notice at the position of the first part.
    pub(super) fn notice(self, notices: &mut Problems) {
        let Some(first) = self.0.iter().map(|(_, position, _)| *position).min() else {
            return;
        };
        let count: usize = self.0.iter().map(|(.., count)| *count).sum();
        let (keys, kept): (Vec<_>, Vec<_>) = self
            .0
            .into_iter()
            .partition(|(part, ..)| matches!(part, Part::Key(_)));
        let mut sentence = match count {
            1 => "1 part of this file has no counterpart in an MCP prompt".to_owned(),
            _ => format!("{count} parts of this file have no counterpart in an MCP prompt"),
        };
        for (parts, outcome) in [
            (keys, "left out"),
            (kept, "kept as text, neither run nor read"),
        ] {
            for (index, part) in parts.iter().enumerate() {
                let before = if index == 0 {
                    format!("; {outcome}: ")
                } else {
                    ", ".to_owned()
                };
                sentence += &before;
                name(part, &mut sentence);
            }
        }
        notices.at(first, sentence);
    }
}

fn name((part, position, count): &(Part, Position, usize), sentence: &mut String) {
    let _ = match part {
        Part::Key(key) => write!(sentence, "`{key}`"),
        Part::Host(begin) if begin.ends_with('}') => write!(sentence, "`{begin}`"),
        Part::Host(begin) => write!(sentence, "`{begin}…`"),
        Part::Shell => write!(sentence, "shell command"),
        Part::Braced("@{") => write!(sentence, "file in `@{{…}}`"),
        Part::Braced(open) => write!(sentence, "shell command in `{open}…}}`"),
        Part::File(path) => write!(sentence, "file `{path}`"),
        Part::Link(path) => write!(sentence, "linked file `{path}`"),
    };
    let _ = match (part, count) {
        (_, 1) => write!(sentence, " (line {})", position.line),
        (Part::File(_) | Part::Link(_), count) => {
            write!(sentence, " (line {}) and {} more", position.line, count - 1)
        }
        (_, count) => write!(sentence, " (line {}, {count} times)", position.line),
    };
}

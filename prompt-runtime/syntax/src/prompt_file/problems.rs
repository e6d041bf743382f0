//! The mistakes found in a file, with a maximum number.

use super::{FileError, Position, steps};
use crate::text::{hidden_kind, spelled_out_in_line};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of reported mistakes.
const MOST: usize = 20;

/// Keeps the first [`MOST`] mistakes in reading order and counts the rest.
///
/// Messages are written only for mistakes that are kept, so a file with a mistake on every line costs no more than reading it.
#[derive(Default)]
pub(super) struct Problems {
    kept: BTreeMap<(Position, usize), String>,
    count: usize,
    /// The invisible characters that were already reported.
    hidden: BTreeSet<char>,
}

impl Problems {
    pub(super) fn at(&mut self, position: Position, message: impl Into<String>) {
        self.at_with(position, || message.into());
    }

    pub(super) fn at_with(&mut self, position: Position, message: impl FnOnce() -> String) {
        let key = (position, self.count);
        self.count += 1;
        if self.kept.len() == MOST {
            if self
                .kept
                .last_key_value()
                .is_some_and(|(last, _)| *last < key)
            {
                return;
            }
            self.kept.pop_last();
        }
        // Sentences quote the file, and are shown on a terminal.
        let message = spelled_out_in_line(&message()).into_owned();
        steps(message.len());
        self.kept.insert(key, message);
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Returns `true` for an invisible character that was not reported yet.
    pub(super) fn is_news(&self, c: char) -> bool {
        !self.hidden.contains(&c)
    }

    /// Reports an invisible character, once in a file.
    pub(super) fn hidden(&mut self, position: Position, c: char) {
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

    /// Adds all mistakes of `other`.
    pub(super) fn append(&mut self, other: Vec<FileError>) {
        for error in other {
            self.at(error.position, error.message);
        }
    }

    /// Returns the mistakes in reading order. If some are left out, a last entry counts them.
    pub(super) fn into_errors(self) -> Vec<FileError> {
        let more = self.count - self.kept.len();
        let mut errors: Vec<FileError> = self
            .kept
            .into_iter()
            .map(|((position, _), message)| FileError { position, message })
            .collect();
        if more > 0 {
            let position = errors.last().map_or(Position::START, |it| it.position);
            let message = format!("{more} more mistakes follow: mend those above first");
            errors.push(FileError { position, message });
        }
        errors
    }
}

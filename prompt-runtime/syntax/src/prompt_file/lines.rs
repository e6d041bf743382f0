//! Finds the line and column of a byte offset.

use super::Position;

/// Converts byte offsets into positions. A series of growing offsets needs only one pass over the text.
pub(super) struct Cursor<'t> {
    text: &'t str,
    start: Position,
    offset: usize,
    position: Position,
}

impl<'t> Cursor<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self::starting(text, Position::START)
    }

    /// Creates a cursor over a text that begins at `start` of its file.
    pub(super) fn starting(text: &'t str, start: Position) -> Self {
        Self {
            text,
            start,
            offset: 0,
            position: start,
        }
    }

    pub(super) fn at(&mut self, offset: usize) -> Position {
        if offset < self.offset {
            self.offset = 0;
            self.position = self.start;
        }
        super::steps(offset.saturating_sub(self.offset));
        for c in self
            .text
            .get(self.offset..offset)
            .unwrap_or_default()
            .chars()
        {
            if c == '\n' {
                self.position.line += 1;
                self.position.column = 1;
            } else {
                self.position.column += 1;
            }
        }
        self.offset = offset;
        self.position
    }
}

use std::fmt::{self, Write};

/// A writer that tracks if the last line is complete.
pub(super) struct Lines<'w, W: ?Sized> {
    out: &'w mut W,
    open: bool,
}

impl<'w, W: Write + ?Sized> Lines<'w, W> {
    /// Starts at the beginning of a line.
    pub(super) fn new(out: &'w mut W) -> Self {
        Self { out, open: false }
    }

    /// Ends the line if it is open.
    pub(super) fn end(&mut self) -> fmt::Result {
        if self.open {
            self.write_char('\n')?;
        }
        Ok(())
    }
}

impl<W: Write + ?Sized> Write for Lines<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if !text.is_empty() {
            self.open = !text.ends_with('\n');
        }
        self.out.write_str(text)
    }
}

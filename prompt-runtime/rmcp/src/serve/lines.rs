//! Reads and writes lines of standard input and output on dedicated threads.
//!
//! A read of tokio's standard input cannot be cancelled, and a runtime that shuts down waits for it. A server that was told to stop would
//! therefore wait for its client. A plain thread ends with the process.

use super::scan::{Header, Scan};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use tokio::sync::{Notify, mpsc, oneshot};

/// The number of lines that are read ahead.
const LINES_AHEAD: usize = 8;
/// The number of bytes that may wait for a client to read them. Above it, no more requests of the client are read.
const MAX_BACKLOG: usize = 16 << 20;

/// A line of input.
#[derive(Debug)]
pub(crate) enum Line {
    /// A complete line without its line end.
    Whole(Vec<u8>),
    /// A line that was over the limit, and was discarded.
    TooLong(Header),
    /// The input cannot be read any further.
    Unreadable(io::Error),
}

/// Reads lines on a thread, until the input ends.
///
/// # Errors
/// If the thread cannot be started.
pub(crate) fn read(
    input: impl Read + Send + 'static,
    limit: usize,
) -> io::Result<mpsc::Receiver<Line>> {
    let (lines, receiver) = mpsc::channel(LINES_AHEAD);
    thread::Builder::new()
        .name("stdin".to_owned())
        .spawn(move || read_all(BufReader::with_capacity(1 << 16, input), limit, &lines))?;
    Ok(receiver)
}

fn read_all(mut input: impl BufRead, limit: usize, lines: &mpsc::Sender<Line>) {
    let mut line = Vec::new();
    // `Some` while a line is over the limit.
    let mut scan: Option<Scan> = None;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                let _ = lines.blocking_send(Line::Unreadable(error));
                return;
            }
        };
        let is_end = available.is_empty();
        let newline = available.iter().position(|byte| *byte == b'\n');
        let part = &available[..newline.unwrap_or(available.len())];
        match &mut scan {
            Some(scan) => scan.feed(part),
            None if part.len() > limit.saturating_sub(line.len()) => {
                let mut begun = Scan::default();
                begun.feed(&line);
                begun.feed(part);
                // This releases the memory too.
                line = Vec::new();
                scan = Some(begun);
            }
            None => line.extend_from_slice(part),
        }
        let read = part.len() + usize::from(newline.is_some());
        input.consume(read);
        if newline.is_some() || is_end {
            let line = match scan.take() {
                Some(scan) => Line::TooLong(scan.header()),
                None => Line::Whole(std::mem::take(&mut line)),
            };
            let is_empty = matches!(&line, Line::Whole(line) if line.is_empty());
            if !is_empty && lines.blocking_send(line).is_err() {
                return;
            }
        }
        if is_end {
            return;
        }
    }
}

/// Writes lines on a thread.
#[derive(Debug)]
pub(crate) struct Writer {
    lines: mpsc::UnboundedSender<Vec<u8>>,
    backlog: Arc<Backlog>,
}

/// The bytes that the client has not read yet.
#[derive(Debug, Default)]
pub(crate) struct Backlog {
    bytes: AtomicUsize,
    is_broken: AtomicBool,
    changed: Notify,
}

impl Backlog {
    /// Waits until the client has read enough to send more requests. Returns `false` if the client stopped reading.
    pub(crate) async fn wait_for_room(&self) -> bool {
        loop {
            let changed = self.changed.notified();
            if self.is_broken.load(Ordering::Acquire) {
                return false;
            }
            if self.bytes.load(Ordering::Acquire) <= MAX_BACKLOG {
                return true;
            }
            changed.await;
        }
    }

    /// Waits until the client stops reading.
    pub(crate) async fn broken(&self) {
        loop {
            let changed = self.changed.notified();
            if self.is_broken.load(Ordering::Acquire) {
                return;
            }
            changed.await;
        }
    }
}

impl Writer {
    /// Starts the thread. The returned receiver resolves when all lines are written after the writer was dropped, or with the error of writing.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(crate) fn new(
        output: impl Write + Send + 'static,
    ) -> io::Result<(Self, oneshot::Receiver<io::Result<()>>)> {
        let (lines, receiver) = mpsc::unbounded_channel();
        let (ended, end) = oneshot::channel();
        let backlog = Arc::new(Backlog::default());
        let of_thread = Arc::clone(&backlog);
        thread::Builder::new()
            .name("stdout".to_owned())
            .spawn(move || {
                let written = write_all(output, receiver, &of_thread);
                of_thread.is_broken.store(true, Ordering::Release);
                of_thread.changed.notify_waiters();
                let _ = ended.send(written);
            })?;
        Ok((Self { lines, backlog }, end))
    }

    pub(crate) fn backlog(&self) -> &Arc<Backlog> {
        &self.backlog
    }

    /// Queues a line for writing. Returns `false` if the client stopped reading.
    pub(crate) fn write(&self, mut line: Vec<u8>) -> bool {
        line.push(b'\n');
        self.backlog.bytes.fetch_add(line.len(), Ordering::AcqRel);
        self.lines.send(line).is_ok()
    }
}

fn write_all(
    mut output: impl Write,
    mut lines: mpsc::UnboundedReceiver<Vec<u8>>,
    backlog: &Backlog,
) -> io::Result<()> {
    while let Some(line) = lines.blocking_recv() {
        output.write_all(&line)?;
        // Waiting lines are written together.
        if lines.is_empty() {
            output.flush()?;
        }
        backlog.bytes.fetch_sub(line.len(), Ordering::AcqRel);
        backlog.changed.notify_waiters();
    }
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[tokio::test]
    async fn a_line_over_the_limit_leaves_its_id() {
        let mut input = br#"{"id":1}"#.to_vec();
        input.extend(b"\n\n");
        let long = format!(
            r#"{{"method":"m","params":"{}","id":2}}"#,
            "x".repeat(100_000)
        );
        input.extend(long.as_bytes());
        input.extend(b"\n{\"id\":3}");
        let Ok(mut lines) = read(io::Cursor::new(input), 8) else {
            return;
        };
        let mut read = Vec::new();
        while let Some(line) = lines.recv().await {
            read.push(match line {
                Line::Whole(line) => Ok(line),
                Line::TooLong(header) => Err(header.id),
                Line::Unreadable(_) => Err(None),
            });
        }
        // The last line may lack a line end.
        let expected = [
            Ok(br#"{"id":1}"#.to_vec()),
            Err(Some(json!(2))),
            Ok(br#"{"id":3}"#.to_vec()),
        ];
        assert_eq!(read, expected);
    }
}

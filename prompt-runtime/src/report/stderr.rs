//! Writes reports to standard error. A blocked reader must not stop the server.

use prompt_syntax::text;
use std::collections::VecDeque;
use std::io::Write as _;
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The maximum number of waiting lines. Further lines are dropped and counted.
const MAX_WAITING: usize = 256;
/// The maximum length of a line, in characters.
const MAX_CHARS: usize = 16_384;
/// The time that a report waits until it is written, so that the last report of a process is not lost. After a timeout, reports do not wait
/// until standard error is read again.
const WRITE_TIMEOUT: Duration = Duration::from_millis(200);

static WRITER: LazyLock<Writer> = LazyLock::new(Writer::default);

/// Writes text as one line. Characters that end a line, control a terminal or are invisible are escaped.
pub(super) fn write(text: &str) {
    let text = text::cut(text, MAX_CHARS);
    WRITER.write(text::spelled_out_in_line(&text).into_owned());
}

#[derive(Default)]
struct Writer {
    queue: Mutex<Queue>,
    /// Signals that a line is waiting.
    waiting: Condvar,
    /// Signals that a line was written.
    written: Condvar,
}

#[derive(Default)]
struct Queue {
    lines: VecDeque<String>,
    has_thread: bool,
    /// The number of lines that were put into the queue.
    queued: u64,
    written: u64,
    dropped: u64,
    /// `true` if a line was not written in time.
    is_stuck: bool,
}

impl Writer {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&'static self, line: String) {
        let mut queue = self.queue();
        if !queue.has_thread {
            let named = thread::Builder::new().name("reports".to_owned());
            if named.spawn(|| self.run()).is_err() {
                drop(queue);
                return print(&line);
            }
            queue.has_thread = true;
        }
        if queue.lines.len() >= MAX_WAITING {
            queue.dropped += 1;
            return;
        }
        queue.lines.push_back(line);
        queue.queued += 1;
        let number = queue.queued;
        self.waiting.notify_one();
        if queue.is_stuck {
            return;
        }
        let waited = self
            .written
            .wait_timeout_while(queue, WRITE_TIMEOUT, |queue| {
                queue.written < number && !queue.is_stuck
            });
        let (mut queue, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            queue.is_stuck = true;
            self.written.notify_all();
        }
    }

    fn run(&self) {
        let mut queue = self.queue();
        loop {
            let Some(line) = queue.lines.pop_front() else {
                queue = self
                    .waiting
                    .wait(queue)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(queue);
            print(&line);
            queue = self.queue();
            queue.written += 1;
            queue.is_stuck = false;
            let dropped = std::mem::take(&mut queue.dropped);
            self.written.notify_all();
            if dropped > 0 {
                let counted =
                    format!("{dropped} reports were dropped, because standard error was not read");
                queue.lines.push_front(counted);
                queue.queued += 1;
            }
        }
    }
}

fn print(line: &str) {
    // `eprintln!` panics if standard error is closed, which would end the current request.
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

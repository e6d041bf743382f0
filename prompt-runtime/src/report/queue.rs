//! The queue of reports. A blocked reader of standard error, or a blocked subscriber of `tracing`, must not stop the server.

use super::line::Line;
use crate::contain::contained;
use std::collections::VecDeque;
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The maximum number of waiting lines. Further lines are dropped and counted.
const MAX_WAITING: usize = 256;
/// The time that a report waits until it is written, so that the last report of a process is not lost. After a timeout, reports do not wait
/// until reports are read again.
const WRITE_TIMEOUT: Duration = Duration::from_millis(200);

static WRITER: LazyLock<Writer> = LazyLock::new(Writer::default);

/// Puts a line into the queue.
pub(super) fn write(line: Line) {
    WRITER.write(line);
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
    lines: VecDeque<Line>,
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

    fn write(&'static self, line: Line) {
        let mut queue = self.queue();
        if !queue.has_thread {
            let named = thread::Builder::new().name("reports".to_owned());
            if named.spawn(|| self.run()).is_err() {
                drop(queue);
                return line.write();
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
            // A subscriber is foreign code, and may panic.
            let _ = contained(|| line.write());
            queue = self.queue();
            queue.written += 1;
            queue.is_stuck = false;
            let dropped = std::mem::take(&mut queue.dropped);
            self.written.notify_all();
            if dropped > 0 {
                let counted =
                    format!("{dropped} reports were dropped, because they were not read in time");
                queue.lines.push_front(line.warning(counted));
                queue.queued += 1;
            }
        }
    }
}

//! Waits for changes in a directory.

use super::DirectoryError;
use super::files::{Announcements, Files, Problems};
use super::read::Folder;
use crate::contain::contained;
use crate::registry::{LivePrompts, PromptFileOptions, PromptFileProblem};
use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

// An editor saves a file by writing, renaming and deleting in a row, and `git checkout` touches many files. The files are read once no
// change has come for `DEBOUNCE`, so that clients are notified once. A series that does not end is read every `LONGEST_SERIES`.
const DEBOUNCE: Duration = Duration::from_millis(100);
const LONGEST_SERIES: Duration = Duration::from_secs(1);
/// The interval of checks for a directory that disappeared.
const RETURN_POLL: Duration = Duration::from_secs(1);

/// Keeps the prompts of a directory up to date with its files. [`LivePrompts::watch_directory`] creates it.
///
/// Dropping the guard ends the watch. The prompts then stay as they are.
#[must_use = "dropping it ends the watch"]
pub struct DirectoryWatch {
    files: Arc<Mutex<Files>>,
    live: LivePrompts,
    problems: Arc<Problems>,
    messages: Sender<Message>,
    thread: Option<JoinHandle<()>>,
}

enum Message {
    Changed,
    Failed(notify::Error),
    End,
}

impl DirectoryWatch {
    /// The maximum size of a prompt file in bytes: 256 KiB, as for embedded files.
    pub const MAX_BYTES: u64 = 256 * 1024;

    pub(super) fn start(
        live: LivePrompts,
        path: &Path,
        options: PromptFileOptions,
    ) -> Result<Self, DirectoryError> {
        let wrong = |error: io::Error| DirectoryError::new(path, error);
        let folder = Folder::open(path, &options).map_err(wrong)?;
        let (messages, received) = channel();
        // The watch starts before the first read, so that no change in between is lost.
        let watcher =
            watcher(&folder, messages.clone()).map_err(|error| DirectoryError::new(path, error))?;
        let mut files = Files::new(folder, options, live.clone());
        let (read, news) = files.refresh();
        news.send(&live);
        read.map_err(wrong)?;
        let problems = files.problems();
        let files = Arc::new(Mutex::new(files));
        let waiting = Waiting {
            identity: identity(&lock(&files).folder.root),
            files: Arc::clone(&files),
            live: live.clone(),
            messages: messages.clone(),
            watcher: Some(watcher),
        };
        let thread = std::thread::Builder::new()
            .name("prompt-directory".to_owned())
            .spawn(move || waiting.run(&received))
            .map_err(wrong)?;
        Ok(Self {
            files,
            live,
            problems,
            messages,
            thread: Some(thread),
        })
    }

    /// The mistakes in the files now, sorted by file. During a change, listeners see the mistakes after that change. A program that must
    /// not start with a broken file can check this once at start-up.
    #[must_use]
    pub fn problems(&self) -> Vec<PromptFileProblem> {
        self.problems
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Reads the changed files at once. This is needed only if the system does not report changes, as is common for network file systems.
    /// It may be called from a change listener and from a reporter.
    ///
    /// This lists the directory and reads the metadata of every file. It opens, reads and checks a file only if its metadata has changed,
    /// or if the file had changed less than two seconds before it was last read.
    ///
    /// # Errors
    /// The directory itself cannot be read. The prompts then stay as they are.
    pub fn refresh(&self) -> io::Result<()> {
        refresh(&self.files, &self.live)
    }
}

impl Drop for DirectoryWatch {
    fn drop(&mut self) {
        let _ = self.messages.send(Message::End);
        if let Some(thread) = self.thread.take() {
            // A change listener may drop the watch on the watch's own thread, which cannot join itself.
            if thread.thread().id() != std::thread::current().id() {
                let _ = thread.join();
            }
        }
    }
}

impl fmt::Debug for DirectoryWatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DirectoryWatch")
            .field("files", &self.files)
            .finish_non_exhaustive()
    }
}

/// The state of the thread.
struct Waiting {
    files: Arc<Mutex<Files>>,
    live: LivePrompts,
    messages: Sender<Message>,
    watcher: Option<RecommendedWatcher>,
    identity: Option<Identity>,
}

impl Waiting {
    fn run(mut self, received: &Receiver<Message>) {
        loop {
            let first = if self.watcher.is_none() || lock(&self.files).is_gone() {
                received.recv_timeout(RETURN_POLL)
            } else {
                received.recv().map_err(|_| RecvTimeoutError::Disconnected)
            };
            let mut next = first;
            let end = Instant::now() + LONGEST_SERIES;
            loop {
                match next {
                    Ok(Message::End) | Err(RecvTimeoutError::Disconnected) => return,
                    Ok(Message::Changed) => {}
                    Ok(Message::Failed(error)) => {
                        let folder = lock(&self.files).folder.shown.display().to_string();
                        let sentence = format!("watching the prompt files in `{folder}`: {error}");
                        let _ = contained(|| Announcements::warning(sentence).send(&self.live));
                    }
                    Err(RecvTimeoutError::Timeout) => break,
                }
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    break;
                }
                next = received.recv_timeout(DEBOUNCE.min(left));
            }
            self.watch_again();
            // A listener or a reporter may panic; the thread continues.
            let _ = contained(|| refresh(&self.files, &self.live));
        }
    }

    /// Watches the directory now at this path, if another directory has replaced the watched one.
    fn watch_again(&mut self) {
        let files = lock(&self.files);
        let now = identity(&files.folder.root);
        if self.watcher.is_some() && now.is_some() && now == self.identity {
            return;
        }
        self.identity = now;
        self.watcher = None;
        if self.identity.is_some() {
            self.watcher = watcher(&files.folder, self.messages.clone()).ok();
        }
    }
}

/// Refreshes under the lock, and sends the announcements after it.
fn refresh(files: &Mutex<Files>, live: &LivePrompts) -> io::Result<()> {
    let (read, news) = lock(files).refresh();
    news.send(live);
    read
}

fn watcher(folder: &Folder, messages: Sender<Message>) -> notify::Result<RecommendedWatcher> {
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        let message = match event {
            Ok(event) if is_change(event.kind) => Message::Changed,
            Ok(_) => return,
            Err(error) => Message::Failed(error),
        };
        // The receiver is dropped when the watch has ended.
        let _ = messages.send(message);
    })?;
    let mode = if folder.has_sub_folders() {
        RecursiveMode::Recursive
    } else {
        RecursiveMode::NonRecursive
    };
    watcher.watch(&folder.root, mode)?;
    Ok(watcher)
}

/// Ignores read events, because the watch itself causes them.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}

#[cfg(unix)]
type Identity = (u64, u64);

/// Returns `None` if the directory does not exist.
#[cfg(unix)]
fn identity(root: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = std::fs::symlink_metadata(root).ok()?;
    metadata.is_dir().then(|| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
type Identity = ();

#[cfg(not(unix))]
fn identity(root: &Path) -> Option<Identity> {
    root.is_dir().then_some(())
}

fn lock(files: &Mutex<Files>) -> MutexGuard<'_, Files> {
    files.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Reads the files of one directory, and never a file outside it.

use crate::registry::PromptFileOptions;
use prompt_syntax::prompt_file::Dialect;
use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The directory at the time the watch began.
#[derive(Debug)]
pub(super) struct Folder {
    /// The path as given by the author, for messages.
    pub(super) shown: PathBuf,
    /// The absolute path without links. Every file that is read is inside it.
    pub(super) root: PathBuf,
    sub_folders: bool,
    markdown: bool,
    toml: bool,
}

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    Text(String),
    /// The reason that the file cannot be read, and the position if a part was read.
    Unreadable {
        place: Option<(usize, usize)>,
        why: String,
    },
}

/// The file's metadata. Two equal stamps mean equal content if the file had not changed for a while before it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stamp {
    identity: Identity,
    length: u64,
    modified: Option<SystemTime>,
    at_rest: bool,
}

/// Two changes within this time can have the same timestamp in a file system.
const COARSEST_TIME: Duration = Duration::from_secs(2);

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok();
        let before = SystemTime::now().checked_sub(COARSEST_TIME);
        Self {
            identity: identity(metadata),
            length: metadata.len(),
            modified,
            at_rest: modified.zip(before).is_some_and(|(modified, before)| {
                modified < before && changed(metadata).is_none_or(|changed| changed < before)
            }),
        }
    }

    /// Returns `true` if a file with this stamp need not be read again.
    pub(super) fn is_read(&self, before: Option<&Self>) -> bool {
        before.is_some_and(|before| before.at_rest && self == before)
    }
}

impl Folder {
    pub(super) fn open(path: &Path, options: &PromptFileOptions) -> io::Result<Self> {
        let root = fs::canonicalize(path)?;
        if !fs::metadata(&root)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let dialect = options.dialect_of(&root.join("file.md"));
        Ok(Self {
            shown: path.to_owned(),
            sub_folders: options.reads_sub_folders(),
            markdown: !dialect.as_ref().is_ok_and(|it| it.is_toml()),
            toml: dialect.is_ok_and(Dialect::has_toml_files),
            root,
        })
    }

    pub(super) fn has_sub_folders(&self) -> bool {
        self.sub_folders
    }

    /// The paths of all prompt files inside the directory, sorted.
    pub(super) fn names(&self) -> io::Result<Vec<PathBuf>> {
        if fs::canonicalize(&self.root)? != self.root {
            return Err(io::Error::other("a link was put in its place"));
        }
        let mut names = Vec::new();
        let mut folders = Vec::new();
        self.add(Path::new(""), &mut names, &mut folders)?;
        while let Some(folder) = folders.pop() {
            // A folder that was removed in the meantime has no files.
            let _ = self.add(&folder, &mut names, &mut folders);
        }
        names.sort();
        Ok(names)
    }

    fn add(
        &self,
        folder: &Path,
        names: &mut Vec<PathBuf>,
        folders: &mut Vec<PathBuf>,
    ) -> io::Result<()> {
        let mut files = Vec::new();
        let mut inner = Vec::new();
        for entry in fs::read_dir(self.root.join(folder))? {
            let entry = entry?;
            let name = entry.file_name();
            // A link to a folder is not a folder here, so the walk ends and stays inside.
            if self.sub_folders && entry.file_type()?.is_dir() {
                if !is_hidden(&name) {
                    inner.push(folder.join(name));
                }
            } else if self.is_prompt_file(Path::new(&name)) {
                files.push(folder.join(name));
            }
        }
        let is_skill = |file: &PathBuf| file.file_name().is_some_and(|it| it == "SKILL.md");
        if folder != Path::new("") && files.iter().any(is_skill) {
            // Only the text of a skill refers to its other files, so they are not prompts.
            files.retain(is_skill);
        } else {
            folders.append(&mut inner);
        }
        names.append(&mut files);
        Ok(())
    }

    /// The path of a file, as shown in messages.
    pub(super) fn shown(&self, name: &Path) -> String {
        self.shown.join(name).display().to_string()
    }

    /// Reads a file's metadata without opening the file. Returns `None` for a link and for anything that is not a file.
    pub(super) fn stamp(&self, name: &Path) -> Option<Stamp> {
        let metadata = fs::symlink_metadata(self.root.join(name)).ok()?;
        metadata.is_file().then(|| Stamp::of(&metadata))
    }

    /// Returns `None` if the file does not exist or is a folder.
    pub(super) fn read(&self, name: &Path, limit: u64) -> Option<Content> {
        match self.bytes(name, limit) {
            Ok(bytes) => bytes.map(text),
            Err(why) => Some(Content::Unreadable { place: None, why }),
        }
    }

    fn bytes(&self, name: &Path, limit: u64) -> Result<Option<Vec<u8>>, String> {
        let unreadable = |error: io::Error| format!("this file cannot be read: {error}");
        let Some(path) = found(self.inside(&self.root.join(name)))? else {
            return Ok(None);
        };
        if path.is_dir() {
            return Ok(None);
        }
        let Some(file) = found(open(&path))? else {
            return Ok(None);
        };
        let opened = file.metadata().map_err(unreadable)?;
        if !opened.is_file() {
            return Err("this is not a file that can be read".to_owned());
        }
        // The opened file must still be inside the directory: a link may have replaced any part of the path in the meantime.
        let Some(now) = found(self.inside(&path))? else {
            return Ok(None);
        };
        let after = fs::symlink_metadata(&now).map_err(unreadable)?;
        if now != path || identity(&opened) != identity(&after) {
            return Err("this file was exchanged while it was being read".to_owned());
        }
        let mut bytes = Vec::new();
        file.take(limit.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        if u64::try_from(bytes.len()).is_ok_and(|length| length > limit) {
            return Err(format!(
                "this file is larger than {limit} bytes, and the whole answer is one message"
            ));
        }
        Ok(Some(bytes))
    }

    /// Resolves all links in the path. The result must be inside the directory.
    fn inside(&self, path: &Path) -> io::Result<PathBuf> {
        let path = fs::canonicalize(path)?;
        if path.starts_with(&self.root) {
            Ok(path)
        } else {
            Err(io::Error::other(
                "it is a link that leads out of the directory",
            ))
        }
    }

    fn is_prompt_file(&self, name: &Path) -> bool {
        let extension = name.extension().and_then(|it| it.to_str());
        let is = |wanted: &str| extension.is_some_and(|it| it.eq_ignore_ascii_case(wanted));
        !is_hidden(&name.as_os_str().to_owned())
            && ((self.markdown && is("md")) || (self.toml && is("toml")))
    }
}

/// Opens a file without waiting and without following a link. If a pipe replaced the file, a waiting open would block the caller, or the
/// thread of the watch, until the pipe's other end is opened.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK | libc::O_NOFOLLOW)
        .open(path)
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

/// A missing file is not an error: it was removed a moment ago.
fn found<T>(result: io::Result<T>) -> Result<Option<T>, String> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("this file cannot be read: {error}")),
    }
}

#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    (metadata.dev(), metadata.ino())
}

/// The time of the last change of the content or the metadata. Programs cannot set this time back.
#[cfg(unix)]
fn changed(metadata: &Metadata) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt as _;
    let seconds = u64::try_from(metadata.ctime()).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

/// Stable Rust does not give a file number on this platform, so the creation time identifies the file.
#[cfg(not(unix))]
type Identity = Option<SystemTime>;

#[cfg(not(unix))]
fn identity(metadata: &Metadata) -> Identity {
    metadata.created().ok()
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> Option<SystemTime> {
    None
}

fn is_hidden(name: &OsString) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

fn text(bytes: Vec<u8>) -> Content {
    match String::from_utf8(bytes) {
        Ok(text) => Content::Text(text),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let before = error.as_bytes().get(..valid).unwrap_or_default();
            let before = String::from_utf8_lossy(before);
            let line = before.matches('\n').count() + 1;
            let last = before.rsplit('\n').next().unwrap_or_default();
            Content::Unreadable {
                place: Some((line, last.chars().count() + 1)),
                why: "this file is not text: it is not valid UTF-8".to_owned(),
            }
        }
    }
}

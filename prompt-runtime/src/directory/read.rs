//! Reads the files of one directory, and no others.

use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// The directory, as it was when the watch began.
#[derive(Debug)]
pub(super) struct Folder {
    /// As it was given, for people.
    pub(super) shown: PathBuf,
    /// Absolute and without links. All that is read lies in it.
    pub(super) root: PathBuf,
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    Text(String),
    /// What cannot be read, and why. The place is known when some of it was.
    Unreadable {
        place: Option<(usize, usize)>,
        why: String,
    },
}

impl Folder {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let root = fs::canonicalize(path)?;
        if !fs::metadata(&root)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Self {
            shown: path.to_owned(),
            root,
        })
    }

    /// The names of the files that should be prompts, sorted.
    pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
        if fs::canonicalize(&self.root)? != self.root {
            return Err(io::Error::other("a link was put in its place"));
        }
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.root)? {
            let name = entry?.file_name();
            if is_prompt_file(Path::new(&name)) {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// The path of a file as people are shown it.
    pub(super) fn shown(&self, name: &OsString) -> String {
        self.shown.join(name).display().to_string()
    }

    /// `None` when there is no such file, or a folder of that name.
    pub(super) fn read(&self, name: &OsString, limit: u64) -> Option<Content> {
        match self.bytes(name, limit) {
            Ok(bytes) => bytes.map(text),
            Err(why) => Some(Content::Unreadable { place: None, why }),
        }
    }

    fn bytes(&self, name: &OsString, limit: u64) -> Result<Option<Vec<u8>>, String> {
        let unreadable = |error: io::Error| format!("this file cannot be read: {error}");
        let link = self.root.join(name);
        let Some(path) = found(self.inside(&link))? else {
            return Ok(None);
        };
        // Asked before it is opened: opening a pipe waits for its other end.
        let Some(before) = found(fs::symlink_metadata(&path))? else {
            return Ok(None);
        };
        if before.is_dir() {
            return Ok(None);
        }
        if !before.is_file() {
            return Err("this is not a file that can be read".to_owned());
        }
        let Some(file) = found(File::open(&path))? else {
            return Ok(None);
        };
        let opened = file.metadata().map_err(unreadable)?;
        // What was opened must be what lies inside now: a link may have been put in place of any part of the path in between.
        let Some(now) = found(self.inside(&path))? else {
            return Ok(None);
        };
        let after = fs::symlink_metadata(&now).map_err(unreadable)?;
        if now != path
            || !opened.is_file()
            || !is_same(&opened, &before)
            || !is_same(&opened, &after)
        {
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

    /// The path without links, which must lie in the directory.
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
}

/// Something that is not there is no mistake: it was removed a moment ago.
fn found<T>(result: io::Result<T>) -> Result<Option<T>, String> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("this file cannot be read: {error}")),
    }
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Where files have no number that stable Rust tells, the path without links has to do.
#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    one.created().ok() == other.created().ok()
}

fn is_prompt_file(name: &Path) -> bool {
    let hidden = name.as_os_str().as_encoded_bytes().starts_with(b".");
    let extension = name.extension().and_then(|it| it.to_str());
    !hidden && extension.is_some_and(|it| it.eq_ignore_ascii_case("md"))
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

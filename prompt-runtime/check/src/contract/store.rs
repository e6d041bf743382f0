//! The file itself: read, and written all at once.

use super::{Contract, ContractError};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most bytes that are read of a contract: 32 MiB are some 100,000 prompts, and some files have no end.
const MAX_BYTES: u64 = 32 << 20;

impl Contract {
    /// Reads the contract in the file at `path`; `None` when there is no file.
    ///
    /// # Errors
    /// [`ContractError::File`] when the file cannot be read or is larger than 32 MiB, and [`ContractError::Unreadable`] when it is no
    /// contract.
    pub fn read(path: impl AsRef<Path>) -> Result<Option<Self>, ContractError> {
        Ok(read(path.as_ref())?.map(|(contract, _)| contract))
    }
}

/// The contract in a file, and its text; `None` when there is no file.
pub(super) fn read(path: &Path) -> Result<Option<(Contract, String)>, ContractError> {
    let text = match File::open(path).and_then(text) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(ContractError::File {
                path: path.to_owned(),
                error,
            });
        }
    };
    match text.parse() {
        Ok(contract) => Ok(Some((contract, text))),
        Err(error) => Err(ContractError::Unreadable {
            path: path.to_owned(),
            error,
        }),
    }
}

fn text(file: File) -> io::Result<String> {
    let mut text = String::new();
    if file.take(MAX_BYTES + 1).read_to_string(&mut text)? as u64 > MAX_BYTES {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            "it is larger than 32 MiB",
        ));
    }
    Ok(text)
}

pub(super) fn write(path: &Path, contract: &Contract) -> Result<(), ContractError> {
    replace(path, &contract.to_string()).map_err(|error| ContractError::File {
        path: path.to_owned(),
        error,
    })
}

/// Writes a file beside the one that is there and puts it in its place: whatever fails, the old one is whole.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = target(path)?;
    let old = match fs::metadata(&path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if let Some(old) = &old {
        // In the place of a device or a pipe, nothing can be put.
        if !old.is_file() {
            return fs::write(path, text);
        }
        // A file that may not be written stays, whatever its folder allows.
        OpenOptions::new().write(true).open(&path)?;
    }
    let Ok((mut file, beside)) = beside(&path) else {
        // Its folder takes no other file.
        return fs::write(path, text);
    };
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| match &old {
            Some(old) => file.set_permissions(old.permissions()),
            None => Ok(()),
        })
        // A file that is renamed before its text has arrived is empty after a loss of power.
        .and_then(|()| file.sync_all());
    drop(file);
    // A file that is mounted by itself cannot be replaced.
    let replaced =
        written.and_then(|()| fs::rename(&beside, &path).or_else(|_| fs::write(&path, text)));
    // After a rename there is none.
    let _ = fs::remove_file(&beside);
    replaced
}

/// The target of a symbolic link, which need not exist yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
            // Links that lead round in a circle are another error than this one.
            Ok(link) => target(&path.parent().unwrap_or(Path::new("")).join(link)),
            Err(_) => Ok(path.to_owned()),
        },
        other => other,
    }
}

/// A new file in the same folder: a file cannot be renamed from one disk to another.
fn beside(path: &Path) -> io::Result<(File, PathBuf)> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!(".prompt-contract-{}-{count}.tmp", std::process::id());
        let beside = path.with_file_name(name);
        match File::create_new(&beside) {
            Ok(file) => return Ok((file, beside)),
            // Left behind by a process of the same number.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

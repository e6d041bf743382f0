//! Reads the contract file, and writes it atomically.

use super::{Contract, ContractError};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The maximum size of a contract file: 32 MiB, enough for some 100,000 prompts. Some files, such as devices, never end.
const MAX_BYTES: u64 = 32 << 20;

impl Contract {
    /// Reads the contract in the file at `path`. Returns `None` if the file does not exist.
    ///
    /// # Errors
    /// [`ContractError::File`] if the file cannot be read or is larger than 32 MiB, and [`ContractError::Unreadable`] if it is not a valid
    /// contract.
    pub fn read(path: impl AsRef<Path>) -> Result<Option<Self>, ContractError> {
        Ok(read(path.as_ref())?.map(|(contract, _)| contract))
    }
}

/// Reads the contract in a file, and its text. Returns `None` if the file does not exist.
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

/// Writes a new file beside the old one and replaces the old one with it, so that the old one stays intact on failure.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = target(path)?;
    let old = match fs::metadata(&path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if let Some(old) = &old {
        // A device or a pipe cannot be replaced.
        if !old.is_file() {
            return fs::write(path, text);
        }
        // A read-only file must stay, even if its folder is writable.
        OpenOptions::new().write(true).open(&path)?;
    }
    let Ok((mut file, beside)) = beside(&path) else {
        // The folder does not permit another file.
        return fs::write(path, text);
    };
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| match &old {
            Some(old) => file.set_permissions(old.permissions()),
            None => Ok(()),
        })
        // Without this, a file renamed before its content is on disk would be empty after a power loss.
        .and_then(|()| file.sync_all());
    drop(file);
    // A file that is a mount point cannot be replaced.
    let replaced =
        written.and_then(|()| fs::rename(&beside, &path).or_else(|_| fs::write(&path, text)));
    // After a successful rename this file does not exist.
    let _ = fs::remove_file(&beside);
    replaced
}

/// The target of a symbolic link. The target need not exist yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
            // A cycle of links is a different error.
            Ok(link) => target(&path.parent().unwrap_or(Path::new("")).join(link)),
            Err(_) => Ok(path.to_owned()),
        },
        other => other,
    }
}

/// Creates a new file in the same folder, because a rename cannot move a file to another disk.
fn beside(path: &Path) -> io::Result<(File, PathBuf)> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!(".prompt-contract-{}-{count}.tmp", std::process::id());
        let beside = path.with_file_name(name);
        match File::create_new(&beside) {
            Ok(file) => return Ok((file, beside)),
            // An earlier process with the same id left this file behind.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

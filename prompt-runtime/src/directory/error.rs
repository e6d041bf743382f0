use std::fmt;
use std::path::{Path, PathBuf};

/// The error for a directory that cannot be watched. `Debug` prints the same text as `Display`, because a `main` that returns the error
/// uses `Debug`.
pub struct DirectoryError {
    path: PathBuf,
    why: Box<dyn std::error::Error + Send + Sync>,
}

impl DirectoryError {
    pub(super) fn new(
        path: &Path,
        why: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Self {
            path: path.to_owned(),
            why: why.into(),
        }
    }

    /// The directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl fmt::Display for DirectoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, why) = (self.path.display(), &self.why);
        write!(f, "cannot watch the prompt files in `{path}`: {why}")
    }
}

impl fmt::Debug for DirectoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for DirectoryError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.why)
    }
}

//! A directory of prompt files as prompts of a live registry.

mod error;
mod files;
mod read;
mod watch;

pub use error::DirectoryError;
pub use watch::DirectoryWatch;

use crate::registry::{LivePrompts, PromptFileOptions};
use std::path::Path;

impl LivePrompts {
    /// Adds the prompts of a directory, and keeps them as its files are for as long as the returned guard lives.
    ///
    /// Every `*.md` file in the directory itself whose name does not begin with a dot is a prompt, in the format of
    /// [`prompt_file!`](crate::prompt_file) or in the [`Dialect`](crate::Dialect) that its folder and name determine. Files can come,
    /// change, be renamed and go at any time; changes within a moment are one change, and clients are notified once.
    ///
    /// No mistake in a file ends the program. It is reported as [`Report::PromptFile`](crate::Report::PromptFile), once, with line and
    /// column; the last version of the file without mistakes keeps answering; and [`DirectoryWatch::problems`] has it until the file is
    /// mended. Mistakes are
    ///
    /// * a text that is no prompt file, is not UTF-8, or is larger than [`DirectoryWatch::MAX_BYTES`],
    /// * a name that another prompt has, in this directory or elsewhere, letter case apart: the prompt that had it first
    ///   keeps it. A file that is kept out tries again at the next change in the directory.
    /// * a symbolic link that leads out of the directory. No file outside is read, whatever is put in place of a file or of a part of its
    ///   path; links within the directory are followed, those to hidden folders in it too. The directory is the one that `path` names now:
    ///   when a link in `path` is changed later, that is not followed.
    ///
    /// The directory decides: a prompt of it that is [removed](Self::remove) by hand comes back with the next change;
    /// [disable](Self::disable) it instead.
    ///
    /// A directory that goes away as a whole is reported and changes nothing. It is watched again when it is back.
    ///
    /// ```
    /// use prompt_runtime::{DirectoryWatch, PromptRegistry};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let folder = tempfile::tempdir()?;
    /// # let prompts = folder.path();
    /// std::fs::write(prompts.join("greet.md"), "Say hello.")?;
    /// let live = PromptRegistry::builder().build_live()?;
    /// let watch: DirectoryWatch = live.watch_directory(prompts)?;
    /// assert!(live.registry().prompt("greet").is_some());
    /// assert!(watch.problems().is_empty());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// There is no such directory, it cannot be read, or the system cannot watch it.
    pub fn watch_directory(
        &self,
        path: impl AsRef<Path>,
    ) -> Result<DirectoryWatch, DirectoryError> {
        self.watch_directory_with(path, PromptFileOptions::new())
    }

    /// The same with options: a dialect, sub-folders, or a strict reading.
    ///
    /// ```
    /// use prompt_runtime::{Dialect, PromptFileOptions, PromptRegistry};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let folder = tempfile::tempdir()?;
    /// # let commands = folder.path();
    /// std::fs::create_dir(commands.join("git"))?;
    /// std::fs::write(commands.join("git/fix.md"), "Fix issue $ARGUMENTS.")?;
    /// let live = PromptRegistry::builder().build_live()?;
    /// let options = PromptFileOptions::new().dialect(Dialect::Claude).sub_folders();
    /// let watch = live.watch_directory_with(commands, options)?;
    /// assert!(live.registry().prompt("git.fix").is_some());
    /// # drop(watch);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`watch_directory`](Self::watch_directory).
    pub fn watch_directory_with(
        &self,
        path: impl AsRef<Path>,
        options: PromptFileOptions,
    ) -> Result<DirectoryWatch, DirectoryError> {
        DirectoryWatch::start(self.clone(), path.as_ref(), options)
    }
}

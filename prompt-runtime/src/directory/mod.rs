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
    /// Adds the prompts of a directory, and keeps them up to date with its files while the returned guard exists.
    ///
    /// Every `*.md` file directly in the directory whose name does not begin with a dot is a prompt. Its format is that of
    /// [`prompt_file!`](crate::prompt_file), or the [`Dialect`](crate::Dialect) that its folder and name determine. Files can be added,
    /// changed, renamed and removed at any time. Changes in quick succession count as one change, and clients are notified once.
    ///
    /// A mistake in a file never ends the program. It is reported once as [`Report::PromptFile`](crate::Report::PromptFile), with line and
    /// column. The last valid version of the file keeps answering, and [`DirectoryWatch::problems`] lists the mistake until the file is
    /// corrected. Mistakes are
    ///
    /// * a text that is not a valid prompt file, is not UTF-8, or is larger than [`DirectoryWatch::MAX_BYTES`],
    /// * a name that another prompt has, in this directory or elsewhere, ignoring case: the first prompt keeps the name. The rejected file
    ///   is tried again at the next change in the directory.
    /// * a symbolic link that leads out of the directory. No file outside is ever read, even if a file or a part of its path is replaced
    ///   with a link. Links within the directory are followed, also to hidden folders in it. `path` is resolved once: a later change of a
    ///   link in `path` has no effect.
    ///
    /// The files take precedence: a prompt that is [removed](Self::remove) by hand comes back with the next change. To hide it,
    /// [disable](Self::disable) it.
    ///
    /// If the whole directory disappears, this is reported and the prompts stay. The directory is watched again when it is back.
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
    /// The directory does not exist, cannot be read, or cannot be watched by the system.
    pub fn watch_directory(
        &self,
        path: impl AsRef<Path>,
    ) -> Result<DirectoryWatch, DirectoryError> {
        self.watch_directory_with(path, PromptFileOptions::new())
    }

    /// Does the same as [`watch_directory`](Self::watch_directory), with options: a dialect, sub-folders, or strict reading.
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
    /// The same as for [`watch_directory`](Self::watch_directory).
    pub fn watch_directory_with(
        &self,
        path: impl AsRef<Path>,
        options: PromptFileOptions,
    ) -> Result<DirectoryWatch, DirectoryError> {
        DirectoryWatch::start(self.clone(), path.as_ref(), options)
    }
}

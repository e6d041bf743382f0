//! Prompts that are read from files at run time.

use super::file_source::FileSource;
use super::registered::Source;
use super::runtime::{RuntimeArgument, RuntimePrompt};
use prompt_syntax::prompt_file::{
    self, Dialect, FileArgument, FileError, Located, Position, PromptFile, Reading, UnknownDialect,
};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Options for reading prompt files.
///
/// ```
/// use prompt_runtime::{Dialect, PromptFileOptions, RuntimePrompt};
///
/// let options = PromptFileOptions::new().dialect(Dialect::Claude);
/// let text = "---\nargument-hint: <ticket>\n---\nRepair ticket $ARGUMENTS.";
/// let prompt = RuntimePrompt::from_file_with("commands/repair.md", text, &options)?;
/// # Ok::<(), prompt_runtime::error::PromptFileError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct PromptFileOptions {
    dialect: Option<Dialect>,
    strict: bool,
    append: bool,
    #[cfg(feature = "directory")]
    sub_folders: bool,
}

impl PromptFileOptions {
    /// Creates the default options: the folder and extension of a file determine its dialect, notices are not errors, and sub-folders are
    /// not read.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads every file in this dialect.
    #[must_use]
    pub fn dialect(self, dialect: Dialect) -> Self {
        Self {
            dialect: Some(dialect),
            ..self
        }
    }

    /// Turns the parts of a file that a prompt cannot honour, and unused arguments, into errors.
    #[must_use]
    pub fn strict(self) -> Self {
        Self {
            strict: true,
            ..self
        }
    }

    /// Gives the prompt of another tool's file an optional argument for typed text even if the file has neither a placeholder nor a hint.
    /// The text is appended in the same way as the tool appends it.
    #[must_use]
    pub fn append_typed_text(self) -> Self {
        Self {
            append: true,
            ..self
        }
    }

    /// Also reads the sub-folders of a directory. Each folder name and a `.` are put before the names of its prompts.
    #[cfg(feature = "directory")]
    #[must_use]
    pub fn sub_folders(self) -> Self {
        Self {
            sub_folders: true,
            ..self
        }
    }

    #[cfg(feature = "directory")]
    pub(crate) fn reads_sub_folders(&self) -> bool {
        self.sub_folders
    }

    /// Returns the dialect of the file at `path`.
    ///
    /// # Errors
    /// The file has a format that is not supported.
    pub(crate) fn dialect_of(&self, path: &Path) -> Result<Dialect, UnknownDialect> {
        self.dialect
            .map_or_else(|| prompt_file::dialect_of(path), Ok)
    }

    fn read(
        &self,
        path: &Path,
        root: Option<&Path>,
        text: &str,
    ) -> Result<(String, PromptFile), Vec<FileError>> {
        let whole = |message: String| {
            vec![FileError {
                position: Position::START,
                message,
            }]
        };
        let dialect = self
            .dialect_of(path)
            .map_err(|why| whole(why.to_string()))?;
        let name = prompt_file::file_name(path, root, dialect);
        let reading = Reading {
            dialect,
            strict: self.strict,
            append: self.append,
            ..Reading::default()
        };
        let read = prompt_file::parse(text, &name, &reading)?;
        let own = read.name.as_ref().map(|name| name.text.as_str());
        let name = name.prompt_name(own).map_err(whole)?;
        Ok((name, read))
    }
}

impl RuntimePrompt {
    /// Creates a prompt from the text of a prompt file, in the format of [`prompt_file!`](crate::prompt_file).
    ///
    /// `file` is the file's path. It is shown to people and determines the [`Dialect`]. A prompt without a name in the text takes the name
    /// of its file. The builder methods of [`RuntimePrompt`] can change the prompt further.
    ///
    /// ```
    /// use prompt_runtime::{PromptRegistry, RuntimePrompt};
    ///
    /// let text = "---\narguments: [{ name: topic, required: true }]\n---\nExplain {{ topic }}.";
    /// let live = PromptRegistry::builder().build_live()?;
    /// live.insert(RuntimePrompt::from_file("prompts/explain.md", text)?)?;
    /// assert!(live.registry().prompt("explain").is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first 20 mistakes in the text with their lines and columns, and the number of the rest.
    pub fn from_file(file: impl Into<String>, text: &str) -> Result<Self, PromptFileError> {
        Self::from_file_with(file, text, &PromptFileOptions::new())
    }

    /// Does the same as [`from_file`](Self::from_file), with options.
    ///
    /// # Errors
    /// The same as for [`RuntimePrompt::from_file`]. With [`PromptFileOptions::strict`], also everything that a prompt cannot honour.
    pub fn from_file_with(
        file: impl Into<String>,
        text: &str,
        options: &PromptFileOptions,
    ) -> Result<Self, PromptFileError> {
        Self::of_file(file.into(), None, text, options)
    }

    pub(crate) fn of_file(
        file: String,
        root: Option<&Path>,
        text: &str,
        options: &PromptFileOptions,
    ) -> Result<Self, PromptFileError> {
        let (name, read) = match options.read(Path::new(&file), root, text) {
            Ok(read) => read,
            Err(wrong) => return Err(PromptFileError::of(&file, wrong)),
        };
        let description = read.description.map(|it| it.text);
        let shown = read
            .turns
            .iter()
            .map(|turn| prompt_file::shown_text(&turn.segments))
            .collect();
        let source = FileSource {
            file,
            text: text.to_owned(),
            description: description.clone(),
            allow: read.allow.into_iter().map(|id| id.text).collect(),
            turns: read.turns,
            shown,
            notices: read.notices,
            unused: read.unused,
        };
        let mut prompt = Self::with(name.into(), Source::File(Arc::new(source)));
        if let Some(title) = read.title {
            prompt = prompt.title(title.text);
        }
        if let Some(description) = description {
            prompt = prompt.description(description);
        }
        Ok(read.arguments.into_iter().fold(prompt, |prompt, declared| {
            prompt.argument(argument(declared))
        }))
    }
}

fn argument(declared: FileArgument) -> RuntimeArgument {
    // Every key is named, so that a new one does not compile until it is used.
    let FileArgument {
        name,
        title,
        description,
        required,
        default,
        values,
        non_empty,
        max_len,
        min,
        max,
    } = declared;
    let line = name.position.line;
    let mut argument = if required {
        RuntimeArgument::required(name.text)
    } else {
        RuntimeArgument::optional(name.text)
    };
    if let Some(default) = default {
        argument = argument.default(default.text);
    }
    if let Some(title) = title {
        argument = argument.title(title.text);
    }
    if let Some(description) = description {
        argument = argument.description(description.text);
    }
    if !values.is_empty() {
        argument = argument.values(values.into_iter().map(|value| value.text));
    }
    if non_empty {
        argument = argument.non_empty();
    }
    if let Some(max_len) = max_len {
        argument = argument.max_len(max_len);
    }
    if min.is_some() || max.is_some() {
        let text = |bound: Option<Located>| bound.map(|it| it.text);
        argument = argument.number(text(min), text(max));
    }
    argument.at_line(line)
}

/// The mistakes in a prompt file. `Display` prints one line for each. `Debug` prints the same, because a `main` that returns the error uses
/// `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct PromptFileError {
    problems: Vec<PromptFileProblem>,
}

/// One mistake in a prompt file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PromptFileProblem {
    /// The path of the file.
    pub file: String,
    /// The line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// The column in characters, from 1; 0 for the file as a whole.
    pub column: usize,
    /// The description of the mistake, one sentence.
    pub message: String,
}

impl PromptFileError {
    fn of(file: &str, wrong: Vec<FileError>) -> Self {
        let problem = |FileError { position, message }| PromptFileProblem {
            file: file.to_owned(),
            line: position.line,
            column: position.column,
            message,
        };
        Self {
            problems: wrong.into_iter().map(problem).collect(),
        }
    }

    /// The mistakes in reading order, at most 20. If there are more, a last entry counts the rest.
    #[must_use]
    pub fn problems(&self) -> &[PromptFileProblem] {
        &self.problems
    }

    #[cfg(feature = "directory")]
    pub(crate) fn into_problems(self) -> Vec<PromptFileProblem> {
        self.problems
    }
}

impl fmt::Display for PromptFileProblem {
    /// Writes `file:line:column: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            line,
            column,
            message,
        } = self;
        match line {
            0 => write!(f, "{file}: {message}"),
            _ => write!(f, "{file}:{line}:{column}: {message}"),
        }
    }
}

impl fmt::Display for PromptFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problems
            .iter()
            .enumerate()
            .try_for_each(|(index, problem)| match index {
                0 => write!(f, "{problem}"),
                _ => write!(f, "\n{problem}"),
            })
    }
}

impl fmt::Debug for PromptFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for PromptFileError {}

//! Prompts that are read from files while the program runs.

use super::registered::Source;
use super::runtime::{PromptCall, RuntimeArgument, RuntimePrompt};
use crate::definition::{EmbeddedFile, Location, TextDefinition};
use crate::message::{GetPromptResult, PromptMessage};
use prompt_syntax::prompt_file::{self, FileArgument, FileError, Position, Role, Segment, Turn};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// What a prompt that was read from a file keeps of it.
#[derive(Debug)]
pub(super) struct FileSource {
    file: String,
    text: String,
    description: Option<String>,
    /// The ids of the advice that does not hold for it.
    pub(super) allow: Vec<String>,
    turns: Vec<Turn>,
    /// The text of each turn with its placeholders, for people to read.
    shown: Vec<String>,
}

impl FileSource {
    /// One pass: what a value holds is not read.
    pub(super) fn render(&self, call: &PromptCall) -> GetPromptResult {
        let messages = self.turns.iter().map(|turn| {
            let text: String = turn
                .segments
                .iter()
                .map(|segment| match segment {
                    Segment::Text(text) => text.as_str(),
                    Segment::Placeholder(name) => call.get(&name.text).unwrap_or_default(),
                })
                .collect();
            match turn.role {
                Role::User => PromptMessage::user(text),
                Role::Assistant => PromptMessage::assistant(text),
            }
        });
        let result = GetPromptResult::new(messages);
        match &self.description {
            Some(description) => result.with_description(description.clone()),
            None => result,
        }
    }

    pub(super) fn location(&self) -> Location<'_> {
        Location::new(&self.file, 1, "", "")
    }

    pub(super) fn texts(&self) -> Vec<TextDefinition<'_>> {
        self.turns
            .iter()
            .zip(&self.shown)
            .map(|(turn, shown)| {
                let role = match turn.role {
                    Role::User => "user",
                    Role::Assistant => "assistant",
                };
                let line = u32::try_from(turn.position.line).unwrap_or(u32::MAX);
                TextDefinition::new(role, shown, line).of_file(&self.file)
            })
            .collect()
    }

    pub(super) fn embedded(&self) -> EmbeddedFile<'_> {
        EmbeddedFile::text("prompt", &self.file, 1, &self.text)
    }
}

impl RuntimePrompt {
    /// The prompt that the text of a prompt file makes; the format is that of [`prompt_file!`](crate::prompt_file).
    ///
    /// `file` is the name that people are shown, such as the file's path. Where the front matter gives the prompt no name, it is what
    /// `file` has between its last `/` and its extension. Whatever else a [`RuntimePrompt`] can be given can be added.
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
    /// Everything that is wrong with the text, each with its line and column.
    pub fn from_file(file: impl Into<String>, text: &str) -> Result<Self, PromptFileError> {
        let file = file.into();
        let read = prompt_file::parse(text).and_then(|read| {
            let name = match &read.name {
                Some(name) => name.text.clone(),
                None => name_of(&file)?,
            };
            Ok((name, read))
        });
        let (name, read) = match read {
            Ok(read) => read,
            Err(wrong) => return Err(PromptFileError::of(&file, wrong)),
        };
        let description = read.description.map(|it| it.text);
        let shown = read
            .turns
            .iter()
            .map(|turn| shown(&turn.segments))
            .collect();
        let source = FileSource {
            file,
            text: text.to_owned(),
            description: description.clone(),
            allow: read.allow.into_iter().map(|id| id.text).collect(),
            turns: read.turns,
            shown,
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

fn name_of(file: &str) -> Result<String, Vec<FileError>> {
    let stem = prompt_file::stem(Path::new(file)).unwrap_or_default();
    let Err(why) = prompt_syntax::name::check(stem) else {
        return Ok(stem.to_owned());
    };
    let advice = match prompt_syntax::name::suggest(stem) {
        Some(legal) => format!("write `name: {legal}` into it, or rename it"),
        None => "write `name: …` into it".to_owned(),
    };
    Err(vec![FileError {
        position: Position::START,
        message: format!(
            "the prompt would be named like its file, and the name `{}` {why}: {advice}",
            stem.escape_debug()
        ),
    }])
}

fn argument(declared: FileArgument) -> RuntimeArgument {
    let line = declared.name.position.line;
    let mut argument = if declared.required {
        RuntimeArgument::required(declared.name.text)
    } else {
        RuntimeArgument::optional(declared.name.text)
    };
    if let Some(default) = declared.default {
        argument = argument.default(default.text);
    }
    if let Some(title) = declared.title {
        argument = argument.title(title.text);
    }
    if let Some(description) = declared.description {
        argument = argument.description(description.text);
    }
    if !declared.values.is_empty() {
        argument = argument.values(declared.values.into_iter().map(|value| value.text));
    }
    argument.at_line(line)
}

fn shown(segments: &[Segment]) -> String {
    segments.iter().fold(String::new(), |mut shown, segment| {
        match segment {
            Segment::Text(text) => shown.push_str(text),
            Segment::Placeholder(name) => {
                shown.push_str(&["{{ ", &name.text, " }}"].concat());
            }
        }
        shown
    })
}

/// Everything that is wrong with a prompt file. `Display` has a line for each problem, and so has `Debug`, which is what a `main` prints
/// that returns it.
#[derive(Clone, PartialEq, Eq)]
pub struct PromptFileError {
    problems: Vec<PromptFileProblem>,
}

/// One thing that is wrong with a prompt file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PromptFileProblem {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 when the file as a whole is meant.
    pub line: usize,
    /// The column in characters, from 1; 0 when the file as a whole is meant.
    pub column: usize,
    /// What is wrong, as a sentence.
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

    /// All of them, in reading order.
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
    /// `file:line:column: message`.
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

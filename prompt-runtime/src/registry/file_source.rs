//! The parts of a prompt file that its prompt needs, and the messages built from them.

use super::call::PromptCall;
use crate::definition::{EmbeddedFile, FileNotice, Location, TextDefinition};
use crate::message::{GetPromptResult, PromptMessage};
use prompt_syntax::prompt_file::{FileError, Role, Segment, Turn};

/// The parts of a prompt file that its prompt needs.
#[derive(Debug)]
pub(super) struct FileSource {
    pub(super) file: String,
    pub(super) text: String,
    pub(super) description: Option<String>,
    /// The ids of advice that does not apply, as in `allow`.
    pub(super) allow: Vec<String>,
    pub(super) turns: Vec<Turn>,
    /// The text of each turn with its placeholders, for people.
    pub(super) shown: Vec<String>,
    pub(super) notices: Vec<FileError>,
    pub(super) unused: Vec<FileError>,
}

impl FileSource {
    /// Renders the messages in one pass: placeholders inside a value are not replaced.
    pub(super) fn render(&self, call: &PromptCall) -> GetPromptResult {
        let values = call.values();
        let value = |name: &str| values.get(name).copied().unwrap_or_default();
        let messages = self.turns.iter().map(|turn| {
            let mut text = String::new();
            for segment in &turn.segments {
                match segment {
                    Segment::Text(literal) => text.push_str(literal),
                    Segment::Placeholder(name) => text.push_str(value(&name.text)),
                    Segment::Appended { before, name } => {
                        let value = value(&name.text);
                        if !value.is_empty() {
                            text.push_str(before);
                            text.push_str(value);
                        }
                    }
                }
            }
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
                let line = u32::try_from(turn.position.line).unwrap_or(u32::MAX);
                TextDefinition::new(turn.role.as_str(), shown, line).of_file(&self.file)
            })
            .collect()
    }

    pub(super) fn embedded(&self) -> EmbeddedFile<'_> {
        EmbeddedFile::text("prompt", &self.file, 1, &self.text)
    }

    pub(super) fn notices(&self) -> Vec<FileNotice<'_>> {
        let lost = self.notices.iter().map(|it| (it, false));
        let unused = self.unused.iter().map(|it| (it, true));
        lost.chain(unused)
            .map(|(it, unused)| {
                let line = u32::try_from(it.position.line).unwrap_or(u32::MAX);
                FileNotice::new(line, &it.message, unused)
            })
            .collect()
    }
}

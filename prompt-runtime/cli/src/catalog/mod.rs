//! A page for a team: every prompt with its form and a rendered sample.

mod html;
mod markdown;
mod sample;

use crate::console::{Console, spelled_out};
use crate::shell::Completes;
use crate::{Failure, Program, find};
use prompt_runtime::arguments::Argument;
use prompt_runtime::{PromptRegistry, RegisteredPrompt};
use sample::Sample;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// Writes a page for a team: every prompt with its form and a rendered sample
///
/// Each prompt is called once with sample values.
#[derive(Debug, clap::Args)]
pub(super) struct Catalog {
    /// Only these prompts
    #[arg(value_name = "NAME", add = Completes::Prompts)]
    names: Vec<String>,
    /// One self-contained HTML page, in place of Markdown
    #[arg(long)]
    html: bool,
    /// Into this file, in place of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Catalog {
    pub(super) fn run(
        &self,
        program: &Program,
        name: &str,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let registry = &program.registry;
        let prompts = find(registry, &self.names)?;
        let page = Page {
            name,
            version: program.version.as_deref(),
            entries: prompts
                .iter()
                .map(|prompt| Entry::of(registry, prompt))
                .collect(),
        };
        let text = if self.html {
            html::page(&page)
        } else {
            markdown::page(&page)
        };
        match &self.output {
            None => Ok(console.out.write_all(text.as_bytes())?),
            Some(path) => fs::write(path, text).map_err(|error| {
                Failure::Failed(format!("{} cannot be written: {error}", path.display()))
            }),
        }
    }
}

/// The content of the page, as HTML or Markdown.
struct Page<'a> {
    name: &'a str,
    version: Option<&'a str>,
    entries: Vec<Entry>,
}

impl Page<'_> {
    fn title(&self) -> String {
        format!("Prompts of {}", self.name)
    }

    fn summary(&self) -> String {
        let count = match self.entries.len() {
            1 => "1 prompt".to_owned(),
            count => format!("{count} prompts"),
        };
        match self.version {
            Some(version) => format!("{count}, version {version}"),
            None => count,
        }
    }

    /// Returns `true` if the page has the prompt with this name, so that it can be linked.
    fn has(&self, name: &str) -> bool {
        self.entries.iter().any(|entry| entry.prompt.name() == name)
    }
}

struct Entry {
    prompt: Arc<RegisteredPrompt>,
    sample: Sample,
}

impl Entry {
    fn of(registry: &PromptRegistry, prompt: &Arc<RegisteredPrompt>) -> Self {
        Self {
            prompt: Arc::clone(prompt),
            sample: Sample::of(registry, prompt),
        }
    }

    fn title(&self) -> Option<&str> {
        self.prompt.listing().title.as_deref()
    }

    /// The author's description. The deprecation is shown separately.
    fn description(&self) -> Option<&str> {
        self.prompt.description()
    }

    fn aliases(&self) -> &[Cow<'static, str>] {
        self.prompt.aliases()
    }

    /// The sample's values. Without a sample, an ellipsis for each required argument.
    fn shown_values(&self) -> Vec<(&str, &str)> {
        if !self.sample.given.is_empty() {
            let given = self.sample.given.iter();
            return given.map(|(name, value)| (&**name, &**value)).collect();
        }
        let required = self.prompt.arguments().iter().filter(|it| it.is_required());
        required
            .map(|it| (it.name(), it.example().unwrap_or("…")))
            .collect()
    }

    fn place(&self) -> String {
        let location = self.prompt.location();
        if location.package.is_empty() {
            location.to_string()
        } else {
            format!("{location} ({})", location.package)
        }
    }
}

/// The deprecation as a sentence, such as `Deprecated since 2.0: too slow.`
fn deprecation(prompt: &RegisteredPrompt) -> Option<String> {
    let deprecated = prompt.deprecated()?;
    let since = deprecated.since.map(|since| format!(" since {since}"));
    let note = deprecated.note.map(|note| format!(": {note}"));
    Some(format!(
        "Deprecated{}{}",
        since.unwrap_or_default(),
        note.unwrap_or_default()
    ))
}

/// The values that an argument can have, each with its meaning.
fn values(argument: &Argument) -> impl Iterator<Item = (&str, Option<&str>)> {
    let descriptions = argument.value_descriptions();
    argument
        .values()
        .iter()
        .enumerate()
        .map(|(index, value)| (&**value, descriptions.get(index).copied().flatten()))
}

/// Sentences about the values of an argument: the limits and the notation.
fn rules(argument: &Argument) -> Vec<String> {
    let mut limits = Vec::new();
    let is_any_text = matches!(argument.type_word(), "text" | "value");
    if argument.values().is_empty() && !is_any_text {
        limits.extend(argument.expected().map(Cow::into_owned));
    }
    if argument.is_non_empty() {
        limits.push("not blank".to_owned());
    }
    limits.extend(argument.longest());
    let mut sentences = Vec::new();
    if !limits.is_empty() {
        sentences.push(format!("Must be: {}", limits.join("; ")));
    }
    if let Some(separator) = argument.separator()
        && (is_any_text || !argument.values().is_empty())
    {
        sentences.push(match separator {
            "\n" => "Takes several values, one per line".to_owned(),
            " " => "Takes several values, separated by spaces".to_owned(),
            "\t" => "Takes several values, separated by tabs".to_owned(),
            _ => format!("Takes several values, separated by \"{separator}\""),
        });
    }
    if argument.values().is_empty() && argument.has_completion() {
        sentences.push("Values are suggested while typing".to_owned());
    }
    sentences
}

/// The ways to use a prompt, each with the program in which it is typed.
fn uses(page: &Page<'_>, entry: &Entry) -> Vec<(&'static str, String)> {
    let name = entry.prompt.name();
    let given: Vec<(&str, &str)> = entry.shown_values();
    let pairs = given.iter().map(|(key, value)| {
        // A value that begins with an `@` would be read from a file.
        let value = crate::values::written(value);
        format!(" {}", shell_word(&format!("{key}={value}")))
    });
    // A host assigns words by position, so the line ends at the first absent value.
    let by_position = entry
        .prompt
        .arguments()
        .iter()
        .map_while(|argument| given.iter().find(|(key, _)| *key == argument.name()))
        .map(|(_, value)| format!(" {}", shell_word(value)));
    let plain = |text: &str| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        text.replace(|c| !is_plain(c), "_")
    };
    vec![
        (
            "Command line",
            format!(
                "{} get {}{}",
                page.name,
                shell_word(name),
                pairs.collect::<String>()
            ),
        ),
        (
            "Claude Code",
            format!(
                "/mcp__{}__{}{}",
                plain(page.name),
                plain(name),
                by_position.collect::<String>()
            ),
        ),
        ("VS Code", format!("/mcp.{}.{name}", page.name)),
    ]
}

/// Quotes a word for a Unix shell and for most hosts.
fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./,:=@%+".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// The id of a prompt's section. Characters that a URL escapes are written as their code point between underscores.
fn anchor(name: &str) -> String {
    name.chars().fold("prompt-".to_owned(), |mut id, c| {
        if c.is_alphanumeric() || "-_.".contains(c) {
            id.push(c);
        } else {
            // Writing to a `String` cannot fail.
            let _ = write!(id, "_{:x}_", u32::from(c));
        }
        id
    })
}

/// The words beside an argument's name, apart from its default.
fn need(argument: &Argument) -> &'static str {
    if argument.is_required() {
        "required"
    } else {
        "optional"
    }
}

/// The lines of a text, with control and invisible characters escaped.
fn lines(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    spelled_out(&text).lines().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;

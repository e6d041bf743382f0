use prompt_runtime::arguments::Argument;
use prompt_runtime::{PromptRegistry, RegisteredPrompt};
use prompt_syntax::text::controls_spelled_out;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

/// The version of the file format.
const FORMAT: u32 = 1;

/// The contract of all prompts, sorted by name. `Display` and the serde form produce the file; `Display` writes one line per argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Raw")]
pub struct Contract {
    format: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    undeclared: Option<Undeclared>,
    prompts: Vec<ContractPrompt>,
}

/// The treatment of undeclared arguments, if they are not an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Undeclared {
    Ignored,
}

/// The contract of one prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ContractPrompt {
    /// The identifier that clients send.
    pub name: String,
    /// Former names that are still accepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// The deprecation, if the prompt is deprecated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<ContractDeprecation>,
    /// The arguments, in the order of declaration.
    pub arguments: Vec<ContractArgument>,
}

/// The deprecation of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ContractDeprecation {
    /// The version since which the prompt is deprecated, if the author gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
}

/// The contract of one argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ContractArgument {
    /// The key of the argument's value in a request.
    pub name: String,
    /// The word for the type, as [`Argument::type_word`](prompt_runtime::arguments::Argument::type_word).
    #[serde(rename = "type")]
    pub type_word: String,
    /// The Rust name of the integer type that a number must fit into. Absent in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fits: Option<String>,
    /// `true` if a call must give the argument.
    pub required: bool,
    /// `true` if there is a default.
    #[serde(default, skip_serializing_if = "is_false")]
    pub default: bool,
    /// The allowed values. Empty if they are not a closed set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// Former values that are still accepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub value_aliases: Vec<String>,
    /// The separator of the items, if the argument is a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub separator: Option<String>,
    /// `true` if text without visible characters is rejected.
    #[serde(default, skip_serializing_if = "is_false")]
    pub non_empty: bool,
    /// The maximum number of characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_len: Option<usize>,
    /// The smallest number, as written in the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// The largest number, as written in the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
    /// Former names that are still accepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
}

// Serde requires this signature.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !*value
}

impl Contract {
    /// Creates the contract of the current prompts.
    #[must_use]
    pub fn of(registry: &PromptRegistry) -> Self {
        Self {
            format: FORMAT,
            undeclared: registry.ignores_undeclared().then_some(Undeclared::Ignored),
            // The registry sorts its prompts by name, and each name occurs once.
            prompts: registry
                .prompts()
                .iter()
                .map(|prompt| ContractPrompt::of(prompt))
                .collect(),
        }
    }

    /// The prompts, sorted by name.
    #[must_use]
    pub fn prompts(&self) -> &[ContractPrompt] {
        &self.prompts
    }

    /// Returns `true` if arguments that a prompt does not declare are
    /// [ignored](prompt_runtime::RegistryBuilder::ignore_undeclared_arguments).
    #[must_use]
    pub fn ignores_undeclared(&self) -> bool {
        self.undeclared.is_some()
    }
}

impl ContractPrompt {
    fn of(prompt: &RegisteredPrompt) -> Self {
        Self {
            name: prompt.name().to_owned(),
            aliases: owned(prompt.aliases()),
            deprecated: prompt.deprecated().map(|it| ContractDeprecation {
                since: it.since.map(str::to_owned),
            }),
            arguments: prompt
                .arguments()
                .iter()
                .map(ContractArgument::of)
                .collect(),
        }
    }

    pub(super) fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.name)
            .chain(&self.aliases)
            .map(String::as_str)
    }
}

impl ContractArgument {
    fn of(argument: &Argument) -> Self {
        Self {
            name: argument.name().to_owned(),
            type_word: argument.type_word().to_owned(),
            fits: argument.integer_type().map(str::to_owned),
            required: argument.is_required(),
            default: argument.has_default(),
            values: owned(argument.values()),
            value_aliases: argument
                .value_aliases()
                .iter()
                .map(|&it| it.to_owned())
                .collect(),
            separator: argument.separator().map(str::to_owned),
            non_empty: argument.is_non_empty(),
            max_len: argument.max_len(),
            min: argument.min().map(str::to_owned),
            max: argument.max().map(str::to_owned),
            aliases: owned(argument.aliases()),
        }
    }

    pub(super) fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }
}

fn owned(texts: &[std::borrow::Cow<'static, str>]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

/// The file's content before validation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    format: u32,
    #[serde(default)]
    undeclared: Option<Undeclared>,
    prompts: Vec<ContractPrompt>,
}

impl TryFrom<Raw> for Contract {
    type Error = String;

    fn try_from(raw: Raw) -> Result<Self, String> {
        let Raw {
            format,
            undeclared,
            mut prompts,
        } = raw;
        if format != FORMAT {
            return Err(format!(
                "format {format} is not known here, only {FORMAT}; a newer version of prompt-runtime wrote it"
            ));
        }
        prompts.sort_by(|a, b| a.name.cmp(&b.name));
        for pair in prompts.windows(2) {
            if let [first, second] = pair
                && first.name == second.name
            {
                return Err(format!("prompt \"{}\" is there twice", first.name));
            }
        }
        for prompt in &prompts {
            let mut names = HashSet::new();
            let mut arguments = prompt.arguments.iter().map(|it| it.name.as_str());
            if let Some(name) = arguments.find(|name| !names.insert(*name)) {
                return Err(format!(
                    "argument \"{name}\" of prompt \"{}\" is there twice",
                    prompt.name
                ));
            }
        }
        Ok(Self {
            format,
            undeclared,
            prompts,
        })
    }
}

/// The error for text that is not a valid contract.
#[derive(Debug)]
pub struct Unreadable(serde_json::Error);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The error quotes the file.
        let error = self.0.to_string();
        write!(
            f,
            "no contract of prompts: {}",
            controls_spelled_out(&error)
        )
    }
}

impl std::error::Error for Unreadable {}

impl FromStr for Contract {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        // Some editors begin every file with a byte order mark.
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        // A faulty merge can repeat a prompt, an argument or a key.
        serde_json::from_str(text).map_err(Unreadable)
    }
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{\n  \"format\": {},\n", self.format)?;
        if let Some(undeclared) = &self.undeclared {
            writeln!(f, "  \"undeclared\": {},", Line(undeclared))?;
        }
        f.write_str("  \"prompts\": [")?;
        list(f, &self.prompts, 4, |f, prompt| prompt.fmt_lines(f))?;
        f.write_str("]\n}\n")
    }
}

impl ContractPrompt {
    fn fmt_lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{\n      \"name\": {}", Line(&self.name))?;
        if !self.aliases.is_empty() {
            write!(f, ",\n      \"aliases\": {}", Line(&self.aliases))?;
        }
        if let Some(deprecated) = &self.deprecated {
            write!(f, ",\n      \"deprecated\": {}", Line(deprecated))?;
        }
        f.write_str(",\n      \"arguments\": [")?;
        list(f, &self.arguments, 8, |f, argument| {
            write!(f, "{}", Line(argument))
        })?;
        f.write_str("]\n    }")
    }
}

/// Writes each item on its own lines, and the line break before the closing bracket.
fn list<T>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    margin: usize,
    mut item: impl FnMut(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, it) in items.iter().enumerate() {
        write!(f, "{}\n{:margin$}", if index == 0 { "" } else { "," }, "")?;
        item(f, it)?;
    }
    if items.is_empty() {
        return Ok(());
    }
    write!(f, "\n{:1$}", "", margin - 2)
}

/// Writes JSON on one line, with a space after each comma and colon.
struct Line<'a, T>(&'a T);

impl<T: Serialize> fmt::Display for Line<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = Vec::new();
        self.0
            .serialize(&mut serde_json::Serializer::with_formatter(
                &mut bytes, Spaced,
            ))
            .map_err(|_| fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&bytes))
    }
}

struct Spaced;

impl serde_json::ser::Formatter for Spaced {
    fn begin_array_value<W: ?Sized + std::io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> std::io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + std::io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> std::io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: ?Sized + std::io::Write>(
        &mut self,
        writer: &mut W,
    ) -> std::io::Result<()> {
        writer.write_all(b": ")
    }
}

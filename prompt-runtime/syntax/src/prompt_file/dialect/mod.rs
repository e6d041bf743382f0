//! Reads files of other tools: slash commands, skills and prompt files.
//!
//! Each dialect has one [`Row`]. [`header`] reads the header, [`scan`] reads the body in one pass, and [`arguments`] declares the arguments
//! for the placeholders. The result is an ordinary prompt file: placeholders inside a value are not replaced, and an absent optional
//! argument is empty. Shell commands and files that a body names are never executed or read. They stay in the text, and a notice reports
//! them.

mod arguments;
mod header;
mod lost;
mod scan;

use super::lines::Cursor;
use super::problems::Problems;
use super::{
    FileName, Located, NO_TEXT, Position, PromptFile, Role, Turn, body, check, front_matter,
};
use crate::text::hidden;
use header::Header;
use lost::Lost;
use scan::Pattern;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// The options for reading a file.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The format.
    pub dialect: Dialect,
    /// Turns every notice and every unused argument into a mistake.
    pub strict: bool,
    /// Turns an unused argument into a mistake, unless the file allows it.
    pub unused_is_wrong: bool,
    /// Gives a prompt of another dialect an optional argument for typed text if its file has neither a placeholder nor a hint.
    pub append: bool,
}

/// Declares the dialects and their rows from one list.
macro_rules! dialects {
    ($($(#[$attribute:meta])* $name:ident = $row:ident,)*) => {
        /// The format of a prompt file.
        ///
        /// The author chooses it, or the file's folder and extension determine it. The text of a file never does.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        #[non_exhaustive]
        pub enum Dialect {
            $($(#[$attribute])* $name,)*
        }

        impl Dialect {
            /// All dialects.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            pub(super) fn row(self) -> &'static Row {
                match self {
                    $(Self::$name => &$row,)*
                }
            }
        }
    };
}

dialects! {
    /// Markdown with `{{ name }}`, the format of this crate.
    #[default]
    Own = OWN,
    /// Commands and skills of Claude Code: `.claude/commands/**/*.md`, `SKILL.md`.
    Claude = CLAUDE,
    /// Prompt files of VS Code: `*.prompt.md`.
    VsCode = VS_CODE,
    /// Commands of opencode: `.opencode/command/**/*.md`.
    Opencode = OPENCODE,
    /// Commands of Gemini CLI: `.gemini/commands/**/*.toml`. It needs the feature `toml`.
    Gemini = GEMINI,
    /// Commands of qwen-code: `.qwen/commands/**/*.md`.
    Qwen = QWEN,
    /// Prompts of the former Codex CLI: `.codex/prompts/*.md`.
    Codex = CODEX,
    /// Commands of Cursor: `.cursor/commands/*.md`.
    Cursor = CURSOR,
}

/// The syntax of a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HeaderForm {
    /// YAML, or lines of the form `key: value` if it is not valid YAML.
    Yaml,
    /// Lines of the form `key: value`.
    Lines,
    /// The whole file is TOML.
    Toml,
    /// The file has no header.
    None,
}

/// The source of a prompt's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameFrom {
    /// The key `name`, or the name of the file.
    Key,
    /// The name of the file.
    File,
    /// The name of the file; for a skill the key `name`, or the name of its directory.
    Skill,
}

/// The use of a header's key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Name,
    Description,
    /// A text such as `<service> [region]`, which shows the expected input.
    Hint,
    /// The names of the arguments.
    Names,
    /// A key that MCP prompts do not support.
    Lost,
}

/// The properties that differ between dialects.
pub(super) struct Row {
    id: &'static str,
    /// The name of the tool in messages.
    tool: &'static str,
    pub(super) header: HeaderForm,
    /// `true` if the tool's folders also hold TOML files, which the Gemini dialect reads.
    toml: bool,
    /// The keys that are used or unsupported. All other keys are ignored.
    pub(super) keys: &'static [(&'static str, Key)],
    /// The patterns of a body. The first matching pattern wins.
    pub(super) patterns: &'static [Pattern],
    /// The placeholder for all typed text, if there is one.
    pub(super) all: Option<&'static str>,
    /// The text before the typed text, if the body has no placeholder. `{command}` is replaced with the command's name.
    pub(super) append: Option<&'static str>,
    pub(super) name: NameFrom,
    /// The version of the tool since which numbers count from zero, if they do.
    pub(super) from_zero_since: Option<&'static str>,
    /// `true` if nothing else is replaced in a file that names its arguments.
    pub(super) names_only: bool,
    /// The end of a file name, before the extension, that is not part of the prompt's name.
    pub(super) stem_suffix: Option<&'static str>,
    /// The folders from which the tool reads: the outer folder and those inside it.
    pub(super) folders: Option<(&'static str, &'static [&'static str])>,
}

/// Markdown with YAML front matter and no placeholders. The other rows only list their differences from a previous row.
const PLAIN: Row = Row {
    id: "own",
    tool: "this crate",
    header: HeaderForm::Yaml,
    toml: false,
    keys: &[],
    patterns: &[],
    all: None,
    append: Some("\n\n"),
    name: NameFrom::File,
    from_zero_since: None,
    names_only: false,
    stem_suffix: None,
    folders: None,
};

const OWN: Row = Row {
    append: None,
    name: NameFrom::Key,
    ..PLAIN
};

const CLAUDE: Row = Row {
    id: "claude",
    tool: "Claude Code",
    keys: &[
        ("name", Key::Name),
        ("description", Key::Description),
        ("argument-hint", Key::Hint),
        ("arguments", Key::Names),
        ("allowed-tools", Key::Lost),
        ("disallowed-tools", Key::Lost),
        ("model", Key::Lost),
        ("effort", Key::Lost),
        ("context", Key::Lost),
        ("agent", Key::Lost),
        ("background", Key::Lost),
        ("hooks", Key::Lost),
        ("paths", Key::Lost),
        ("shell", Key::Lost),
        ("disable-model-invocation", Key::Lost),
        ("user-invocable", Key::Lost),
    ],
    patterns: &[
        Pattern::Backslash,
        Pattern::Host(&["${CLAUDE_"]),
        Pattern::Indexed("$ARGUMENTS["),
        Pattern::All("$ARGUMENTS"),
        Pattern::Digit,
        Pattern::Declared,
        Pattern::ShellFence,
        Pattern::Shell { anywhere: false },
        Pattern::File,
    ],
    all: Some("$ARGUMENTS"),
    append: Some("\n\nARGUMENTS: "),
    name: NameFrom::Skill,
    from_zero_since: Some("2.1.19"),
    folders: Some((".claude", &["commands", "skills"])),
    ..PLAIN
};

const VS_CODE: Row = Row {
    id: "vscode",
    tool: "VS Code",
    keys: &[
        ("name", Key::Name),
        ("description", Key::Description),
        ("argument-hint", Key::Hint),
        ("agent", Key::Lost),
        ("mode", Key::Lost),
        ("model", Key::Lost),
        ("tools", Key::Lost),
    ],
    patterns: &[
        Pattern::Input("${{input:", "}}"),
        Pattern::Input("${input:", "}"),
        Pattern::Host(&[
            "${selection}",
            "${selectedText}",
            "${file}",
            "${fileBasename}",
            "${fileDirname}",
            "${fileBasenameNoExtension}",
            "${workspaceFolder}",
            "${workspaceFolderBasename}",
        ]),
        Pattern::Host(&["#tool:", "#file:"]),
        Pattern::Link,
    ],
    name: NameFrom::Key,
    stem_suffix: Some(".prompt"),
    folders: Some((".github", &["prompts"])),
    ..PLAIN
};

const OPENCODE: Row = Row {
    id: "opencode",
    tool: "opencode",
    keys: &[
        ("description", Key::Description),
        ("agent", Key::Lost),
        ("model", Key::Lost),
        ("subtask", Key::Lost),
        ("subagent", Key::Lost),
    ],
    patterns: &[
        Pattern::All("$ARGUMENTS"),
        Pattern::Digits,
        Pattern::Shell { anywhere: true },
        Pattern::File,
    ],
    all: Some("$ARGUMENTS"),
    folders: Some((".opencode", &["command", "commands"])),
    ..PLAIN
};

const GEMINI: Row = Row {
    toml: true,
    id: "gemini",
    tool: "Gemini CLI",
    header: HeaderForm::Toml,
    keys: &[("description", Key::Description)],
    patterns: &[
        Pattern::All("{{args}}"),
        Pattern::Braced("!{"),
        Pattern::Braced("@{"),
    ],
    all: Some("{{args}}"),
    append: Some("\n\n/{command} "),
    folders: Some((".gemini", &["commands"])),
    ..PLAIN
};

const QWEN: Row = Row {
    toml: true,
    id: "qwen",
    tool: "qwen-code",
    header: HeaderForm::Yaml,
    keys: &[
        ("description", Key::Description),
        ("argument-hint", Key::Hint),
        ("disable-model-invocation", Key::Lost),
    ],
    folders: Some((".qwen", &["commands"])),
    ..GEMINI
};

const CODEX: Row = Row {
    id: "codex",
    tool: "Codex CLI",
    header: HeaderForm::Lines,
    keys: &[
        ("description", Key::Description),
        ("argument-hint", Key::Hint),
        ("argument_hint", Key::Hint),
    ],
    patterns: &[
        Pattern::Dollars,
        Pattern::All("$ARGUMENTS"),
        Pattern::UpperCase,
        Pattern::OneDigit,
    ],
    all: Some("$ARGUMENTS"),
    // The tool ignores typed text if a file has no placeholders.
    append: None,
    names_only: true,
    folders: Some((".codex", &["prompts"])),
    ..PLAIN
};

const CURSOR: Row = Row {
    id: "cursor",
    tool: "Cursor",
    header: HeaderForm::None,
    folders: Some((".cursor", &["commands"])),
    ..PLAIN
};

impl Dialect {
    /// The word for the dialect in options: `claude`, `vscode` and so on; `own` for the format of this crate.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The tool to which these files belong.
    #[must_use]
    pub fn tool(self) -> &'static str {
        self.row().tool
    }

    /// Returns `true` if folders of the tool hold TOML files.
    #[must_use]
    pub fn has_toml_files(self) -> bool {
        self.row().toml
    }

    /// Returns `true` for files with the extension `.toml` rather than `.md`.
    #[must_use]
    pub fn is_toml(self) -> bool {
        self.row().header == HeaderForm::Toml
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(id: &str) -> Result<Self, UnknownDialect> {
        let known = Self::ALL.iter().copied().find(|dialect| dialect.id() == id);
        known.ok_or_else(|| UnknownDialect::refused(id))
    }
}

/// An unsupported dialect. `Display` prints a sentence with the reason, or with the supported dialects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownDialect {
    id: String,
}

impl UnknownDialect {
    pub(super) fn refused(id: &str) -> Self {
        Self { id: id.to_owned() }
    }
}

impl fmt::Display for UnknownDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let template = match self.id.as_str() {
            "goose" => Some("Goose recipes are templates with conditions and filters"),
            "dotprompt" => Some("Dotprompt files are Handlebars templates"),
            "continue" => Some("prompts of Continue are Handlebars templates"),
            _ => None,
        };
        if let Some(template) = template {
            return write!(
                f,
                "{template}, which are not read: write the text with `{{{{ name }}}}` into a file of its own"
            );
        }
        let id = super::shown(&self.id);
        write!(
            f,
            "`{}` is not a dialect: the dialects are ",
            id.escape_debug()
        )?;
        for (index, dialect) in Dialect::ALL.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}`{dialect}`")?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownDialect {}

/// Reads a file of another tool. Mistakes are added to `errors`, and unsupported parts to the result's notices.
pub(super) fn read(
    text: &str,
    file: &FileName,
    reading: &Reading,
    errors: &mut Problems,
) -> PromptFile {
    let row = reading.dialect.row();
    let mut notices = Problems::default();
    check::visible(text, errors);
    let mut lost = Lost::default();
    let header = header::read(row, text, errors, &mut notices, &mut lost);
    let Header { body, start, .. } = &header;
    let turn_start = *start;
    // Escapes of YAML and TOML can write characters that are not in the file as they are.
    let texts = [&header.name, &header.description, &header.hint];
    let texts = texts.into_iter().flatten().map(|it| it.text.as_str());
    for (_, c) in texts.chain([&**body]).flat_map(hidden) {
        errors.hidden(turn_start, c);
    }
    let pieces = scan::read(
        row,
        body,
        turn_start,
        &header.declared(),
        errors,
        &mut notices,
        &mut lost,
    );
    lost.notice(&mut notices);
    let (file, renamed) = file.legal();
    if renamed && !file.own().is_empty() {
        let sentence =
            "the file's name has characters that a prompt's name cannot have; `-` replaces them";
        notices.at(Position::START, sentence);
    }
    foreign(row, body, turn_start, &mut notices);
    let command = Cow::Owned(file.command());
    let made = arguments::declare(row, &header, pieces, &command, reading.append, &mut notices);
    let mut segments = made.segments;
    body::trim(&mut segments);
    if body::are_blank(&segments) && errors.count() == 0 {
        errors.at(turn_start, NO_TEXT);
    }
    let (name, title) = names(row, &header, &file);
    let description = header
        .description
        .clone()
        .or_else(|| first_line(body, turn_start));
    PromptFile {
        name,
        title,
        description,
        arguments: made.arguments,
        allow: Vec::new(),
        turns: vec![Turn {
            role: Role::User,
            position: turn_start,
            segments,
        }],
        notices: notices.into_errors(),
        unused: Vec::new(),
    }
}

/// Reports a placeholder of another tool that `row` does not support.
fn foreign(row: &Row, body: &str, start: Position, notices: &mut Problems) {
    let others = [
        (CLAUDE.all, CLAUDE.tool),
        (GEMINI.all, GEMINI.tool),
        (Some("${input:"), VS_CODE.tool),
    ];
    for (text, tool) in others {
        let Some(text) = text.filter(|_| row.tool != tool && row.all != text) else {
            continue;
        };
        let Some(at) = body.find(text) else {
            continue;
        };
        notices.at_with(Cursor::starting(body, start).at(at), || {
            let instead = row.all.map(|all| format!(": write `{all}`"));
            let instead = instead.unwrap_or_default();
            format!("`{text}` is a placeholder of {tool} and stays text{instead}")
        });
    }
}

/// The name and the title of the prompt. If a skill's own name differs from that of its directory, it is used as the title.
fn names(row: &Row, header: &Header<'_>, file: &FileName) -> (Option<Located>, Option<Located>) {
    let of_file = (!file.own().is_empty()).then(|| Located::new(file.own(), Position::START));
    let Some(name) = header.name.clone().filter(|_| row.name != NameFrom::File) else {
        return (of_file, None);
    };
    let is_legal = crate::name::check_plain(&name.text).is_ok();
    match row.name {
        NameFrom::Key | NameFrom::File if is_legal => (Some(name), None),
        NameFrom::Skill if name.text == file.own() => (of_file, None),
        _ => (of_file, Some(name)),
    }
}

/// The first line of prose without a placeholder, which is the description of a file without one.
fn first_line(body: &str, start: Position) -> Option<Located> {
    for (line, text) in (start.line..).zip(body.lines()) {
        let text = text.trim().trim_start_matches('#').trim();
        let is_prose = text.chars().any(char::is_alphanumeric)
            && !text.contains(['$', '{', '`', '<'])
            && !text.starts_with("---");
        if is_prose {
            let position = Position { line, column: 1 };
            return Some(Located::new(text, position));
        }
    }
    None
}

/// Finds the header between two lines `---`. Returns its text and the offset of the body.
fn split<'t>(text: &'t str, errors: &mut Problems) -> (Option<&'t str>, usize) {
    let parts = front_matter::split(text, errors);
    (parts.front_matter, parts.body)
}

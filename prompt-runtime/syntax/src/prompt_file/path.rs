//! Determines the name and the dialect of a file from its path.

use super::Dialect;
use super::dialect::{NameFrom, UnknownDialect};
use crate::name;
use std::path::{Component, Path};

/// The name of a file in its tool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileName {
    /// The folders between the directory of prompts and the file.
    folders: Vec<String>,
    /// The name without folders and extension.
    own: String,
}

impl FileName {
    /// The name of the prompt: its folders, each followed by a `.`, and `own`, or the file's name if `own` is absent.
    ///
    /// # Errors
    /// A sentence, if the name is not legal.
    pub fn prompt_name(&self, own: Option<&str>) -> Result<String, String> {
        let last = own.unwrap_or(&self.own);
        let mut parts: Vec<&str> = self.folders.iter().map(String::as_str).collect();
        parts.push(last);
        let whole = parts.join(".");
        let Err(why) = name::check(&whole) else {
            return Ok(whole);
        };
        let legal = match name::suggest(last) {
            Some(legal) => format!("write `name: {legal}` into the file, or rename it"),
            None => "write `name: …` into the file".to_owned(),
        };
        Err(format!(
            "the prompt would be named like its file, and the name `{}` {why}: {legal}",
            whole.escape_debug()
        ))
    }

    /// The name as typed after a slash, with `:` between folders.
    #[must_use]
    pub fn command(&self) -> String {
        let mut parts: Vec<&str> = self.folders.iter().map(String::as_str).collect();
        parts.push(&self.own);
        parts.join(":")
    }

    /// The name without folders.
    #[must_use]
    pub fn own(&self) -> &str {
        &self.own
    }

    /// The same name with characters replaced that a prompt's name cannot have, and `true` if there were any.
    pub(super) fn legal(&self) -> (Self, bool) {
        let legal = |part: &String| name::suggest(part).unwrap_or_else(|| part.clone());
        let name = Self {
            folders: self.folders.iter().map(legal).collect(),
            own: legal(&self.own),
        };
        let changed = name != *self;
        (name, changed)
    }
}

/// Returns the file's name without its extension: `code-review` for `prompts/code-review.md`.
#[must_use]
pub fn stem(path: &Path) -> Option<&str> {
    path.file_stem()?.to_str()
}

/// Returns the name of the file at `path`.
///
/// `root` is the directory of prompts; the folders between it and the file are part of the name. Without `root`, the folders after the one
/// that the dialect's tool reads, such as `.claude/commands`, are part of the name.
#[must_use]
pub fn file_name(path: &Path, root: Option<&Path>, dialect: Dialect) -> FileName {
    let inner = match root {
        Some(root) => path.strip_prefix(root).ok(),
        None => behind_folder(path, dialect),
    };
    let inner = inner.unwrap_or_else(|| path.file_name().map_or(path, Path::new));
    let part = |part: Component<'_>| part.as_os_str().to_string_lossy().into_owned();
    let mut folders: Vec<String> = inner
        .parent()
        .into_iter()
        .flat_map(Path::components)
        .filter(|part| matches!(part, Component::Normal(_)))
        .map(part)
        .collect();
    let row = dialect.row();
    if row.name == NameFrom::Skill && is_skill(path) {
        // A skill has the name of its directory.
        let own = folders.pop().or_else(|| {
            let folder = path.parent()?.file_name()?;
            Some(folder.to_string_lossy().into_owned())
        });
        let own = own.unwrap_or_default();
        return FileName { folders, own };
    }
    let own = stem(inner).unwrap_or_default();
    let own = row
        .stem_suffix
        .and_then(|suffix| own.strip_suffix(suffix))
        .unwrap_or(own)
        .to_owned();
    FileName { folders, own }
}

/// Returns the dialect that the folders and the extension of `path` determine. The text is never read.
///
/// # Errors
/// The file has a format that is not supported.
pub fn dialect_of(path: &Path) -> Result<Dialect, UnknownDialect> {
    let name = path
        .file_name()
        .and_then(|it| it.to_str())
        .unwrap_or_default();
    let has_extension = |wanted: &str| {
        let extension = path.extension().and_then(|it| it.to_str());
        extension.is_some_and(|it| it.eq_ignore_ascii_case(wanted))
    };
    if has_extension("prompt") {
        return Err(UnknownDialect::refused("dotprompt"));
    }
    if position(path, ".continue", &["prompts"]).is_some() {
        return Err(UnknownDialect::refused("continue"));
    }
    if is_skill(path) {
        return Ok(Dialect::Claude);
    }
    if name.to_ascii_lowercase().ends_with(".prompt.md") {
        return Ok(Dialect::VsCode);
    }
    let of_folder = Dialect::ALL
        .iter()
        .copied()
        .find(|dialect| behind_folder(path, *dialect).is_some());
    Ok(match of_folder {
        // The deprecated form of qwen-code's commands is the form of Gemini CLI.
        Some(Dialect::Qwen) | None if has_extension("toml") => Dialect::Gemini,
        found => found.unwrap_or_default(),
    })
}

/// Returns `true` for a path below a folder of a tool with TOML files, such as `.gemini`.
#[must_use]
pub fn is_below_toml_tool(path: &Path) -> bool {
    let tools = Dialect::ALL.iter().filter(|it| it.has_toml_files());
    let mut folders = tools.filter_map(|tool| tool.row().folders);
    folders.any(|(outer, _)| path.components().any(|part| part.as_os_str() == outer))
}

fn is_skill(path: &Path) -> bool {
    path.file_name().is_some_and(|it| it == "SKILL.md")
}

/// The part of `path` after the last folder from which the dialect's tool reads.
fn behind_folder(path: &Path, dialect: Dialect) -> Option<&Path> {
    let (outer, inner) = dialect.row().folders?;
    let skip = position(path, outer, inner)? + 2;
    let mut components = path.components();
    components.by_ref().take(skip).for_each(drop);
    let rest = components.as_path();
    (!rest.as_os_str().is_empty()).then_some(rest)
}

fn position(path: &Path, outer: &str, inner: &[&str]) -> Option<usize> {
    let parts: Vec<_> = path.components().map(Component::as_os_str).collect();
    parts
        .windows(2)
        .rposition(|pair| matches!(pair, [first, second] if *first == outer && inner.iter().any(|it| second == it)))
}

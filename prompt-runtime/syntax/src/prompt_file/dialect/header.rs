//! Reads the headers of other tools' files.

#[cfg(not(feature = "prompt-files"))]
use super::super::front_matter;
use super::super::lines::Cursor;
use super::super::problems::Problems;
#[cfg(feature = "prompt-files")]
use super::super::yaml::{self, Node, Value};
use super::super::{FileArgument, Located, Position};
#[cfg(feature = "prompt-files")]
use super::super::{FileError, schema};
use super::lost::{Lost, Part};
use super::{HeaderForm, Key, Row, split};
use crate::text::is_blank;
use std::borrow::Cow;
#[cfg(feature = "prompt-files")]
use std::collections::HashMap;
use std::collections::HashSet;

/// The parts of a header that a prompt supports, and the body after it.
#[derive(Default)]
pub(super) struct Header<'t> {
    pub(super) name: Option<Located>,
    pub(super) description: Option<Located>,
    pub(super) hint: Option<Located>,
    /// The declared arguments. `None` if the key is missing.
    pub(super) names: Option<Vec<FileArgument>>,
    /// The text of the prompt without white space around it.
    pub(super) body: Cow<'t, str>,
    /// The position at which the body begins.
    pub(super) start: Position,
}

impl Header<'_> {
    pub(super) fn declared(&self) -> HashSet<String> {
        let names = self.names.iter().flatten();
        names.map(|it| it.name.text.clone()).collect()
    }

    fn put(&mut self, row: &Row, key: &Located, value: Option<Located>, lost: &mut Lost) {
        let Some((known, key_use)) = row.keys.iter().find(|(known, _)| *known == key.text) else {
            return;
        };
        // A text that shows nothing is none.
        let value = value.filter(|value| !is_blank(&value.text));
        match key_use {
            Key::Name => self.name = value,
            Key::Description => self.description = value,
            Key::Hint => self.hint = value,
            Key::Names => {
                let words = value.map(|value| words(&value)).unwrap_or_default();
                self.names = Some(words);
            }
            Key::Lost => lost.add(Part::Key(known), || key.position),
        }
    }
}

#[cfg(any(feature = "prompt-files", feature = "toml"))]
fn use_of(row: &Row, key: &str) -> Option<Key> {
    let entry = row.keys.iter().find(|(known, _)| *known == key)?;
    Some(entry.1)
}

pub(super) fn read<'t>(
    row: &Row,
    text: &'t str,
    errors: &mut Problems,
    notices: &mut Problems,
    lost: &mut Lost,
) -> Header<'t> {
    let (front, body) = match row.header {
        HeaderForm::None => (None, 0),
        HeaderForm::Toml => return toml(row, text, errors),
        HeaderForm::Yaml | HeaderForm::Lines => split(text, errors),
    };
    let mut header = Header::default();
    if let Some(front) = front {
        if row.header == HeaderForm::Yaml {
            yaml(row, front, &mut header, errors, notices, lost);
        } else {
            lines(row, front, &mut header, lost);
        }
    }
    let whole = text.get(body..).unwrap_or_default();
    let trimmed = whole.trim_start();
    header.start = Cursor::of(text).at(body + whole.len() - trimmed.len());
    header.body = Cow::Borrowed(trimmed.trim_end());
    header
}

/// Reads lines of the form `key: value`, for headers that are not YAML.
fn lines(row: &Row, front: &str, header: &mut Header<'_>, lost: &mut Lost) {
    for (index, line) in front.lines().enumerate() {
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let is_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if key.is_empty() || !key.chars().all(is_key) {
            continue;
        }
        let position = Position {
            line: index + 2,
            column: 1,
        };
        let text = unquoted(value.trim());
        let text = (!text.is_empty()).then(|| Located::new(text, position));
        header.put(row, &Located::new(key, position), text, lost);
    }
}

fn unquoted(text: &str) -> &str {
    let inner = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}

/// The names in a text such as `issue branch` or `[issue, branch]`.
fn words(value: &Located) -> Vec<FileArgument> {
    distinct_words(value, &mut HashSet::new())
}

/// Leaves out names that are `seen` already.
fn distinct_words(value: &Located, seen: &mut HashSet<String>) -> Vec<FileArgument> {
    let separator = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']');
    value
        .text
        .split(separator)
        .map(unquoted)
        .filter(|word| crate::name::check_plain(word).is_ok() && seen.insert((*word).to_owned()))
        .map(|word| FileArgument::new(Located::new(word, value.position), false))
        .collect()
}

#[cfg(feature = "prompt-files")]
fn yaml(
    row: &Row,
    front: &str,
    header: &mut Header<'_>,
    errors: &mut Problems,
    notices: &mut Problems,
    lost: &mut Lost,
) {
    // Other tools allow some values that our own format rejects.
    let mut ignored = Problems::default();
    let tree = match yaml::read(front, &mut ignored) {
        Ok(None) => return,
        Ok(Some(tree)) => tree,
        Err(FileError { position, message }) => {
            let why = message.split(';').next().unwrap_or_default().to_owned();
            notices.at(
                position,
                why + ", so each line `key: value` of it was taken as it is",
            );
            lines(row, front, header, lost);
            return;
        }
    };
    let Value::Map(entries) = tree.root.value else {
        let sentence =
            "this front matter has no keys, so each line `key: value` of it was taken as it is";
        notices.at(tree.root.position, sentence);
        lines(row, front, header, lost);
        return;
    };
    let source: Vec<&str> = front.lines().collect();
    // The text after a key on its line, as written in the file.
    let on_page = |key: &Located, value_line: usize| {
        let line = (value_line == key.position.line)
            .then(|| source.get(key.position.line.checked_sub(2)?))
            .flatten()?;
        let (_, text) = line.split_once(':')?;
        let text = unquoted(text.trim());
        (!text.is_empty()).then(|| Located::new(text, key.position))
    };
    let mut cuts = tree.cuts;
    for (key, node) in entries {
        let kind = use_of(row, &key.text);
        let position = node.position;
        let is_cut = cuts.contains_key(&position);
        if kind == Some(Key::Names) && matches!(node.value, Value::List(_)) {
            header.names = Some(list(node, std::mem::take(&mut cuts), errors));
            continue;
        }
        let text = match node.value {
            Value::Scalar { text, .. } if !is_cut && !text.trim().is_empty() => {
                Some(Located::new(text, position))
            }
            Value::Scalar { .. } if !is_cut => None,
            _ => on_page(&key, position.line),
        };
        header.put(row, &key, text, lost);
    }
}

/// Reads a list of names, or of mappings in the form of our own format.
#[cfg(feature = "prompt-files")]
fn list(node: Node, cuts: HashMap<Position, Position>, errors: &mut Problems) -> Vec<FileArgument> {
    let Value::List(items) = &node.value else {
        return Vec::new();
    };
    let scalar = |node: &Node| match &node.value {
        Value::Scalar { text, .. } => Some(Located::new(text.clone(), node.position)),
        _ => None,
    };
    match items.iter().map(scalar).collect::<Option<Vec<_>>>() {
        Some(names) => {
            let mut seen = HashSet::new();
            let distinct = |name| distinct_words(name, &mut seen);
            names.iter().flat_map(distinct).collect()
        }
        None => schema::read_arguments(node, cuts, errors),
    }
}

#[cfg(not(feature = "prompt-files"))]
fn yaml(
    _: &Row,
    _: &str,
    _: &mut Header<'_>,
    errors: &mut Problems,
    _: &mut Problems,
    _: &mut Lost,
) {
    errors.at(Position::START, front_matter::NEEDS_FEATURE);
}

#[cfg(feature = "toml")]
fn toml<'t>(row: &Row, text: &'t str, errors: &mut Problems) -> Header<'t> {
    use toml::de::{DeTable, DeValue};

    let mut header = Header::default();
    let mut cursor = Cursor::of(text);
    let (table, wrong) = DeTable::parse_recoverable(text);
    let start = |error: &toml::de::Error| error.span().map_or(0, |span| span.start);
    if let Some(error) = wrong.iter().min_by_key(|error| start(error)) {
        let position = cursor.at(start(error));
        errors.at(
            position,
            format!("this file is not TOML: {}", error.message()),
        );
        return header;
    }
    let table = table.into_inner();
    let mut prompt = None;
    for (key, value) in table {
        let span = value.span();
        let DeValue::String(value) = value.into_inner() else {
            continue;
        };
        match use_of(row, key.get_ref()) {
            _ if key.get_ref() == "prompt" => prompt = Some((value, span)),
            Some(Key::Description) if !is_blank(&value) => {
                header.description = Some(Located::new(value, cursor.at(span.start)));
            }
            _ => {}
        }
    }
    let Some((prompt, span)) = prompt else {
        errors.at(
            Position::START,
            "this command has no `prompt`: write `prompt = \"…\"`",
        );
        return header;
    };
    header.start = start_of(text, span.start, &mut cursor);
    header.body = Cow::Owned(prompt.trim().to_owned());
    header
}

/// The position of a string's first visible character. Lines of a string in three quotes are lines of the file.
#[cfg(feature = "toml")]
fn start_of(text: &str, offset: usize, cursor: &mut Cursor<'_>) -> Position {
    let source = text.get(offset..).unwrap_or_default();
    let quotes = source
        .bytes()
        .take_while(|it| matches!(it, b'"' | b'\''))
        .take(3)
        .count();
    let inside = source.get(quotes..).unwrap_or_default();
    let blank = inside.len() - inside.trim_start().len();
    cursor.at(offset + quotes + blank)
}

#[cfg(not(feature = "toml"))]
fn toml<'t>(_: &Row, _: &'t str, errors: &mut Problems) -> Header<'t> {
    errors.at(
        Position::START,
        "this file is TOML, which only the feature `toml` of prompt-runtime reads: enable it",
    );
    Header::default()
}

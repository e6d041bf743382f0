//! Derives the arguments of another tool's file from its placeholders.
//!
//! Few numbers after `$` are placeholders: in public files most are amounts of money, SQL or shell code. A number counts as a placeholder
//! if the file declares elsewhere that it takes arguments, or if the number is in prose. A number in a code fence counts only if it also
//! occurs outside a fence. The numbers must run from the first without a gap. All others stay text, and a notice reports them.

use super::super::problems::Problems;
use super::super::{FileArgument, Located, Position, Segment};
use super::scan::{Kind, Piece, Place};
use super::{Header, Row};
use std::collections::{BTreeSet, HashMap};

/// The arguments in order, and the text that uses them.
pub(super) struct Made {
    pub(super) arguments: Vec<FileArgument>,
    pub(super) segments: Vec<Segment>,
}

/// The name of the argument for all typed text.
const TYPED: &str = "arguments";

pub(super) fn declare(
    row: &Row,
    header: &Header<'_>,
    mut pieces: Vec<Piece>,
    command: &str,
    append: bool,
    notices: &mut Problems,
) -> Made {
    let has =
        |pieces: &[Piece], wanted: fn(&Kind) -> bool| pieces.iter().any(|it| wanted(&it.kind));
    let names_arguments = row.names_only && has(&pieces, |it| matches!(it, Kind::Name(_)));
    if names_arguments {
        for piece in &mut pieces {
            piece.kind = match &piece.kind {
                Kind::Name(name) => Kind::Name(name.to_lowercase()),
                _ => Kind::Text,
            };
        }
    }
    let numbers = numbers(row, header, &pieces, notices);
    let uses_all = has(&pieces, |it| *it == Kind::All);
    let mut arguments = if let Some(declared) = &header.names {
        declared.clone()
    } else if numbers.count > 0 {
        numbered(header, &numbers)
    } else {
        named(&pieces, names_arguments)
    };
    if arguments.is_empty() && uses_all {
        arguments.push(typed(header, header.start));
    }
    let mut segments = segments(&pieces, &arguments, &numbers);
    if arguments.is_empty()
        && let Some(before) = row.append
        && (append || header.hint.is_some())
    {
        let before = before.replace("{command}", command);
        arguments.push(typed(header, header.start));
        segments.push(Segment::Appended {
            before,
            name: Located::new(TYPED, header.start),
        });
    }
    if header.names.is_some() {
        unused(&arguments, &segments, notices);
    }
    Made {
        arguments,
        segments,
    }
}

/// The numbers that are placeholders.
struct Numbers {
    /// The number of the first word.
    base: usize,
    /// The number of words, counted from the base without a gap.
    count: usize,
}

impl Numbers {
    fn index(&self, number: usize) -> Option<usize> {
        number
            .checked_sub(self.base)
            .filter(|index| *index < self.count)
    }
}

fn numbers(row: &Row, header: &Header<'_>, pieces: &[Piece], notices: &mut Problems) -> Numbers {
    let mut in_prose = BTreeSet::new();
    let mut outside = BTreeSet::new();
    let mut all = BTreeSet::new();
    let mut last_index = None;
    let mut takes_arguments = header.hint.is_some() || header.names.is_some();
    for piece in pieces {
        match &piece.kind {
            Kind::All => takes_arguments = true,
            Kind::Index(index) => {
                takes_arguments = true;
                last_index = last_index.max(Some(*index));
            }
            Kind::Number { number, place } => {
                all.insert(*number);
                if *place == Place::Prose {
                    in_prose.insert(*number);
                }
                if *place != Place::Fence {
                    outside.insert(*number);
                }
            }
            _ => {}
        }
    }
    let likely = if takes_arguments { &outside } else { &in_prose };
    let counts_from_zero = row.from_zero_since.is_some()
        && (last_index.is_some()
            || header.names.is_some()
            || (takes_arguments && likely.contains(&0)));
    let base = usize::from(!counts_from_zero);
    let run = likely
        .range(base..)
        .zip(base..)
        .take_while(|(number, expected)| *number == expected)
        .count();
    let count = match &header.names {
        Some(declared) => declared.len(),
        None => run.max(last_index.map_or(0, |last| last + 1)),
    };
    let numbers = Numbers { base, count };
    let positions = |number: &usize| numbers.index(*number).is_some();
    if all.iter().any(|number| !positions(number)) {
        let text =
            |it: &&Piece| matches!(&it.kind, Kind::Number { number, .. } if !positions(number));
        if let Some(piece) = pieces.iter().find(text) {
            notices.at_with(piece.position, || {
                format!(
                    "`{}` is taken for an amount or for code and stays in the text: `argument-hint` in the front matter says that the file takes arguments",
                    piece.text
                )
            });
        }
    }
    if let Some(version) = row.from_zero_since
        && base == 1
        && let Some(piece) = pieces
            .iter()
            .find(|it| matches!(&it.kind, Kind::Number { number, .. } if positions(number)))
    {
        notices.at_with(piece.position, || {
            format!(
                "`$1` is read as the first argument; {} counts from `$0` since version {version}",
                row.tool
            )
        });
    }
    numbers
}

/// Creates one argument for each number. The hint names them if it has exactly as many parts and they differ.
fn numbered(header: &Header<'_>, numbers: &Numbers) -> Vec<FileArgument> {
    let position = header
        .hint
        .as_ref()
        .map_or(header.start, |hint| hint.position);
    let parts = header
        .hint
        .as_ref()
        .map_or_else(Vec::new, |hint| parts(&hint.text));
    let names: BTreeSet<_> = parts.iter().map(|(name, _)| name).collect();
    if parts.len() == numbers.count && names.len() == parts.len() {
        let argument = |(name, required): &(String, bool)| {
            FileArgument::new(Located::new(name.clone(), position), *required)
        };
        return parts.iter().map(argument).collect();
    }
    let hint = header.hint.as_ref();
    (1..=numbers.count)
        .map(|number| {
            let name = Located::new(format!("arg{number}"), position);
            FileArgument {
                description: hint.cloned().filter(|_| numbers.count == 1),
                ..FileArgument::new(name, false)
            }
        })
        .collect()
}

/// The parts of a hint such as `<service> [region]`, each with its name and `true` if it is required.
fn parts(hint: &str) -> Vec<(String, bool)> {
    let mut parts = Vec::new();
    let mut rest = hint;
    while let Some(at) = rest.find(['<', '[']) {
        let opened = rest.get(at..).unwrap_or_default();
        let (close, required) = if opened.starts_with('<') {
            ('>', true)
        } else {
            (']', false)
        };
        let Some(end) = opened.find(close) else {
            return Vec::new();
        };
        let inside = opened.get(1..end).unwrap_or_default();
        let Some(name) = crate::name::suggest(inside) else {
            return Vec::new();
        };
        parts.push((name.to_lowercase(), required));
        rest = opened.get(end + 1..).unwrap_or_default();
    }
    parts
}

/// Creates one argument for each name in the text, in the order of first occurrence.
fn named(pieces: &[Piece], required: bool) -> Vec<FileArgument> {
    let mut arguments: Vec<FileArgument> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for piece in pieces {
        let (name, hint, required) = match &piece.kind {
            Kind::Name(name) => (name.clone(), None, required),
            Kind::Input { name, hint } => (name.clone(), hint.as_deref(), true),
            _ => continue,
        };
        let index = *known.entry(name.clone()).or_insert_with(|| {
            let name = Located::new(name, piece.position);
            arguments.push(FileArgument::new(name, required));
            arguments.len() - 1
        });
        if let (Some(argument), Some(hint)) = (arguments.get_mut(index), hint)
            && argument.description.is_none()
        {
            argument.description = Some(Located::new(hint, piece.position));
        }
    }
    arguments
}

/// Creates the argument for all typed text.
fn typed(header: &Header<'_>, position: Position) -> FileArgument {
    let hint = header.hint.clone();
    let text = hint.as_ref().map_or("", |hint| hint.text.trim());
    FileArgument {
        description: hint.clone(),
        ..FileArgument::new(Located::new(TYPED, position), text.starts_with('<'))
    }
}

fn segments(pieces: &[Piece], arguments: &[FileArgument], numbers: &Numbers) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    let mut literal = String::new();
    for piece in pieces {
        let value = |index: usize| Some(arguments.get(index)?.name.text.as_str());
        let names: Option<Vec<&str>> = match &piece.kind {
            Kind::Text => None,
            Kind::All => Some(arguments.iter().map(|it| it.name.text.as_str()).collect()),
            Kind::Number { number, .. } => {
                numbers.index(*number).and_then(value).map(|it| vec![it])
            }
            Kind::Index(index) => value(*index).map(|it| vec![it]),
            Kind::Name(name) | Kind::Input { name, .. } => Some(vec![name.as_str()]),
        };
        let Some(names) = names.filter(|names| !names.is_empty()) else {
            literal.push_str(&piece.text);
            continue;
        };
        if !literal.is_empty() {
            segments.push(Segment::Text(std::mem::take(&mut literal)));
        }
        for (index, name) in names.into_iter().enumerate() {
            let name = Located::new(name, piece.position);
            segments.push(if index == 0 {
                Segment::Placeholder(name)
            } else {
                Segment::Appended {
                    before: " ".to_owned(),
                    name,
                }
            });
        }
    }
    if !literal.is_empty() {
        segments.push(Segment::Text(literal));
    }
    segments
}

fn unused(arguments: &[FileArgument], segments: &[Segment], notices: &mut Problems) {
    let used: BTreeSet<&str> = segments
        .iter()
        .filter_map(|segment| match segment {
            Segment::Text(_) => None,
            Segment::Placeholder(name) | Segment::Appended { name, .. } => Some(name.text.as_str()),
        })
        .collect();
    for argument in arguments {
        let name = argument.name.text.as_str();
        if !used.contains(name) {
            notices.at_with(argument.name.position, || {
                format!("the argument `{name}` is declared and the text never uses it")
            });
        }
    }
}

//! Reads YAML into a tree in which every node has its position.

use super::problems::Problems;
use super::{FileError, Located, Position};
use granit_parser::{ErrorKind, Event, Parser, Placement, ScalarStyle, Span};
use std::collections::HashMap;

pub(super) struct Node {
    pub(super) position: Position,
    pub(super) value: Value,
}

pub(super) enum Value {
    Scalar {
        text: String,
        /// `true` if the scalar is written without quotes and not as a block.
        plain: bool,
    },
    List(Vec<Node>),
    Map(Vec<(Located, Node)>),
    /// A node with a mistake, which is reported.
    Broken,
}

impl Node {
    /// Returns `true` if the node is empty.
    pub(super) fn is_null(&self) -> bool {
        matches!(&self.value, Value::Scalar { text, plain: true }
            if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL"))
    }

    /// Describes the node in words that follow "this is".
    pub(super) fn kind(&self) -> &'static str {
        match &self.value {
            Value::Scalar { .. } if self.is_null() => "nothing",
            Value::Scalar { .. } => "a text",
            Value::List(_) => "a list",
            Value::Map(_) | Value::Broken => "a mapping",
        }
    }
}

/// A document, and the positions of comments that cut off a part of a value.
pub(super) struct Tree {
    pub(super) root: Node,
    /// The positions of comments, keyed by the position of the plain value before them on the line: `C #` reads as `C`.
    pub(super) cuts: HashMap<Position, Position>,
}

/// Reads the only document of `yaml`, which begins on the second line of its file.
///
/// # Errors
/// The first mistake in the YAML.
pub(super) fn read(yaml: &str, errors: &mut Problems) -> Result<Option<Tree>, FileError> {
    let options = granit_parser::options! {
        emit_unresolved_aliases: true,
        max_buffered_comment_events: usize::MAX,
        disallow_directives: true,
        // The format needs only four levels.
        flow_nesting_limit: 16,
        block_nesting_limit: 16,
    };
    let mut reader = Reader {
        yaml,
        parser: Parser::new_from_str_with_options(yaml, options),
        errors,
        last: None,
        cuts: HashMap::new(),
    };
    loop {
        match reader.next()? {
            (Event::StreamStart | Event::DocumentStart(..), _) => {}
            (Event::StreamEnd | Event::DocumentEnd, _) => return Ok(None),
            (event, span) => {
                let root = reader.node(event, span)?;
                reader.end()?;
                let cuts = reader.cuts;
                return Ok(Some(Tree { root, cuts }));
            }
        }
    }
}

const REFERENCE: &str = "`*` refers to another value, which front matter cannot do: write the value here, in quotes if it begins with `*`";
const MARKED: &str =
    "`&` and `!` before a value are not part of it: remove them, or write the value in quotes";

struct Reader<'y, 'e> {
    yaml: &'y str,
    parser: Parser<'y, granit_parser::StrInput<'y>>,
    errors: &'e mut Problems,
    /// The position of the last plain value, and the offset of its end.
    last: Option<(Position, usize)>,
    cuts: HashMap<Position, Position>,
}

impl<'y> Reader<'y, '_> {
    /// The next event that is not a comment.
    fn next(&mut self) -> Result<(Event<'y>, Span), FileError> {
        loop {
            match self.parser.next() {
                None => {
                    return Err(FileError::new(
                        Position::START,
                        "this front matter has no end",
                    ));
                }
                Some(Ok((Event::Comment(_, Placement::Right), span))) => self.comment(&span),
                Some(Ok((Event::Comment(..), _))) => {}
                Some(Ok((event, span))) => {
                    let is_plain = matches!(&event, Event::Scalar(_, ScalarStyle::Plain, ..));
                    let end = span.end.byte_offset().filter(|_| is_plain);
                    self.last = end.map(|end| (position(&span.start), end));
                    return Ok((event, span));
                }
                Some(Err(error)) => {
                    let why = match error.kind() {
                        ErrorKind::DirectiveDisallowed => "a line of it begins with `%`".to_owned(),
                        _ => error.info(),
                    };
                    let message = format!(
                        "this front matter is not YAML: {why}; write a value that contains `: ` or ` #` in quotes"
                    );
                    return Err(FileError::new(position(error.marker()), message));
                }
            }
        }
    }

    fn comment(&mut self, span: &Span) {
        if let Some((value, end)) = self.last
            && let Some(start) = span.start.byte_offset()
            && let Some(between) = self.yaml.get(end..start)
            && between.trim().is_empty()
        {
            self.cuts.insert(value, position(&span.start));
        }
    }

    /// Reads to the end. A second document is a mistake.
    fn end(&mut self) -> Result<(), FileError> {
        loop {
            match self.next()? {
                (Event::DocumentEnd, _) => {}
                (Event::StreamEnd, _) => return Ok(()),
                (_, span) => {
                    let message = "front matter is one mapping, and here a second begins: write its keys into the first";
                    return Err(FileError::new(position(&span.start), message));
                }
            }
        }
    }

    /// Reads the node that `event` begins.
    fn node(&mut self, event: Event<'y>, span: Span) -> Result<Node, FileError> {
        // An anchor or a tag is in the file but not in the value.
        if let Event::Scalar(_, _, anchor, tag)
        | Event::SequenceStart(_, anchor, tag)
        | Event::MappingStart(_, anchor, tag) = &event
            && (*anchor != 0 || tag.is_some())
        {
            self.errors.at(position(&span.start), MARKED);
        }
        let value = match event {
            Event::Scalar(text, style, ..) => Value::Scalar {
                text: match style {
                    ScalarStyle::Literal | ScalarStyle::Folded => {
                        text.trim_end_matches('\n').to_owned()
                    }
                    _ => text.into_owned(),
                },
                plain: style == ScalarStyle::Plain,
            },
            Event::SequenceStart(..) => {
                let mut items = Vec::new();
                loop {
                    match self.next()? {
                        (Event::SequenceEnd, _) => break,
                        (event, span) => items.push(self.node(event, span)?),
                    }
                }
                Value::List(items)
            }
            Event::MappingStart(..) => {
                let mut entries = Vec::new();
                let mut broken = false;
                loop {
                    let key = match self.next()? {
                        (Event::MappingEnd, _) => break,
                        (event, span) => self.node(event, span)?,
                    };
                    let (event, span) = self.next()?;
                    let value = self.node(event, span)?;
                    let (kind, position) = (key.kind(), key.position);
                    match key.value {
                        Value::Scalar { text, .. } => {
                            entries.push((Located::new(text, position), value));
                            continue;
                        }
                        Value::Broken => {}
                        Value::List(_) | Value::Map(_) => {
                            let message = format!(
                                "a key is a word, and this is {kind}: write `key: …`, and a value that begins with a brace or a bracket in quotes"
                            );
                            self.errors.at(position, message);
                        }
                    }
                    broken = true;
                }
                // The author of `title: {{ name }}` did not mean a mapping.
                if broken && entries.is_empty() {
                    Value::Broken
                } else {
                    Value::Map(entries)
                }
            }
            _ => {
                self.errors.at(position(&span.start), REFERENCE);
                Value::Broken
            }
        };
        let position = position(&span.start);
        Ok(Node { position, value })
    }
}

fn position(marker: &granit_parser::Marker) -> Position {
    Position {
        line: marker.line() + 1,
        column: marker.col() + 1,
    }
}

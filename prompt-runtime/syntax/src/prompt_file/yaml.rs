//! YAML as a tree in which every node knows its place.

use super::{Located, Position, Problems};
use granit_parser::{Event, Parser, ScalarStyle, Span};

pub(super) struct Node {
    pub(super) position: Position,
    pub(super) value: Value,
}

pub(super) enum Value {
    /// `plain` when it was written without quotes and not as a block.
    Scalar {
        text: String,
        plain: bool,
    },
    List(Vec<Node>),
    Map(Vec<(Located, Node)>),
    /// Reported where it was read.
    Broken,
}

impl Node {
    /// Whether nothing was written here.
    pub(super) fn is_null(&self) -> bool {
        matches!(&self.value, Value::Scalar { text, plain: true }
            if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL"))
    }

    /// What it is, to follow "this is".
    pub(super) fn kind(&self) -> &'static str {
        match &self.value {
            Value::Scalar { .. } if self.is_null() => "nothing",
            Value::Scalar { .. } => "a text",
            Value::List(_) => "a list",
            Value::Map(_) | Value::Broken => "a mapping",
        }
    }
}

/// The only document of `yaml`, which begins on the second line of its file. `None` when it is empty or cannot be read.
pub(super) fn read(yaml: &str, errors: &mut Problems) -> Option<Node> {
    let options = granit_parser::options! {
        emit_comments: false,
        disallow_directives: true,
        // The format needs four levels.
        flow_nesting_limit: 16,
        block_nesting_limit: 16,
    };
    let mut reader = Reader {
        parser: Parser::new_from_str_with_options(yaml, options),
        errors,
    };
    loop {
        match reader.next()? {
            (Event::StreamStart | Event::DocumentStart(..), _) => {}
            (Event::StreamEnd | Event::DocumentEnd, _) => return None,
            (event, span) => {
                let node = reader.node(event, span)?;
                reader.end()?;
                return Some(node);
            }
        }
    }
}

const REFERENCE: &str = "`*` refers to another value, which front matter cannot do: write the value here, in quotes if it begins with `*`";

struct Reader<'y, 'e> {
    parser: Parser<'y, granit_parser::StrInput<'y>>,
    errors: &'e mut Problems,
}

impl<'y> Reader<'y, '_> {
    fn next(&mut self) -> Option<(Event<'y>, Span)> {
        match self.parser.next()? {
            Ok(next) => Some(next),
            Err(error) => {
                let why = error.info();
                // As in `title: *bold*`: there is nothing that it could refer to.
                let message = if why.contains("unknown anchor") {
                    REFERENCE.to_owned()
                } else {
                    format!(
                        "this front matter is not YAML: {why}; a value that contains `: ` or ` #` stands in quotes"
                    )
                };
                self.errors.at(position(error.marker()), message);
                None
            }
        }
    }

    /// Reads on to the end, where nothing more may stand.
    fn end(&mut self) -> Option<()> {
        loop {
            match self.next()? {
                (Event::DocumentEnd, _) => {}
                (Event::StreamEnd, _) => return Some(()),
                (_, span) => {
                    let message = "front matter is one mapping, and here a second begins: write its keys into the first";
                    self.errors.at(position(&span.start), message);
                    return None;
                }
            }
        }
    }

    /// The node that `event` begins; `None` when the YAML ends in it.
    fn node(&mut self, event: Event<'y>, span: Span) -> Option<Node> {
        let value = match event {
            Event::Scalar(text, style, ..) => Value::Scalar {
                text: text.into_owned(),
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
                            entries.push((Located { text, position }, value));
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
                // As in `title: {{ name }}`, which is meant to be no mapping.
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
        Some(Node { position, value })
    }
}

fn position(marker: &granit_parser::Marker) -> Position {
    Position {
        line: marker.line() + 1,
        column: marker.col() + 1,
    }
}

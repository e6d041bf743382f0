//! Reads the body of a prompt file: text, placeholders and role markers.

use super::lines::Cursor;
use super::problems::Problems;
use super::{Located, Position, Role, Segment, shown, steps};
use crate::text::is_blank;
use crate::{name, nearest::nearest};

/// A turn before the checks.
pub(super) struct RawTurn {
    pub(super) role: Role,
    /// `true` if a marker began the turn.
    pub(super) marked: bool,
    pub(super) position: Position,
    pub(super) segments: Vec<Segment>,
    /// `true` if a part of the turn could not be read.
    pub(super) broken: bool,
}

impl RawTurn {
    pub(super) fn is_blank(&self) -> bool {
        are_blank(&self.segments)
    }
}

/// Returns `true` for a turn without placeholders and without visible text.
pub(super) fn are_blank(segments: &[Segment]) -> bool {
    let blank = |segment: &Segment| matches!(segment, Segment::Text(text) if is_blank(text));
    segments.iter().all(blank)
}

impl From<RawTurn> for super::Turn {
    fn from(turn: RawTurn) -> Self {
        Self {
            role: turn.role,
            position: turn.position,
            segments: turn.segments,
        }
    }
}

/// The meaning of two braces that are not a role marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Braces {
    Placeholders,
    Text,
}

/// Reads the turns from `start` on. Text before the first marker is a user turn; blank text there is ignored.
pub(super) fn read(
    text: &str,
    start: usize,
    braces: Braces,
    errors: &mut Problems,
) -> Vec<RawTurn> {
    let mut cursor = Cursor::of(text);
    let body = text.get(start..).unwrap_or_default();
    let first = start + (body.len() - body.trim_start().len());
    let mut reader = Reader {
        errors,
        turns: Vec::new(),
        current: RawTurn {
            role: Role::User,
            marked: false,
            position: cursor.at(first),
            segments: Vec::new(),
            broken: false,
        },
        cursor,
        braces,
        literal: String::new(),
        open_until: 0,
    };
    reader.body(text, start);
    reader.end_turn();
    reader.turns
}

struct Reader<'t, 'e> {
    cursor: Cursor<'t>,
    errors: &'e mut Problems,
    turns: Vec<RawTurn>,
    current: RawTurn,
    braces: Braces,
    /// The literal text since the last placeholder.
    literal: String,
    /// The offset before which no `}}` follows on the same line. Without it, each `{{` of a long line would search the rest of the line.
    open_until: usize,
}

impl Reader<'_, '_> {
    fn body(&mut self, text: &str, start: usize) {
        let mut at = start;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let plain = rest.find('{').unwrap_or(rest.len());
            let (before, braces) = rest.split_at(plain);
            self.literal.push_str(before);
            at += plain;
            match braces.bytes().take(4).take_while(|it| *it == b'{').count() {
                0 => {}
                1 | 3 => {
                    self.literal.push('{');
                    at += 1;
                }
                2 => at += self.tag(braces, at),
                _ => {
                    self.literal.push_str("{{");
                    at += 4;
                }
            }
        }
    }

    /// Reads a tag that begins with two braces at `offset`. Returns the number of bytes of `rest` that it consumed.
    fn tag(&mut self, rest: &str, offset: usize) -> usize {
        let after = rest.get(2..).unwrap_or_default();
        let closed = self.closing(after, offset + 2);
        let inside = closed.and_then(|end| after.get(..end));
        let content = inside.map(str::trim);
        if let Some((inside, role)) = inside.zip(content.and_then(role_of)) {
            let position = self.cursor.at(offset);
            self.marker(role, position);
            return inside.len() + 4;
        }
        if self.braces == Braces::Text {
            self.literal.push_str("{{");
            return 2;
        }
        let position = self.cursor.at(offset);
        let Some((inside, content)) = inside.zip(content) else {
            self.wrong(position, || {
                "`{{` is never closed on its line: write `{{ name }}`, or `{{{{` for two braces"
                    .to_owned()
            });
            return 2;
        };
        if content.is_empty() {
            self.wrong(position, || {
                "`{{ }}` names nothing: write `{{ name }}`, or `{{{{` for two braces".to_owned()
            });
        } else if name::check_plain(content).is_err() {
            let inside = shown(inside);
            self.wrong(position, || {
                format!(
                    "`{{{{{inside}}}}}` is not a placeholder: write `{{{{ name }}}}`, or `{{{{{{{{` for two braces"
                )
            });
        } else {
            self.end_literal();
            self.current
                .segments
                .push(Segment::Placeholder(Located::new(content, position)));
        }
        inside.len() + 4
    }

    /// The position of `}}` in `after`, which begins at `offset`, if one follows on the same line.
    fn closing(&mut self, after: &str, offset: usize) -> Option<usize> {
        if offset < self.open_until {
            return None;
        }
        let mut end = after.len();
        for (at, found) in after.match_indices(['}', '\n']) {
            if found == "\n" {
                end = at;
                break;
            }
            if after.get(at..).is_some_and(|it| it.starts_with("}}")) {
                steps(at);
                return Some(at);
            }
        }
        steps(end);
        self.open_until = offset + end;
        None
    }

    fn marker(&mut self, role: &str, position: Position) {
        let known = match role {
            "user" => Role::User,
            "assistant" => Role::Assistant,
            _ => {
                self.errors.at_with(position, || unknown_role(role));
                self.begin_turn(Role::User, position);
                self.current.broken = true;
                return;
            }
        };
        self.begin_turn(known, position);
    }

    fn begin_turn(&mut self, role: Role, position: Position) {
        self.end_turn();
        self.current.role = role;
        self.current.marked = true;
        self.current.position = position;
    }

    fn end_turn(&mut self) {
        self.end_literal();
        trim(&mut self.current.segments);
        let next = RawTurn {
            role: Role::User,
            marked: false,
            position: self.current.position,
            segments: Vec::new(),
            broken: false,
        };
        let turn = std::mem::replace(&mut self.current, next);
        if turn.marked || turn.broken || !turn.is_blank() {
            self.turns.push(turn);
        }
    }

    fn end_literal(&mut self) {
        if !self.literal.is_empty() {
            let text = std::mem::take(&mut self.literal);
            self.current.segments.push(Segment::Text(text));
        }
    }

    fn wrong(&mut self, position: Position, message: impl FnOnce() -> String) {
        self.errors.at_with(position, message);
        self.current.broken = true;
    }
}

/// The role in `role "…"`, also with single quotes.
fn role_of(content: &str) -> Option<&str> {
    let quoted = content.strip_prefix("role")?.trim_start();
    let quote = quoted.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    quoted.strip_prefix(quote)?.strip_suffix(quote)
}

fn unknown_role(role: &str) -> String {
    let role = &*shown(role);
    match role {
        "system" | "developer" => format!(
            "MCP prompts have no `{role}` role: put this text at the start of the first user turn"
        ),
        "model" | "ai" => {
            format!("`{role}` is not a role: write `{{{{role \"assistant\"}}}}`")
        }
        _ => match nearest(role, ["user", "assistant"]) {
            Some(near) => format!("`{role}` is not a role: did you mean `{near}`?"),
            None => format!("`{role}` is not a role: a turn is of `user` or `assistant`"),
        },
    }
}

/// Removes the blank lines before a turn and the white space after it.
pub(super) fn trim(segments: &mut Vec<Segment>) {
    if let Some(Segment::Text(first)) = segments.first_mut() {
        let visible = first.len() - first.trim_start().len();
        let line = first
            .get(..visible)
            .and_then(|blank| blank.rfind('\n'))
            .map_or(0, |end| end + 1);
        first.drain(..line);
    }
    if let Some(Segment::Text(last)) = segments.last_mut() {
        last.truncate(last.trim_end().len());
    }
    segments.retain(|segment| *segment != Segment::Text(String::new()));
}

//! Reads the body of another tool's file in one pass.

use super::super::lines::Cursor;
use super::super::problems::Problems;
use super::super::{Position, shown, steps};
use super::Row;
use super::lost::{Lost, Part};
use std::collections::HashSet;

/// A kind of text that has a meaning in a dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Pattern {
    /// The placeholder for all typed text.
    All(&'static str),
    /// `$ARGUMENTS[N]`, given by its text before the number.
    Indexed(&'static str),
    /// `$N` with one digit, not followed by a word character.
    Digit,
    /// `$N` with one digit, followed by anything.
    OneDigit,
    /// `$N` with any number of digits.
    Digits,
    /// `$name` for a declared argument.
    Declared,
    /// `$NAME`, which declares an argument. Well-known shell variables do not.
    UpperCase,
    /// A backslash that makes the following placeholder literal and is removed.
    Backslash,
    /// `$$`, which makes the following text literal and stays.
    Dollars,
    /// An input with its name and a hint, between these two texts.
    Input(&'static str, &'static str),
    /// Values that only the host has, by the beginning of their text.
    Host(&'static [&'static str]),
    /// A shell command in backticks after `!`, at the start of a word or anywhere.
    Shell { anywhere: bool },
    /// A code fence that contains a shell command.
    ShellFence,
    /// Braces after this text, with nested braces.
    Braced(&'static str),
    /// `@path`.
    File,
    /// A relative Markdown link.
    Link,
}

/// A piece of a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) position: Position,
    /// The piece as written, apart from escapes.
    pub(super) text: String,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    /// All typed text.
    All,
    /// A typed word by its number.
    Number {
        number: usize,
        place: Place,
    },
    /// A typed word by its index, in a syntax that only placeholders have.
    Index(usize),
    /// An argument by its name.
    Name(String),
    Input {
        name: String,
        hint: Option<String>,
    },
}

/// The context of a number, which decides if it is a placeholder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Prose,
    /// Between backticks.
    Code,
    /// In a fenced code block.
    Fence,
}

/// The maximum length of a link, in bytes. Without a limit, each of many unclosed links would be searched to the end of the text.
const LONGEST_LINK: usize = 512;

/// Shell variables that an author does not mean as an argument.
const WELL_KNOWN: [&str; 24] = [
    "PATH",
    "HOME",
    "USER",
    "SHELL",
    "PWD",
    "OLDPWD",
    "TMPDIR",
    "TEMP",
    "TMP",
    "LANG",
    "LC_ALL",
    "TERM",
    "EDITOR",
    "VISUAL",
    "PAGER",
    "HOSTNAME",
    "LOGNAME",
    "UID",
    "IFS",
    "PYTHONPATH",
    "NODE_ENV",
    "GOPATH",
    "JAVA_HOME",
    "RANDOM",
];

pub(super) fn read(
    row: &Row,
    body: &str,
    start: Position,
    declared: &HashSet<String>,
    errors: &mut Problems,
    notices: &mut Problems,
    lost: &mut Lost,
) -> Vec<Piece> {
    let mut scanner = Scanner {
        row,
        body,
        declared,
        cursor: Cursor::starting(body, start),
        errors,
        notices,
        lost,
        pieces: Vec::new(),
        literal: String::new(),
        literal_at: 0,
        place: Place::Prose,
        told: HashSet::new(),
        missing: Vec::new(),
        unbalanced: false,
    };
    scanner.run();
    scanner.pieces
}

struct Scanner<'s> {
    row: &'s Row,
    body: &'s str,
    declared: &'s HashSet<String>,
    cursor: Cursor<'s>,
    errors: &'s mut Problems,
    notices: &'s mut Problems,
    lost: &'s mut Lost,
    pieces: Vec<Piece>,
    literal: String,
    literal_at: usize,
    place: Place,
    /// The kinds of notices that were already reported. Each is reported once in a file.
    told: HashSet<&'static str>,
    /// Closing texts that do not occur before an offset, so that they are not searched for again.
    missing: Vec<(&'static str, usize)>,
    unbalanced: bool,
}

impl Scanner<'_> {
    fn run(&mut self) {
        let mut at = 0;
        while let Some(c) = self.rest(at).chars().next() {
            self.follow_code(at, c);
            if let Some(length) = self.matched(at) {
                at += length;
            } else {
                self.literal.push(c);
                at += c.len_utf8();
            }
        }
        self.end_literal(at);
    }

    fn rest(&self, at: usize) -> &str {
        self.body.get(at..).unwrap_or_default()
    }

    fn before(&self, at: usize) -> Option<char> {
        self.body.get(..at)?.chars().next_back()
    }

    fn starts_line(&self, at: usize) -> bool {
        matches!(self.before(at), None | Some('\n'))
    }

    fn starts_word(&self, at: usize) -> bool {
        self.before(at).is_none_or(char::is_whitespace)
    }

    /// Tracks code fences and text between backticks.
    fn follow_code(&mut self, at: usize, c: char) {
        if self.starts_line(at) {
            let line = self.rest(at).trim_start_matches([' ', '\t']);
            let is_fence = line.starts_with("```") || line.starts_with("~~~");
            let was_fence = self.place == Place::Fence;
            self.place = if was_fence == is_fence {
                Place::Prose
            } else {
                Place::Fence
            };
        }
        if c == '`' && self.before(at) != Some('`') {
            self.place = match self.place {
                Place::Prose => Place::Code,
                Place::Code => Place::Prose,
                Place::Fence => Place::Fence,
            };
        }
    }

    /// Returns the length of the first pattern that matches here.
    fn matched(&mut self, at: usize) -> Option<usize> {
        let c = self.rest(at).bytes().next()?;
        if !matches!(c, b'$' | b'\\' | b'`' | b'!' | b'@' | b'{' | b'#' | b']') {
            return None;
        }
        let patterns = self.row.patterns;
        patterns.iter().find_map(|pattern| self.fits(*pattern, at))
    }

    fn fits(&mut self, pattern: Pattern, at: usize) -> Option<usize> {
        match pattern {
            Pattern::All(text) => {
                let length = self.rest(at).starts_with(text).then_some(text.len())?;
                self.piece(at, length, Kind::All)
            }
            Pattern::Indexed(open) => {
                let after = self.rest(at).strip_prefix(open)?;
                let (number, digits) = number(after)?;
                after.get(digits..)?.strip_prefix(']')?;
                self.piece(at, open.len() + digits + 1, Kind::Index(number))
            }
            Pattern::Digit | Pattern::OneDigit | Pattern::Digits => self.numbered(pattern, at),
            Pattern::Declared => {
                let name = self.declared_name(at)?;
                let length = 1 + name.len();
                self.piece(at, length, Kind::Name(name))
            }
            Pattern::UpperCase => self.upper_case(at),
            Pattern::Backslash => self.escaped(at),
            Pattern::Dollars => {
                let after = self.rest(at).strip_prefix("$$")?;
                let length = 2 + after.len() - after.trim_start_matches(is_word).len();
                self.literal(at, length)
            }
            Pattern::Input(open, close) => self.input(open, close, at),
            Pattern::Host(begins) => self.host(begins, at),
            Pattern::Shell { anywhere } => {
                let after = self.rest(at).strip_prefix("!`")?;
                let (first, offset) = (after.chars().next()?, at + 2);
                if first == '`' || !(anywhere || self.starts_word(at)) {
                    return None;
                }
                let length = self.closing(offset, "`")?;
                self.lost(Part::Shell, at);
                self.literal(at, 2 + length + 1)
            }
            Pattern::ShellFence => {
                if self.rest(at).starts_with("```!") && self.starts_line(at) {
                    self.lost(Part::Shell, at);
                }
                None
            }
            Pattern::Braced(open) => self.braced(open, at),
            Pattern::File => self.file(at),
            Pattern::Link => self.link(at),
        }
    }

    fn piece(&mut self, at: usize, length: usize, kind: Kind) -> Option<usize> {
        self.end_literal(at);
        let text = self.rest(at).get(..length)?.to_owned();
        let position = self.cursor.at(at);
        self.pieces.push(Piece {
            position,
            text,
            kind,
        });
        self.literal_at = at + length;
        Some(length)
    }

    fn literal(&mut self, at: usize, length: usize) -> Option<usize> {
        let text = self.body.get(at..at + length)?;
        self.literal.push_str(text);
        Some(length)
    }

    fn end_literal(&mut self, at: usize) {
        if !self.literal.is_empty() {
            let position = self.cursor.at(self.literal_at);
            self.pieces.push(Piece {
                position,
                text: std::mem::take(&mut self.literal),
                kind: Kind::Text,
            });
        }
        self.literal_at = at;
    }

    fn tell(&mut self, kind: &'static str, at: usize, message: impl FnOnce() -> String) {
        if self.told.insert(kind) {
            let position = self.cursor.at(at);
            self.notices.at(position, message());
        }
    }

    fn lost(&mut self, part: Part, at: usize) {
        let cursor = &mut self.cursor;
        self.lost.add(part, || cursor.at(at));
    }

    /// Returns the length of the text before `close`, which must follow on the same line.
    fn closing(&mut self, offset: usize, close: &'static str) -> Option<usize> {
        if self
            .missing
            .iter()
            .any(|(missing, until)| *missing == close && offset < *until)
        {
            return None;
        }
        let rest = self.rest(offset);
        let mut line_end = rest.len();
        for (found, text) in rest.match_indices(|c| c == '\n' || close.starts_with(c)) {
            if text == "\n" {
                line_end = found;
                break;
            }
            if rest.get(found..).is_some_and(|it| it.starts_with(close)) {
                steps(found);
                return Some(found);
            }
        }
        steps(line_end);
        self.missing.retain(|(missing, _)| *missing != close);
        self.missing.push((close, offset + line_end));
        None
    }

    fn numbered(&mut self, pattern: Pattern, at: usize) -> Option<usize> {
        let after = self.rest(at).strip_prefix('$')?;
        let (mut number, mut digits) = number(after)?;
        if pattern == Pattern::OneDigit {
            number = after.chars().next()?.to_digit(10)? as usize;
            digits = 1;
        }
        if pattern == Pattern::Digit && digits > 1 {
            return None;
        }
        let mut behind = after.get(digits..)?.chars();
        let (first, second) = (behind.next(), behind.next());
        let is_fraction =
            matches!(first, Some('.' | ',')) && second.is_some_and(|c| c.is_ascii_digit());
        let is_amount =
            matches!(first, Some('k' | 'K' | 'M' | 'B')) && !second.is_some_and(is_word);
        let is_sum = matches!(first, Some('%' | '+'));
        let in_word = pattern == Pattern::Digit && first.is_some_and(is_word);
        if in_word {
            let text = shown(after.get(..digits + 1).unwrap_or_default());
            self.tell("word", at, || {
                format!("`${text}` is left as text, because a letter or digit follows the number")
            });
        }
        // Codex reads one digit only: `$10` is its first word and a zero.
        let is_money = is_fraction || is_amount || is_sum;
        if in_word || is_money {
            return None;
        }
        let place = self.place;
        self.piece(at, 1 + digits, Kind::Number { number, place })
    }

    /// The name of a declared argument after `$`.
    fn declared_name(&self, at: usize) -> Option<String> {
        if self.declared.is_empty() {
            return None;
        }
        let after = self.rest(at).strip_prefix('$')?;
        let run = |more: fn(char) -> bool| {
            let end = after.find(|c| !more(c)).unwrap_or(after.len());
            steps(end);
            after.get(..end).filter(|name| {
                self.declared.contains(*name)
                    && !after.get(end..).is_some_and(|it| it.starts_with('['))
            })
        };
        let name = run(|c| is_word(c) || c == '-').or_else(|| run(is_word))?;
        Some(name.to_owned())
    }

    fn upper_case(&mut self, at: usize) -> Option<usize> {
        let after = self.rest(at).strip_prefix('$')?;
        after.chars().next().filter(char::is_ascii_uppercase)?;
        let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        let end = after.find(|c| !is_part(c)).unwrap_or(after.len());
        steps(end);
        let name = after.get(..end)?.to_owned();
        if WELL_KNOWN.contains(&name.as_str()) {
            self.tell("variable", at, || {
                format!("`${name}` is taken for a variable of a shell and stays in the text")
            });
            return self.literal(at, 1 + end);
        }
        self.piece(at, 1 + end, Kind::Name(name))
    }

    /// A backslash before a placeholder. A second backslash cancels the first.
    fn escaped(&mut self, at: usize) -> Option<usize> {
        let after = self.rest(at).strip_prefix("\\$")?;
        let is_placeholder = after.starts_with(|c: char| c.is_ascii_digit())
            || after.starts_with("ARGUMENTS")
            || self.declared_name(at + 1).is_some();
        if !is_placeholder || self.before(at) == Some('\\') {
            return None;
        }
        self.literal.push('$');
        Some(2)
    }

    fn input(&mut self, open: &'static str, close: &'static str, at: usize) -> Option<usize> {
        if !self.rest(at).starts_with(open) {
            return None;
        }
        let length = self.closing(at + open.len(), close)?;
        let inside = self.rest(at + open.len()).get(..length)?;
        let (name, hint) = match inside.split_once(':') {
            Some((name, hint)) => (name, Some(hint.trim())),
            None => (inside, None),
        };
        let name = crate::name::suggest(name)?;
        let hint = hint.filter(|hint| !hint.is_empty()).map(str::to_owned);
        self.piece(
            at,
            open.len() + length + close.len(),
            Kind::Input { name, hint },
        )
    }

    fn host(&mut self, begins: &'static [&'static str], at: usize) -> Option<usize> {
        let begin = begins
            .iter()
            .find(|begin| self.rest(at).starts_with(**begin))?;
        self.lost(Part::Host(begin), at);
        self.literal(at, begin.len())
    }

    /// Finds the end of nested braces by counting. If there is none, the tool itself rejects the file.
    fn braced(&mut self, open: &'static str, at: usize) -> Option<usize> {
        if self.unbalanced || !self.rest(at).starts_with(open) {
            return None;
        }
        let mut depth = 1_usize;
        for (found, brace) in self.rest(at + open.len()).match_indices(['{', '}']) {
            steps(1);
            depth = if brace == "{" { depth + 1 } else { depth - 1 };
            if depth == 0 {
                self.lost(Part::Braced(open), at);
                return self.literal(at, open.len() + found + 1);
            }
        }
        self.unbalanced = true;
        let position = self.cursor.at(at);
        self.errors.at(
            position,
            format!("`{open}` is never closed: write the missing `}}`"),
        );
        None
    }

    fn file(&mut self, at: usize) -> Option<usize> {
        let after = self.rest(at).strip_prefix('@')?;
        if self.place != Place::Prose || !self.starts_word(at) {
            return None;
        }
        let end = after
            .find(|c: char| c.is_whitespace() || matches!(c, ',' | '`' | ')' | ';'))
            .unwrap_or(after.len());
        steps(end);
        let path = after.get(..end)?.trim_end_matches(['.', ':', '!', '?']);
        let last = path.rsplit('/').next().unwrap_or_default();
        // Most words that begin with `@` are packages, decorators or people.
        let (stem, extension) = last.rsplit_once('.')?;
        let is_extension =
            !extension.is_empty() && extension.chars().all(|c| c.is_ascii_alphanumeric());
        if stem.is_empty() || !is_extension {
            return None;
        }
        let part = Part::File(shown(path));
        self.lost(part, at);
        None
    }

    /// Reports links to files beside a prompt, which do not work in a client.
    fn link(&mut self, at: usize) -> Option<usize> {
        let after = self.rest(at).strip_prefix("](")?;
        if self.place == Place::Fence || after.starts_with(['#', '/']) {
            return None;
        }
        let end = after.bytes().take(LONGEST_LINK).position(|it| it == b')')?;
        let target = after.get(..end)?;
        if target.contains("://")
            || target.starts_with("mailto:")
            || target.contains(char::is_whitespace)
        {
            return None;
        }
        let part = Part::Link(shown(target));
        self.lost(part, at);
        None
    }
}

/// A number at the beginning of `text`, and the number of its digits.
fn number(text: &str) -> Option<(usize, usize)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    steps(end);
    // A number with more digits is not the number of a word.
    let digits = text
        .get(..end)
        .filter(|digits| (1..=4).contains(&digits.len()))?;
    Some((digits.parse().ok()?, end))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

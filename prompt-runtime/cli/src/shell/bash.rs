//! Completion in bash. Bash splits words at the characters of `COMP_WORDBREAKS`, such as `=` and `@`, replaces only the last piece, and
//! inserts the candidate unquoted. Therefore the program receives the whole line, splits it as bash would when running it, and quotes its
//! candidates.

use clap_complete::env::EnvCompleter;
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

/// The variable with the line up to the cursor.
const LINE: &str = "_PROMPTS_COMPLETE_LINE";

/// The script uses `read` in a loop, because bash before version 4 has no `mapfile`, and a plain `$(…)` would expand `*`.
const SCRIPT: &str = r#"
_prompts_complete_NAME() {
    local candidate
    COMPREPLY=()
    while IFS= read -r candidate; do
        COMPREPLY+=("$candidate")
    done < <(LINE="${COMP_LINE:0:COMP_POINT}" VAR=bash COMPLETER -- "$2" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} -gt 0 && ! ${COMPREPLY[0]} =~ [=/]$ ]]; then
        compopt +o nospace 2>/dev/null
    fi
}
if [[ ${BASH_VERSINFO[0]} -eq 4 && ${BASH_VERSINFO[1]} -ge 4 || ${BASH_VERSINFO[0]} -gt 4 ]]; then
    complete -o nospace -o nosort -F _prompts_complete_NAME BIN
else
    complete -o nospace -F _prompts_complete_NAME BIN
fi
"#;

pub(super) struct Bash;

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        "bash"
    }

    fn is(&self, name: &str) -> bool {
        name == "bash"
    }

    fn write_registration(
        &self,
        var: &str,
        name: &str,
        bin: &str,
        completer: &str,
        buf: &mut dyn Write,
    ) -> io::Result<()> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let function = name.replace(|c| !is_name(c), "_");
        let script = SCRIPT
            .replace("NAME", &function)
            .replace("BIN", &quoted(bin, Quotes::None).unwrap_or_default())
            .replace("LINE=", &format!("{LINE}="))
            .replace("VAR", var)
            .replace(
                "COMPLETER",
                &quoted(completer, Quotes::None).unwrap_or_default(),
            );
        buf.write_all(script.as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut clap::Command,
        arguments: Vec<OsString>,
        folder: Option<&Path>,
        buf: &mut dyn Write,
    ) -> io::Result<()> {
        let line = std::env::var(LINE).unwrap_or_default();
        let piece = arguments.last().and_then(|piece| piece.to_str());
        let line = Line::of(&line, piece.unwrap_or_default());
        let words: Vec<OsString> = line.words.iter().map(OsString::from).collect();
        let last = words.len().saturating_sub(1);
        for candidate in clap_complete::engine::complete(command, words, last, folder)? {
            let value = candidate.get_value().to_str();
            if let Some(piece) = value.and_then(|value| line.answer(value)) {
                writeln!(buf, "{piece}")?;
            }
        }
        Ok(())
    }
}

/// The words before the cursor, without the program's name, as bash would pass them to the program.
pub(super) fn words_before_cursor() -> Option<Vec<String>> {
    let line = std::env::var(LINE).ok()?;
    let mut words = Line::of(&line, "").words;
    words.pop();
    Some(words.into_iter().skip(1).collect())
}

/// Removes the quotes of a word.
pub(super) fn unquoted(word: &str) -> String {
    Line::of(word, "").words.join(" ")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quotes {
    None,
    Single,
    Double,
}

/// A command line up to the cursor.
#[derive(Debug)]
struct Line {
    /// The words without their quotes. The last one is at the cursor, and may be empty.
    words: Vec<String>,
    /// The beginning of the last word, which bash does not replace, without its quotes.
    kept: String,
    /// The quotes that are still open after that beginning.
    quotes: Quotes,
}

impl Line {
    /// `piece` is the end of the last word that bash replaces, with its quotes.
    fn of(line: &str, piece: &str) -> Self {
        let kept_end = line.strip_suffix(piece).unwrap_or(line).len();
        let mut found = Self {
            words: vec![String::new()],
            kept: String::new(),
            quotes: Quotes::None,
        };
        let mut quotes = Quotes::None;
        let mut is_begun = false;
        let mut chars = line.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if at == kept_end {
                found.keep(quotes);
            }
            let next = chars.peek().map(|(_, next)| *next);
            match (quotes, c) {
                (Quotes::None, ' ' | '\t' | '\n') => {
                    if is_begun {
                        found.words.push(String::new());
                        is_begun = false;
                    }
                    continue;
                }
                (Quotes::None, '\'') => quotes = Quotes::Single,
                (Quotes::None, '"') => quotes = Quotes::Double,
                (Quotes::Single, '\'') | (Quotes::Double, '"') => quotes = Quotes::None,
                (Quotes::None, '\\') => found.push(chars.next().map(|(_, next)| next)),
                (Quotes::Double, '\\') if next.is_some_and(|next| "$`\"\\".contains(next)) => {
                    found.push(chars.next().map(|(_, next)| next));
                }
                _ => found.push(Some(c)),
            }
            is_begun = true;
        }
        if kept_end == line.len() {
            found.keep(quotes);
        }
        found
    }

    fn push(&mut self, c: Option<char>) {
        if let Some(word) = self.words.last_mut() {
            word.extend(c);
        }
    }

    fn keep(&mut self, quotes: Quotes) {
        self.kept = self.words.last().cloned().unwrap_or_default();
        self.quotes = quotes;
    }

    /// The replacement of the piece for this value of the whole word. `None` if bash cannot express it there.
    fn answer(&self, value: &str) -> Option<String> {
        quoted(value.strip_prefix(&self.kept)?, self.quotes).map(Cow::into_owned)
    }
}

/// Escapes the text inside these open quotes. Returns `None` if bash cannot express it there.
fn quoted(text: &str, quotes: Quotes) -> Option<Cow<'_, str>> {
    let escaped = |is_special: fn(char) -> bool, escape: fn(char) -> String| {
        if !text.contains(is_special) {
            return Cow::Borrowed(text);
        }
        let spelled = text.chars().map(|c| {
            if is_special(c) {
                escape(c)
            } else {
                c.to_string()
            }
        });
        spelled.collect::<String>().into()
    };
    match quotes {
        Quotes::None => Some(escaped(
            |c| c.is_ascii() && !c.is_ascii_alphanumeric() && !"-_./,:=@%+".contains(c),
            |c| format!("\\{c}"),
        )),
        Quotes::Single => Some(escaped(|c| c == '\'', |_| "'\\''".to_owned())),
        // History expansion replaces a `!` in double quotes, and a backslash before it stays in the text.
        Quotes::Double if text.contains('!') => None,
        Quotes::Double => Some(escaped(|c| "$`\"\\".contains(c), |c| format!("\\{c}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(line: &str, piece: &str, value: &str) -> Option<String> {
        Line::of(line, piece).answer(value)
    }

    #[test]
    fn a_line_is_split_as_bash_runs_it() {
        for (line, words) in [
            ("team get ", &["team", "get", ""] as &[&str]),
            ("team  get a", &["team", "get", "a"]),
            (
                "team a='b c' d=\"e $f\\\" \\g\" h\\ i",
                &["team", "a=b c", "d=e $f\" \\g", "h i"],
            ),
            ("team '' \"x", &["team", "", "x"]),
            ("", &[""]),
        ] {
            assert_eq!(Line::of(line, "").words, words, "{line}");
        }
    }

    #[test]
    fn only_the_piece_is_answered_and_in_its_quotes() {
        let hostile = "k=$(touch x) 'y' \"z\" \\ `w` *";
        for (line, piece, answer) in [
            ("t k=", "", r#"\$\(touch\ x\)\ \'y\'\ \"z\"\ \\\ \`w\`\ \*"#),
            ("t k='", "", r#"$(touch x) '\''y'\'' "z" \ `w` *"#),
            (
                "t k=\"$(t",
                "$(t",
                "\\$(touch x) 'y' \\\"z\\\" \\\\ \\`w\\` *",
            ),
            (
                "t \"k=",
                "k=",
                "k=\\$(touch x) 'y' \\\"z\\\" \\\\ \\`w\\` *",
            ),
        ] {
            assert_eq!(
                answered(line, piece, hostile).as_deref(),
                Some(answer),
                "{line}"
            );
        }
        assert_eq!(
            answered("t k=@s", "@s", "k=@samples/a b").as_deref(),
            Some("@samples/a\\ b")
        );
        assert_eq!(answered("t k=\"", "", "k=now!"), None);
        assert_eq!(answered("t k=", "", "k=now!").as_deref(), Some("now\\!"));
        assert_eq!(answered("t other=", "", "k=v"), None);
    }
}

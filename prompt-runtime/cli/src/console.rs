use crate::{Exit, Failure};
use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::io::{Read, Write};

/// The streams of a command, and the styles of its output.
pub(super) struct Console<'a> {
    pub(super) input: &'a mut dyn Read,
    pub(super) out: &'a mut dyn Write,
    pub(super) err: &'a mut dyn Write,
    pub(super) styles: Styles,
    pub(super) error_styles: Styles,
    /// `true` if `out` is a terminal, which obeys control characters.
    pub(super) terminal: bool,
    /// `true` if a person can answer questions.
    pub(super) person: bool,
    /// The width of the terminal in columns, if `out` is one.
    pub(super) width: Option<usize>,
}

/// The style of each kind of text; plain by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Styles {
    pub(super) heading: Style,
    pub(super) name: Style,
    pub(super) placeholder: Style,
    pub(super) user: Style,
    pub(super) assistant: Style,
    pub(super) aside: Style,
    pub(super) error: Style,
}

impl Styles {
    /// Colours, if the stream is a terminal and the environment does not disable them.
    pub(super) fn of(stream: &impl RawStream) -> Self {
        match AutoStream::choice(stream) {
            ColorChoice::Never => Self::default(),
            _ => Self::coloured(),
        }
    }

    pub(super) fn coloured() -> Self {
        let bold = |color: AnsiColor| color.on_default().bold();
        Self {
            heading: Style::new().bold().underline(),
            name: Style::new().bold(),
            placeholder: AnsiColor::Yellow.on_default(),
            user: bold(AnsiColor::Cyan),
            assistant: bold(AnsiColor::Magenta),
            aside: Style::new().dimmed(),
            error: bold(AnsiColor::Red),
        }
    }

    /// Wraps the stream so that it can show these styles, on systems that need this.
    pub(super) fn stream<S>(self, stream: S) -> Box<dyn Write>
    where
        S: RawStream + AsLockedWrite + Write + 'static,
    {
        if self == Self::default() {
            Box::new(stream)
        } else {
            Box::new(AutoStream::always(stream))
        }
    }
}

/// A text with a style.
pub(super) struct Styled<T>(pub(super) Style, pub(super) T);

impl<T: fmt::Display> fmt::Display for Styled<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{:#}", self.0, self.1, self.0)
    }
}

impl Console<'_> {
    /// The text for output. On a terminal, characters that control it or are invisible are escaped.
    pub(super) fn shown<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.terminal {
            spelled_out(text)
        } else {
            Cow::Borrowed(text)
        }
    }

    /// The lines of the text for output, wrapped to fit beside a margin.
    pub(super) fn lines(&self, text: &str, margin: usize) -> Vec<String> {
        /// Narrower columns are harder to read than lines broken by the terminal.
        const NARROWEST: usize = 24;
        let text = self.shown(text);
        let lines = text.lines();
        let Some(width) = self.width else {
            return lines.map(str::to_owned).collect();
        };
        let width = width.saturating_sub(margin).max(NARROWEST);
        let wrapped = lines.flat_map(|line| textwrap::wrap(line, width));
        wrapped.map(Cow::into_owned).collect()
    }

    /// Writes a text after other text on the same line. Further lines begin at the margin.
    pub(super) fn write_beside(&mut self, text: &str, margin: usize) -> std::io::Result<()> {
        for (index, line) in self.lines(text, margin).iter().enumerate() {
            let gap = if index == 0 || line.is_empty() {
                0
            } else {
                margin
            };
            let end = if index == 0 { "" } else { "\n" };
            write!(self.out, "{end}{:gap$}{line}", "")?;
        }
        writeln!(self.out)
    }

    /// Writes the JSON that a client would receive, and a line feed. On a terminal, characters that control it or are invisible are
    /// written as `\uXXXX`, which is the same JSON.
    pub(super) fn json(&mut self, answer: &impl serde::Serialize) -> Result<(), Failure> {
        let json = serde_json::to_string(answer)
            .map_err(|error| Failure::Failed(format!("the answer is not JSON: {error}")))?;
        if !self.terminal {
            return Ok(writeln!(self.out, "{json}")?);
        }
        for c in json.chars() {
            if c.is_control() || !prompt_syntax::text::is_visible(c) {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(self.out, "\\u{unit:04x}")?;
                }
            } else {
                write!(self.out, "{c}")?;
            }
        }
        Ok(writeln!(self.out)?)
    }

    /// Ends with this failure. A program that reads the results receives the error object that a client would receive.
    pub(super) fn refuse(&mut self, failure: Failure, json: bool) -> Result<(), Failure> {
        if let Some(error) = failure.answer().filter(|_| json) {
            self.json(error)?;
        }
        Err(failure)
    }

    /// Reports a failure. An error while writing this report is ignored.
    pub(super) fn fail(&mut self, failure: &Failure) -> Exit {
        let exit = failure.exit();
        if exit != Exit::Done {
            let sentence = failure.to_string();
            let _ = writeln!(
                self.err,
                "{} {}",
                Styled(self.error_styles.error, "error:"),
                spelled_out(&sentence)
            );
            if let Some(tip) = failure.tip() {
                self.note("tip:", tip);
            }
            let _ = self.err.flush();
        }
        exit
    }

    /// Writes a message that is not part of the result.
    pub(super) fn note(&mut self, label: &str, text: &str) {
        let _ = writeln!(
            self.err,
            "{} {}",
            Styled(self.error_styles.name, label),
            spelled_out(text)
        );
    }

    /// Prints clap's own answer to the command line: help to standard output, anything else to standard error.
    pub(super) fn clap(&mut self, answer: &clap::Error, typed: &[OsString]) -> Exit {
        let text = answer.render();
        // The message repeats the typed words. If these contain escape sequences, they cannot be told from clap's styles.
        let is_plain = |word: &OsString| word.to_str().is_some_and(|it| spelled_out(it) == it);
        let coloured = typed.iter().all(is_plain);
        let (stream, styles) = if answer.use_stderr() {
            (&mut self.err, self.error_styles)
        } else {
            (&mut self.out, self.styles)
        };
        let written = if styles == Styles::default() || !coloured {
            write!(stream, "{}", spelled_out(&text.to_string()))
        } else {
            write!(stream, "{}", text.ansi())
        };
        match written.and_then(|()| stream.flush()) {
            Err(error) => self.fail(&error.into()),
            Ok(()) if answer.use_stderr() => Exit::Refused,
            Ok(()) => Exit::Done,
        }
    }
}

/// The text with characters escaped that control a terminal or are invisible.
pub(super) fn spelled_out(text: &str) -> Cow<'_, str> {
    if text.contains("\r\n") {
        let text = text.replace("\r\n", "\n");
        return prompt_syntax::text::spelled_out(&text).into_owned().into();
    }
    prompt_syntax::text::spelled_out(text)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn what_was_typed_colours_no_answer() {
        let answered = |word: &str| {
            let typed = ["team".into(), OsString::from(word)];
            let answer = clap::Command::new("team").try_get_matches_from(&typed);
            let styles = Styles::coloured();
            let mut err = Vec::new();
            let mut console = Console {
                input: &mut std::io::empty(),
                out: &mut std::io::sink(),
                err: &mut err,
                styles,
                error_styles: styles,
                terminal: true,
                person: false,
                width: None,
            };
            console.clap(&answer.unwrap_err(), &typed);
            String::from_utf8(err).unwrap()
        };
        assert!(answered("word").contains("\u{1b}["));
        let answer = answered("\u{1b}]0;title\u{7}\u{1b}[8mhidden\u{9b}");
        assert!(answer.contains("hidden\\u{9b}"), "{answer:?}");
        assert!(
            !answer.contains(['\u{1b}', '\u{7}', '\u{9b}']),
            "{answer:?}"
        );
    }

    #[test]
    fn json_on_a_terminal_is_the_same_json_without_control_characters() {
        let value = "a\u{9b}\u{7f}\u{202e}\u{e0001}\n\u{e9}";
        let mut out = Vec::new();
        Console {
            input: &mut std::io::empty(),
            out: &mut out,
            err: &mut std::io::sink(),
            styles: Styles::default(),
            error_styles: Styles::default(),
            terminal: true,
            person: false,
            width: None,
        }
        .json(&value)
        .unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "\"a\\u009b\\u007f\\u202e\\udb40\\udc01\\n\u{e9}\"\n");
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), value);
    }

    #[test]
    fn a_terminal_obeys_nothing_in_a_text() {
        assert_eq!(spelled_out("a\r\nb\tc\n"), "a\nb\tc\n");
        assert_eq!(
            spelled_out("\u{1b}[31mred\u{7} \u{9b}x \u{202e}"),
            "\\u{1b}[31mred\\u{7} \\u{9b}x \\u{202e}"
        );
        assert!(matches!(spelled_out("日本 👩‍💻"), Cow::Borrowed(_)));
    }
}

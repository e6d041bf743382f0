//! The values of arguments on the command line: `key=text`, `key=@file`, `key=-`.

use crate::Failure;
use prompt_runtime::arguments::Argument;
use std::borrow::Cow;
use std::fs;
use std::io::{self, Read};

/// The help text of `get` and `complete` about values.
pub(super) const HELP: &str = "A value is KEY=TEXT, KEY=@FILE for the content of a file, or KEY=- for standard input; KEY=@@TEXT \
    is text that begins with an @.";

/// The maximum size of one value: larger text does not suit a model, and some files, such as devices, never end.
const MAX_BYTES: u64 = 64 << 20;

/// The value that is read from standard input.
pub(super) const INPUT: &str = "-";

/// Reads all values: `written` by the rules above, `literal` unchanged.
pub(super) fn read(
    written: &[String],
    literal: &[String],
    arguments: &[Argument],
    input: &mut dyn Read,
) -> Result<Vec<(String, String)>, Failure> {
    let mut values: Vec<(String, String)> = Vec::with_capacity(written.len() + literal.len());
    let mut from_input: Option<&str> = None;
    for (pair, is_literal) in written
        .iter()
        .map(|pair| (pair, false))
        .chain(literal.iter().map(|pair| (pair, true)))
    {
        let (key, text) = split(pair, arguments)?;
        if values.iter().any(|(known, _)| known == key) {
            return Err(Failure::refused(format!(
                "argument \"{key}\" is given twice"
            )));
        }
        if !is_literal
            && text == INPUT
            && let Some(first) = from_input.replace(key)
        {
            return Err(Failure::refused(format!(
                "arguments \"{first}\" and \"{key}\" both ask for standard input, which can be read once"
            )));
        }
        let text = if is_literal {
            text.to_owned()
        } else {
            value(key, text, input)?
        };
        values.push((key.to_owned(), text));
    }
    Ok(values)
}

/// Reads the value of one argument from its source.
pub(super) fn value(key: &str, written: &str, input: &mut dyn Read) -> Result<String, Failure> {
    if written == INPUT {
        input_text(key, input)
    } else if let Some(text) = written.strip_prefix("@@") {
        Ok(format!("@{text}"))
    } else if let Some(path) = written.strip_prefix('@') {
        file_text(key, path)
    } else {
        Ok(written.to_owned())
    }
}

/// Writes a text so that [`value`] reads it back. A `-` alone cannot be written.
pub(super) fn written(text: &str) -> Cow<'_, str> {
    if text.starts_with('@') {
        format!("@{text}").into()
    } else {
        text.into()
    }
}

/// The text of an unfinished value, if it is the beginning of a text and not of a path.
pub(super) fn begun(written: &str) -> Option<&str> {
    match written.strip_prefix('@') {
        None => Some(written),
        Some(text) => text.starts_with('@').then_some(text),
    }
}

/// Borrows the values in the form that a registry takes.
pub(super) fn borrowed(values: &[(String, String)]) -> Vec<(&str, &str)> {
    values
        .iter()
        .map(|(key, text)| (key.as_str(), text.as_str()))
        .collect()
}

fn split<'p>(pair: &'p str, arguments: &[Argument]) -> Result<(&'p str, &'p str), Failure> {
    match pair.split_once('=') {
        Some(("", _)) => Err(Failure::refused(format!(
            "\"{pair}\" names no argument; write KEY=VALUE"
        ))),
        Some(split) => Ok(split),
        None => Err(Failure::refused(without_equals_sign(pair, arguments))),
    }
}

/// Explains a word without `=`. It may be the name of an argument, or a value in the style of hosts that assign words by position.
fn without_equals_sign(word: &str, arguments: &[Argument]) -> String {
    let is_name = arguments.iter().any(|it| it.answers_to(word));
    let first = arguments.iter().find(|it| it.is_required());
    match first.or(arguments.first()) {
        Some(first) if !is_name => {
            let names: Vec<&str> = arguments.iter().map(Argument::name).collect();
            format!(
                "\"{word}\" has no name of an argument before it, as in {}=\"{word}\"; the arguments are {}",
                first.name(),
                names.join(", ")
            )
        }
        _ => format!(
            "\"{word}\" has no value; write {word}=TEXT, {word}=@FILE, or {word}=- for standard input"
        ),
    }
}

fn file_text(key: &str, path: &str) -> Result<String, Failure> {
    if path.is_empty() {
        return Err(Failure::refused(format!(
            "\"{key}=@\" names no file; write {key}=@FILE, or {key}=@@ for an @ alone"
        )));
    }
    fs::File::open(path).and_then(text).map_err(|error| {
        // Windows refuses to open a directory as if a permission were missing.
        let error = if fs::metadata(path).is_ok_and(|it| it.is_dir()) {
            io::ErrorKind::IsADirectory.into()
        } else {
            error
        };
        refused(key, &format!("file \"{path}\""), &error)
    })
}

fn input_text(key: &str, input: &mut dyn Read) -> Result<String, Failure> {
    text(input).map_err(|error| refused(key, "standard input", &error))
}

fn text(source: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    if source.take(MAX_BYTES + 1).read_to_end(&mut bytes)? as u64 > MAX_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData.into())
}

fn refused(key: &str, source: &str, error: &io::Error) -> Failure {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "does not exist",
        io::ErrorKind::PermissionDenied => "may not be read",
        io::ErrorKind::IsADirectory => "is a directory",
        io::ErrorKind::InvalidData => "is not UTF-8 text",
        io::ErrorKind::FileTooLarge => "is larger than 64 MiB",
        _ => {
            return Failure::refused(format!(
                "{source}, asked for by argument \"{key}\", cannot be read: {error}"
            ));
        }
    };
    Failure::refused(format!("{source}, asked for by argument \"{key}\", {why}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn read_all(
        written: &[&str],
        literal: &[&str],
        input: &[u8],
    ) -> Result<Vec<(String, String)>, String> {
        let owned =
            |pairs: &[&str]| -> Vec<String> { pairs.iter().map(|&pair| pair.to_owned()).collect() };
        read(&owned(written), &owned(literal), &[], &mut { input })
            .map_err(|error| error.to_string())
    }

    fn read_one(written: &str) -> Result<String, String> {
        read_all(&[written], &[], b"typed\n").map(|values| values.into_iter().next().unwrap().1)
    }

    #[test]
    fn a_value_is_what_stands_after_the_first_equals_sign() {
        assert_eq!(read_one("a=").unwrap(), "");
        assert_eq!(read_one("a=b=c").unwrap(), "b=c");
        assert_eq!(read_one("a= b ").unwrap(), " b ");
        assert_eq!(read_one("a=@@x").unwrap(), "@x");
        assert_eq!(read_one("a=@@").unwrap(), "@");
        assert_eq!(read_one("a=--").unwrap(), "--");
        assert_eq!(read_one("a=-").unwrap(), "typed\n");
    }

    #[test]
    fn every_text_can_be_written() {
        for text in ["", "a", "@", "@team", "@@team", "a@b", "--"] {
            let written = written(text);
            let read = value("a", &written, &mut io::empty()).unwrap();
            assert_eq!((&*read, begun(&written)), (text, Some(text)));
        }
        assert_eq!(begun("@team"), None);
    }

    #[test]
    fn a_literal_value_is_never_read_from_elsewhere() {
        let values = read_all(&[], &["a=@/etc/passwd", "b=-", "c=@@"], b"").unwrap();
        let texts: Vec<&str> = values.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["@/etc/passwd", "-", "@@"]);
    }

    #[test]
    fn what_has_no_end_is_no_value() {
        let error = value("diff", INPUT, &mut io::repeat(b'x')).unwrap_err();
        assert_eq!(
            error.to_string(),
            "standard input, asked for by argument \"diff\", is larger than 64 MiB"
        );
        #[cfg(unix)]
        assert!(
            read_one("a=@/dev/zero")
                .unwrap_err()
                .ends_with(" is larger than 64 MiB")
        );
    }

    #[test]
    fn each_mistake_has_its_sentence() {
        for (written, sentence) in [
            (
                &["diff"] as &[&str],
                "\"diff\" has no value; write diff=TEXT, diff=@FILE, or diff=- for standard input",
            ),
            (&["=x"], "\"=x\" names no argument; write KEY=VALUE"),
            (&["a=1", "a=2"], "argument \"a\" is given twice"),
            (
                &["a=-", "b=-"],
                "arguments \"a\" and \"b\" both ask for standard input, which can be read once",
            ),
            (
                &["a=@"],
                "\"a=@\" names no file; write a=@FILE, or a=@@ for an @ alone",
            ),
            (
                &["a=@no/such/file"],
                "file \"no/such/file\", asked for by argument \"a\", does not exist",
            ),
            (
                &["a=@src"],
                "file \"src\", asked for by argument \"a\", is a directory",
            ),
        ] {
            assert_eq!(read_all(written, &[], b"").unwrap_err(), sentence);
        }
        assert_eq!(
            read_all(&["a=-"], &[], b"\xff").unwrap_err(),
            "standard input, asked for by argument \"a\", is not UTF-8 text"
        );
        assert_eq!(
            read_all(&["a=1"], &["a=2"], b"").unwrap_err(),
            "argument \"a\" is given twice"
        );
    }
}

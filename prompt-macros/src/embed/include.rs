//! `include("file.md")` in `messages!`: the text of a file whose placeholders are bound to values in scope.

use super::files::{File, Files};
use crate::contents::FileName;
use crate::diagnostics::Errors;
use proc_macro2::{Ident, Span, TokenStream};
use prompt_syntax::prompt_file::{self, FileError, Located, Position, Segment};
use std::collections::HashMap;
use syn::LitStr;

/// A file that passed every check.
pub(crate) struct Included {
    pub(crate) file: File,
    /// The text as a format string, with numbered placeholders.
    pub(super) format: String,
    /// The values of the placeholders in the order of their numbers, each with the place of its first use.
    pub(super) values: Vec<(Ident, Position)>,
    /// The text with its placeholders, for people.
    pub(crate) shown: String,
}

impl Included {
    /// The values with their places in the file.
    pub(crate) fn names(&self) -> impl Iterator<Item = FileName> {
        self.values.iter().map(|(name, position)| FileName {
            name: name.clone(),
            place: format!("{}:{position}", self.file.shown),
        })
    }
}

/// Reads the file at `path`, the tokens in the parentheses of `include(…)`. Returns `None` after a mistake, which is reported at the path.
pub(crate) fn include(
    keyword: Span,
    path: &TokenStream,
    files: &Files,
    errors: &mut Errors,
) -> Option<Included> {
    let literal = syn::parse2::<LitStr>(path.clone());
    let Some(literal) = literal.ok().filter(|it| !it.value().is_empty()) else {
        let sentence =
            "`include` takes the path of a file as a literal: write `include(\"review.md\")`";
        if path.is_empty() {
            errors.at(keyword, sentence);
        } else {
            errors.on(path, sentence);
        }
        return None;
    };
    let (file, text) = read(&literal, files, errors)?;
    let Some(text) = text else {
        return Some(Included {
            file,
            format: String::new(),
            values: Vec::new(),
            shown: String::new(),
        });
    };
    if has_front_matter(&text) {
        errors.at(
            file.span,
            format!(
                "`{0}` begins with front matter, which `include` would send as text: remove it, or write `prompt_file!(\"{0}\")` to make the file a prompt",
                file.shown
            ),
        );
        return None;
    }
    match prompt_file::parse_text(&text) {
        Ok(segments) => bound(file, &segments, errors),
        Err(wrong) => {
            report(&file, &wrong, errors);
            None
        }
    }
}

/// Returns `true` for a text that begins with `---` and a key, and has a second `---`. A single `---` is a Markdown rule.
fn has_front_matter(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_end);
    let is_key = |line: &str| {
        line.split_once(':').is_some_and(|(key, _)| {
            !key.is_empty()
                && key
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        })
    };
    lines.next() == Some("---")
        && lines.next().is_some_and(is_key)
        && lines.any(|line| line == "---")
}

/// Returns the file and its text. The text is `None` if the file could not be read, as in some editors. Returns `None` after an error,
/// which is recorded.
pub(super) fn read(
    literal: &LitStr,
    files: &Files,
    errors: &mut Errors,
) -> Option<(File, Option<String>)> {
    let file = files.find(literal);
    if !file.is_seen {
        return Some((file, None));
    }
    match file.text() {
        Ok(text) => Some((file, Some(text))),
        Err(sentence) => {
            errors.at(literal.span(), sentence);
            None
        }
    }
}

pub(super) fn report(file: &File, wrong: &[FileError], errors: &mut Errors) {
    for FileError { position, message } in wrong {
        errors.at(file.span, format!("{}:{position}: {message}", file.shown));
    }
}

fn bound(file: File, segments: &[Segment], errors: &mut Errors) -> Option<Included> {
    let template = Template::of(segments);
    let mut values = Vec::new();
    let mut wrong = Vec::new();
    for value in template.values {
        // Only the text of a whole prompt in another dialect has other values.
        let Value::Placeholder(name) = value else {
            continue;
        };
        let position = name.position;
        if let Some(value) = ident(&name.text, file.span) {
            values.push((value, position));
            continue;
        }
        let snake: String = name.text.replace(['-', '.'], "_");
        let advice = match ident(&snake, file.span) {
            Some(_) => format!("write `{{{{ {snake} }}}}`"),
            None => "write the name of one".to_owned(),
        };
        let message = format!(
            "`{{{{ {} }}}}` cannot be the name of a value in Rust: {advice}",
            name.text
        );
        wrong.push(FileError { position, message });
    }
    report(&file, &wrong, errors);
    wrong.is_empty().then_some(Included {
        file,
        format: template.format,
        values,
        shown: template.shown,
    })
}

/// A text as a format string, with numbered values.
pub(super) struct Template<'s> {
    pub(super) format: String,
    /// The values in the order of their numbers, without duplicates.
    pub(super) values: Vec<Value<'s>>,
    pub(super) shown: String,
}

/// A value in a text.
pub(super) enum Value<'s> {
    /// The placeholder with this name.
    Placeholder(&'s Located),
    /// A text that appears only if the value with this name is not empty.
    Before(&'s str, &'s Located),
}

impl<'s> Template<'s> {
    pub(super) fn of(segments: &'s [Segment]) -> Self {
        let mut template = Self {
            format: String::new(),
            values: Vec::new(),
            shown: prompt_file::shown_text(segments),
        };
        let mut numbers = HashMap::new();
        for segment in segments {
            match segment {
                Segment::Text(text) => template.format.push_str(&escaped(text)),
                Segment::Placeholder(name) => template.placeholder(name, &mut numbers),
                Segment::Appended { before, name } => {
                    template.value(Value::Before(before, name));
                    template.placeholder(name, &mut numbers);
                }
            }
        }
        template
    }

    fn placeholder(&mut self, name: &'s Located, numbers: &mut HashMap<&'s str, usize>) {
        if let Some(number) = numbers.get(name.text.as_str()) {
            self.number(*number);
        } else {
            numbers.insert(&name.text, self.values.len());
            self.value(Value::Placeholder(name));
        }
    }

    fn value(&mut self, value: Value<'s>) {
        self.number(self.values.len());
        self.values.push(value);
    }

    fn number(&mut self, number: usize) {
        self.format
            .push_str(&["{", &number.to_string(), "}"].concat());
    }
}

/// Escapes text for a format string.
pub(super) fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// The identifier for `name`, raw if it is a keyword.
pub(super) fn ident(name: &str, span: Span) -> Option<Ident> {
    let ident = |text: &str| {
        let mut ident: Ident = syn::parse_str(text).ok()?;
        ident.set_span(span);
        Some(ident)
    };
    ident(name).or_else(|| ident(&format!("r#{name}")))
}

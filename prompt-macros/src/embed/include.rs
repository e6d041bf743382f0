//! `include("file.md")` in `messages!`: the text of a file, its placeholders bound to values in scope.

use super::files::{File, Files};
use super::used::UsedFile;
use crate::diagnostics::Errors;
use crate::tokens::mixed;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use prompt_rules::prompt_file::{self, FileError, Located, Position, Segment};
use quote::{quote, quote_spanned};
use syn::LitStr;

/// A text as the expansion needs it.
pub(crate) struct Included {
    /// Items to stand before the text is used, in a block of its own.
    pub(crate) items: TokenStream,
    /// What `format_args!` takes.
    pub(crate) arguments: TokenStream,
    /// The text with its placeholders, for people to read.
    pub(crate) text: String,
    /// The file that it is from.
    pub(crate) file: UsedFile,
}

/// Reads the file that `path`, what stands in the parentheses of `include(…)`, names. `None` when something is wrong, which is
/// reported at the path.
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
        errors.at(keyword, sentence);
        return None;
    };
    let (file, text) = read(&literal, files, errors)?;
    match prompt_file::parse_text(&text) {
        Ok(segments) => bound(&literal, &file, &segments, errors),
        Err(wrong) => {
            report(&literal, &file, &wrong, errors);
            None
        }
    }
}

/// The file and its text. `None` when there is none, which is reported.
pub(super) fn read(literal: &LitStr, files: &Files, errors: &mut Errors) -> Option<(File, String)> {
    let Some(file) = files.find(literal) else {
        let sentence = "the compiler does not say in which file this path is written: write the path from the root";
        errors.at(literal.span(), sentence);
        return None;
    };
    match file.text() {
        Ok(text) => Some((file, text)),
        Err(sentence) => {
            errors.at(literal.span(), sentence);
            None
        }
    }
}

pub(super) fn report(literal: &LitStr, file: &File, wrong: &[FileError], errors: &mut Errors) {
    for error in wrong {
        let FileError { position, message } = error;
        errors.at(
            literal.span(),
            format!("{}:{position}: {message}", file.shown),
        );
    }
}

fn bound(
    literal: &LitStr,
    file: &File,
    segments: &[Segment],
    errors: &mut Errors,
) -> Option<Included> {
    let mixed = mixed(literal.span());
    let template = Template::of(segments);
    let mut items = file.tracking();
    let mut values = Vec::new();
    let mut right = true;
    for name in &template.names {
        let Some(value) = ident(&name.text, literal.span()) else {
            let snake: String = name.text.replace(['-', '.'], "_");
            let advice = match ident(&snake, literal.span()) {
                Some(_) => format!("write `{{{{ {snake} }}}}`"),
                None => "write the name of one".to_owned(),
            };
            let position = name.position;
            let message = format!(
                "`{{{{ {} }}}}` cannot be the name of a value in Rust: {advice}",
                name.text
            );
            report(literal, file, &[FileError { position, message }], errors);
            right = false;
            continue;
        };
        // The name of this macro tells the place in the compiler's note when there is no such value.
        let place = place(file, name.position, mixed);
        items.extend(quote_spanned!(mixed=> macro_rules! #place { () => { #value }; }));
        values.push(quote_spanned!(mixed=> #place!()));
    }
    let mut format = Literal::string(&template.format);
    format.set_span(mixed);
    right.then(|| Included {
        items,
        arguments: quote!(#format #(, #values)*),
        text: template.shown,
        file: UsedFile::text("text", file),
    })
}

/// A text as `format_args!` takes it, with the placeholders numbered.
pub(super) struct Template<'s> {
    pub(super) format: String,
    /// The placeholders in the order of their numbers, each name once.
    pub(super) names: Vec<&'s Located>,
    pub(super) shown: String,
}

impl<'s> Template<'s> {
    pub(super) fn of(segments: &'s [Segment]) -> Self {
        let mut template = Self {
            format: String::new(),
            names: Vec::new(),
            shown: String::new(),
        };
        for segment in segments {
            match segment {
                Segment::Text(text) => {
                    template.format.push_str(&escaped(text));
                    template.shown.push_str(text);
                }
                Segment::Placeholder(name) => {
                    let number = template.number(name).to_string();
                    template.format.push_str(&["{", &number, "}"].concat());
                    template
                        .shown
                        .push_str(&["{{ ", &name.text, " }}"].concat());
                }
            }
        }
        template
    }

    fn number(&mut self, name: &'s Located) -> usize {
        let known = self.names.iter().position(|known| known.text == name.text);
        known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }
}

/// Text as part of a format string.
pub(super) fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// The identifier that `name` is, raw where it is a keyword.
pub(super) fn ident(name: &str, span: Span) -> Option<Ident> {
    let ident = |text: &str| {
        let mut ident: Ident = syn::parse_str(text).ok()?;
        ident.set_span(span);
        Some(ident)
    };
    ident(name).or_else(|| ident(&format!("r#{name}")))
}

/// Such as `review_md_line_3_column_14`.
fn place(file: &File, position: Position, span: Span) -> Ident {
    let name = file.path.file_name().and_then(|name| name.to_str());
    let name: String = name
        .unwrap_or_default()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    let Position { line, column } = position;
    let first = if name.starts_with(|c: char| c.is_ascii_digit()) {
        "_"
    } else {
        ""
    };
    Ident::new(&format!("{first}{name}_line_{line}_column_{column}"), span)
}

//! Collects every mistake of one macro call, so that an author sees them all at once.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use prompt_syntax::text::controls_spelled_out;
use quote::ToTokens;
use std::borrow::Cow;
use std::fmt::Display;

/// The errors found so far. The functions below pass it to a closure and read it afterwards, so that no error is lost.
pub(crate) struct Errors {
    found: Vec<syn::Error>,
}

/// Runs `write` and returns its tokens, preceded by one `compile_error!` per recorded error.
pub(crate) fn items(write: impl FnOnce(&mut Errors) -> TokenStream) -> TokenStream {
    let (out, mut errors) = collected(write);
    errors.extend(out);
    errors
}

/// Does the same for an expression. If there are errors, they form a block with the expression.
pub(crate) fn expression(write: impl FnOnce(&mut Errors) -> TokenStream) -> TokenStream {
    let (out, mut errors) = collected(write);
    if errors.is_empty() {
        return out;
    }
    errors.extend(out);
    TokenTree::Group(Group::new(Delimiter::Brace, errors)).into()
}

/// Runs `read` on the tokens of another macro call, which reports the errors itself.
pub(crate) fn reported_elsewhere<T>(read: impl FnOnce(&mut Errors) -> T) -> T {
    collected(read).0
}

/// The errors as `compile_error!` items. Empty if there are none.
fn collected<T>(run: impl FnOnce(&mut Errors) -> T) -> (T, TokenStream) {
    let mut errors = Errors { found: Vec::new() };
    let made = run(&mut errors);
    let errors = errors.found.into_iter().flatten().map(legible);
    (made, errors.map(|it| it.to_compile_error()).collect())
}

/// Spells out control characters, which are those of a literal that the sentence quotes: it is shown on a terminal.
fn legible(error: syn::Error) -> syn::Error {
    let sentence = error.to_string();
    match controls_spelled_out(&sentence) {
        Cow::Borrowed(_) => error,
        Cow::Owned(sentence) => syn::Error::new(error.span(), sentence),
    }
}

/// Replaces the message of a syntax error with a sentence that suggests a correction.
pub(crate) fn instead<T>(result: syn::Result<T>, sentence: impl Display) -> syn::Result<T> {
    result.map_err(|error| syn::Error::new(error.span(), sentence))
}

impl Errors {
    /// Records an error with the caret on one span.
    pub(crate) fn at(&mut self, span: Span, sentence: impl Display) {
        self.found.push(syn::Error::new(span, sentence));
    }

    /// Records an error with the caret from the first to the last of `tokens`.
    pub(crate) fn on(&mut self, tokens: impl ToTokens, sentence: impl Display) {
        self.found.push(syn::Error::new_spanned(tokens, sentence));
    }

    pub(crate) fn push(&mut self, error: syn::Error) {
        self.found.push(error);
    }

    /// Keeps the value, or records the error.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.push(error);
                None
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    pub(crate) fn count(&self) -> usize {
        self.found.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sentences;

    #[test]
    fn a_sentence_shows_no_control_character() {
        let out = items(|errors| {
            errors.at(Span::call_site(), "write `a\u{1B}[31m\0`");
            TokenStream::new()
        });
        assert_eq!(sentences(&out), ["write `a\\u{1b}[31m\\u{0}`"]);
    }
}

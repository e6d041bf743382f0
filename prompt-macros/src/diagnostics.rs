//! Collects every mistake of one macro call, so that an author sees them all at once.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::fmt::Display;

/// Errors found so far. Must be read with [`Errors::finish`]; dropping it unread loses a diagnostic and is a bug.
pub(crate) struct Errors {
    found: Vec<syn::Error>,
    read: bool,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self {
            found: Vec::new(),
            read: false,
        }
    }

    /// Records a sentence with the caret on one span.
    pub(crate) fn at(&mut self, span: Span, sentence: impl Display) {
        self.found.push(syn::Error::new(span, sentence));
    }

    /// Records a sentence with the caret from the first to the last of `tokens`.
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

    /// Everything that was recorded as `compile_error!` items, empty when there was nothing.
    pub(crate) fn finish(mut self) -> TokenStream {
        self.read = true;
        self.found
            .iter()
            .map(syn::Error::to_compile_error)
            .collect()
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        // A macro that is already unwinding must not abort the compiler.
        assert!(
            self.read || std::thread::panicking(),
            "errors were dropped unread"
        );
    }
}

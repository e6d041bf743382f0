//! The files that a prompt is made of, for those who want to know before anybody asks for the prompt.

use super::check::{self, Embedded};
use super::files::{File, Files};
use super::parse::{self, Kind};
use crate::diagnostics::Errors;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// A file that became part of the program.
#[derive(Clone)]
pub(crate) struct UsedFile {
    kind: &'static str,
    path: String,
    line: usize,
    data: Data,
}

#[derive(Clone)]
enum Data {
    /// The file at this path holds text.
    Text(String),
    /// The literal that the expansion of the call holds too; the compiler stores it once.
    Base64(String),
}

/// The file that a call of `name` with this input embeds. `None` for a call that is wrong, which it reports by itself, and for a macro
/// that only has the name of one of ours.
pub(crate) fn used(name: &str, input: TokenStream, files: &Files) -> Option<UsedFile> {
    let (kind, name) = match name {
        "image" => (Kind::Image, "image"),
        "audio" => (Kind::Audio, "audio"),
        "resource" => (Kind::Resource, "resource"),
        _ => return None,
    };
    let mut errors = Errors::new();
    let call = parse::media(kind, input, &mut errors);
    let embedded = call
        .path
        .as_ref()
        .and_then(|path| check::embedded(&call, path, files, &mut errors));
    errors.finish();
    let (Some(file), embedded) = embedded? else {
        return None;
    };
    let used = UsedFile::text(name, &file);
    Some(match embedded {
        Embedded::Media { data, .. } => UsedFile {
            data: Data::Base64(data),
            ..used
        },
        Embedded::Text { .. } | Embedded::Unseen { .. } => used,
    })
}

impl UsedFile {
    pub(super) fn text(kind: &'static str, file: &File) -> Self {
        Self {
            kind,
            path: file.shown.clone(),
            line: crate::tokens::line(file.span),
            data: Data::Text(file.path.to_string_lossy().into_owned()),
        }
    }

    pub(super) fn at_line(self, line: usize) -> Self {
        Self { line, ..self }
    }

    /// As it was written.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// As an element of `PromptDefinition::embedded`.
    pub(crate) fn definition(&self, private: &TokenStream) -> TokenStream {
        let Self { kind, path, .. } = self;
        let line = Literal::usize_unsuffixed(self.line);
        match &self.data {
            Data::Text(file) => {
                quote!(#private::EmbeddedFile::text(#kind, #path, #line, ::core::include_str!(#file)))
            }
            Data::Base64(data) => {
                quote!(#private::EmbeddedFile::base64(#kind, #path, #line, #data))
            }
        }
    }
}

//! The files that a prompt is made of, for an audit of the program before any prompt is called.

use super::check::{self, Embedded};
use super::files::{File, Files};
use super::parse::{self, Kind};
use crate::diagnostics::reported_elsewhere;
use proc_macro2::TokenStream;
use syn::Attribute;

/// A file that became part of the program.
pub(crate) struct UsedFile {
    /// The `cfg`s under which it is embedded.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) kind: &'static str,
    /// As it was written.
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) data: UsedData,
}

pub(crate) enum UsedData {
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
    let embedded = reported_elsewhere(|errors| {
        let call = parse::media(kind, input, errors);
        check::embedded(&call, call.path.as_ref()?, files, errors)
    });
    let (Some(file), embedded) = embedded? else {
        return None;
    };
    let used = UsedFile::text(name, &file);
    Some(match embedded {
        Embedded::Media { data, .. } => UsedFile {
            data: UsedData::Base64(data),
            ..used
        },
        Embedded::Text { .. } | Embedded::Unseen { .. } => used,
    })
}

impl UsedFile {
    pub(crate) fn text(kind: &'static str, file: &File) -> Self {
        Self {
            cfgs: Vec::new(),
            kind,
            path: file.shown.clone(),
            line: crate::tokens::line(file.span),
            data: UsedData::Text(file.path.to_string_lossy().into_owned()),
        }
    }

    pub(crate) fn under(self, cfgs: &[Attribute]) -> Self {
        let cfgs = cfgs.to_vec();
        Self { cfgs, ..self }
    }

    pub(super) fn at_line(self, line: usize) -> Self {
        Self { line, ..self }
    }
}

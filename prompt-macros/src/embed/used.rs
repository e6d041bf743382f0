//! Finds the embedded files of a prompt, for an audit of the program without calls.

use super::check::{self, Embedded};
use super::files::Files;
use super::parse::{self, Kind};
use crate::contents::{UsedData, UsedFile};
use crate::diagnostics::reported_elsewhere;
use proc_macro2::TokenStream;

/// Returns the file that a call of `name` with this input embeds. Returns `None` for an incorrect call, which reports its own mistake, and
/// for a macro of another crate with the same name.
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
    let used = file.used(name);
    Some(match embedded {
        Embedded::Media { data, .. } => UsedFile {
            data: UsedData::Base64(data),
            ..used
        },
        Embedded::Text { .. } | Embedded::Unseen { .. } => used,
    })
}

//! Embedded files: `image!`, `audio!`, `resource!`, `prompt_file!`, and `include(…)` in `messages!`.

mod check;
mod expand;
mod files;
mod include;
mod media;
mod parse;
mod prompt;
#[cfg(test)]
mod tests;
mod used;

pub(crate) use expand::included;
pub(crate) use files::Files;
pub(crate) use include::{Included, include};
pub(crate) use used::used;

use crate::diagnostics;
use parse::Kind;
use proc_macro2::TokenStream;

/// The expansion of `image!("…")`: an expression of type `ContentBlock`.
pub(crate) fn image(input: TokenStream) -> TokenStream {
    media(Kind::Image, input, &Files::next_to_source())
}

/// The expansion of `audio!("…")`: an expression of type `ContentBlock`.
pub(crate) fn audio(input: TokenStream) -> TokenStream {
    media(Kind::Audio, input, &Files::next_to_source())
}

/// The expansion of `resource!("…", uri = "…")`: an expression of type `ContentBlock`.
pub(crate) fn resource(input: TokenStream) -> TokenStream {
    media(Kind::Resource, input, &Files::next_to_source())
}

/// The expansion of `prompt_file!("…")`: items that register the prompt.
pub(crate) fn prompt_file(input: TokenStream) -> TokenStream {
    prompt::expand(input, &Files::next_to_source())
}

fn media(kind: Kind, input: TokenStream, files: &Files) -> TokenStream {
    diagnostics::expression(|errors| {
        let call = parse::media(kind, input, errors);
        let embedded = call
            .path
            .as_ref()
            .and_then(|path| check::embedded(&call, path, files, errors));
        expand::block(&call, embedded)
    })
}

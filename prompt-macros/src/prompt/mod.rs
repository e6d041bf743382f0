//! `#[prompt]`: item and keys → model → check → expand.

mod check;
mod expand;
mod item;
mod json;
mod model;
mod parse;
#[cfg(test)]
mod tests;

pub(crate) use check::check;
pub(crate) use expand::{doc_text, registered, static_of_method};
pub(crate) use item::{fill_holes, parse, strip, ungrouped};
pub(crate) use model::{Owner, Prompt};
pub(crate) use parse::prompt_keys;

use crate::diagnostics::Errors;
use proc_macro2::TokenStream;

/// The function as it was written, its companion type, and the definition that registers it; after a mistake the errors and a
/// definition that registers nothing in its place.
pub(crate) fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let (item, half_typed) = fill_holes(item);
    let function = parse(item.clone(), &mut errors);
    let keys = prompt_keys(args, &mut errors);
    let prompt = function.map(|function| Prompt::new(keys, function, None, &mut errors));
    if let Some(prompt) = &prompt {
        check(prompt, &mut errors);
    }
    let glue = match &prompt {
        None => TokenStream::new(),
        Some(prompt) if errors.is_empty() && !half_typed => expand::definition(prompt),
        Some(prompt) => expand::fallback(prompt),
    };
    let mut out = errors.finish();
    out.extend(prompt.as_ref().and_then(expand::allowance));
    out.extend(strip(item));
    out.extend(glue);
    out
}

//! `messages!`: the turns of a conversation, checked on every path through them.

mod cfgs;
mod check;
mod expand;
mod flow;
mod model;
mod parse;
mod scan;
#[cfg(test)]
mod tests;

pub(crate) use scan::{TemplateText, scan};

use crate::diagnostics::Errors;
use crate::embed::Files;
use proc_macro2::TokenStream;

/// The expansion of `messages! { … }`: a block that evaluates to a `GetPromptResult`.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    expand_with(input, &Files::next_to_source())
}

fn expand_with(input: TokenStream, files: &Files) -> TokenStream {
    let mut errors = Errors::new();
    let mut conversation = parse::conversation(input, &mut errors);
    check::content(&mut conversation, files, &mut errors);
    let conditional = flow::check(&conversation, &mut errors);
    expand::block(&conversation, &conditional, errors)
}

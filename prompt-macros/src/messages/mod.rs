//! `messages!`: the turns of a conversation, checked on every path through them.

mod ahead;
mod check;
mod expand;
mod flow;
mod model;
mod parse;
mod role;
mod scan;
#[cfg(test)]
mod tests;

pub(crate) use scan::scan;

use crate::diagnostics;
use crate::embed::Files;
use proc_macro2::TokenStream;

/// The expansion of `messages! { … }`: a block that evaluates to a `GetPromptResult`.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    expand_with(input, &Files::next_to_source())
}

fn expand_with(input: TokenStream, files: &Files) -> TokenStream {
    diagnostics::expression(|errors| {
        let mut conversation = parse::conversation(input, errors);
        let is_read = errors.is_empty();
        check::content(&mut conversation, files, errors);
        // An unreadable part may be the turn that the paths lack.
        let conditional = if is_read {
            flow::check(&conversation, errors)
        } else {
            Vec::new()
        };
        expand::block(&conversation, &conditional)
    })
}

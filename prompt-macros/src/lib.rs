//! The macros of `prompt-runtime`. Depend on that crate: it re-exports and documents them.
#![forbid(unsafe_code)]

mod diagnostics;
mod messages;
mod paths;

/// Builds a conversation, checked at compile time. Documented where `prompt-runtime` re-exports it.
#[proc_macro]
pub fn messages(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    messages::expand(input.into()).into()
}

//! A proc-macro crate exports nothing but macros, so its modules are compiled here once more, on tokens that no compiler made.
#![forbid(unsafe_code)]
#![allow(dead_code)]

// The compiler adds this crate by itself only to crates of macros.
extern crate proc_macro;

include!(concat!(env!("OUT_DIR"), "/modules.rs"));

use proc_macro2::TokenStream;

/// The expansion of `messages! { … }`.
#[must_use]
pub fn expand_messages(input: TokenStream) -> TokenStream {
    messages::expand(input)
}

/// The expansion of `#[prompt(…)]` on an item.
#[must_use]
pub fn expand_prompt(args: TokenStream, item: TokenStream) -> TokenStream {
    prompt::expand(args, item)
}

/// The expansion of `#[prompt_methods(…)]` on an item.
#[must_use]
pub fn expand_methods(args: TokenStream, item: TokenStream) -> TokenStream {
    methods::expand(args, item)
}

/// The expansions of both derives on an item.
#[must_use]
pub fn expand_derives(item: TokenStream) -> [TokenStream; 2] {
    [argument_enum::expand(item.clone()), arguments::expand(item)]
}

//! A proc-macro crate exports nothing but macros, so its modules are compiled here once more, on tokens that no compiler made.
#![forbid(unsafe_code)]
#![allow(dead_code)]

#[path = "../../../prompt-macros/src/argument_enum/mod.rs"]
mod argument_enum;
#[path = "../../../prompt-macros/src/arguments/mod.rs"]
mod arguments;
#[path = "../../../prompt-macros/src/diagnostics.rs"]
mod diagnostics;
#[path = "../../../prompt-macros/src/doc.rs"]
mod doc;
#[path = "../../../prompt-macros/src/embed/mod.rs"]
mod embed;
#[path = "../../../prompt-macros/src/keys.rs"]
mod keys;
#[path = "../../../prompt-macros/src/list/mod.rs"]
mod list;
#[path = "../../../prompt-macros/src/messages/mod.rs"]
mod messages;
#[path = "../../../prompt-macros/src/methods/mod.rs"]
mod methods;
#[path = "../../../prompt-macros/src/name.rs"]
mod name;
#[path = "../../../prompt-macros/src/paths.rs"]
mod paths;
#[path = "../../../prompt-macros/src/prompt/mod.rs"]
mod prompt;
#[path = "../../../prompt-macros/src/registered.rs"]
mod registered;
#[path = "../../../prompt-macros/src/text.rs"]
mod text;
#[path = "../../../prompt-macros/src/tokens.rs"]
mod tokens;

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

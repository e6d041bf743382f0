//! The macros of `prompt-runtime`. Depend on that crate: it re-exports and documents them.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod argument_enum;
mod diagnostics;
mod doc;
mod embed;
mod keys;
mod list;
mod messages;
mod methods;
mod name;
mod paths;
mod prompt;
mod registered;
#[cfg(test)]
mod testing;
mod text;
mod tokens;

/// Makes a function a prompt. Documented where `prompt-runtime` exports it.
#[proc_macro_attribute]
pub fn prompt(
    args: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    prompt::expand(args.into(), item.into()).into()
}

/// Makes methods of a server prompts. Documented where `prompt-runtime` exports it.
#[proc_macro_attribute]
pub fn prompt_methods(
    args: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    methods::expand(args.into(), item.into()).into()
}

/// Lists prompts by the paths of their functions. Documented where `prompt-runtime` exports it.
#[proc_macro]
pub fn prompts(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    list::expand(input.into()).into()
}

/// Makes a field-less enum the allowed values of an argument. Documented where `prompt-runtime` exports it.
#[proc_macro_derive(ArgumentEnum, attributes(value))]
pub fn argument_enum(item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    argument_enum::expand(item.into()).into()
}

/// Builds a conversation, checked at compile time. Documented where `prompt-runtime` re-exports it.
#[proc_macro]
pub fn messages(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    messages::expand(input.into()).into()
}

/// Embeds an image. Documented where `prompt-runtime` exports it.
#[proc_macro]
pub fn image(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    embed::image(input.into()).into()
}

/// Embeds audio. Documented where `prompt-runtime` exports it.
#[proc_macro]
pub fn audio(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    embed::audio(input.into()).into()
}

/// Embeds a file as a resource. Documented where `prompt-runtime` exports it.
#[proc_macro]
pub fn resource(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    embed::resource(input.into()).into()
}

/// Makes a file a prompt. Documented where `prompt-runtime` exports it.
#[proc_macro]
pub fn prompt_file(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    embed::prompt_file(input.into()).into()
}

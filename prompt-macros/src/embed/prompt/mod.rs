//! `prompt_file!("review.md")`: what `#[prompt]` makes of a function, made of a file: call → check → expand.

mod check;
mod expand;

use super::files::{File, Files};
use super::parse;
use crate::diagnostics;
use proc_macro2::{Ident, TokenStream};
use prompt_syntax::prompt_file::PromptFile;
use syn::Path;

/// A prompt in a file.
struct Prompt {
    /// The type under which `prompts![…]` finds it.
    companion: Ident,
    runtime: Option<Path>,
    /// `None` when something is wrong with it.
    file: Option<Found>,
}

/// A file that passed every check.
struct Found {
    file: File,
    /// The prompt's: where the file says none, its own.
    name: String,
    contents: PromptFile,
}

pub(super) fn expand(input: TokenStream, files: &Files) -> TokenStream {
    diagnostics::items(|errors| {
        let call = parse::prompt(input, errors);
        let Some(prompt) = check::prompt(call, files, errors) else {
            return TokenStream::new();
        };
        match &prompt.file {
            Some(found) if errors.is_empty() => expand::definition(&prompt, found),
            _ => expand::fallback(&prompt),
        }
    })
}

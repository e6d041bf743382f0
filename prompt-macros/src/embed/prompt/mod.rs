//! `prompt_file!("review.md")`: registers a file as `#[prompt]` registers a function; call → check → expand.

mod check;
mod expand;

use super::files::{File, Files};
use super::parse;
use crate::diagnostics;
use proc_macro2::{Ident, TokenStream};
use prompt_syntax::prompt_file::PromptFile;
use quote::quote;
use syn::Path;

/// A prompt in a file.
struct Prompt {
    /// The name of the companion type, which `prompts![…]` uses.
    companion: Ident,
    runtime: Option<Path>,
    /// The file. `None` if it has mistakes.
    file: Option<Found>,
}

enum Found {
    Read(Box<Read>),
    /// The compiler does not tell the macro the path of the file.
    Unseen(File),
}

/// A file that passed every check.
struct Read {
    file: File,
    /// The name of the prompt.
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
            Some(Found::Read(read)) if errors.is_empty() => expand::definition(&prompt, read),
            Some(Found::Unseen(file)) => {
                let unseen = file.unseen();
                let fallback = expand::fallback(&prompt);
                quote!(#unseen #fallback)
            }
            _ => expand::fallback(&prompt),
        }
    })
}

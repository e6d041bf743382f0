//! What a file must be before it is a prompt.

use super::{Found, Prompt};
use crate::diagnostics::Errors;
use crate::embed::files::Files;
use crate::embed::include;
use crate::embed::parse::PromptCall;
use proc_macro2::Ident;
use prompt_syntax::{name, prompt_file};
use syn::LitStr;

/// `None` when `prompts![…]` has nothing to find it under, which is reported.
pub(super) fn prompt(call: PromptCall, files: &Files, errors: &mut Errors) -> Option<Prompt> {
    let path = call.path?;
    Some(Prompt {
        companion: companion(&path, errors)?,
        runtime: call.runtime,
        file: found(&path, files, errors),
    })
}

/// Named like the file.
fn companion(path: &LitStr, errors: &mut Errors) -> Option<Ident> {
    let text = path.value();
    let stem = prompt_file::stem(text.as_ref()).unwrap_or_default();
    let word: String = stem.replace(['-', '.', ' '], "_");
    let ident = include::ident(&word, path.span());
    if ident.is_none() {
        let sentence = format!(
            "`{stem}` does not become the name of a Rust type, under which `prompts![…]` finds the prompt: let the file's name begin with a letter and hold only letters, digits, `-` and `_`"
        );
        errors.at(path.span(), sentence);
    }
    ident
}

fn found(path: &LitStr, files: &Files, errors: &mut Errors) -> Option<Found> {
    let (file, text) = include::read(path, files, errors)?;
    let contents = prompt_file::parse(&text);
    let contents = contents
        .map_err(|wrong| include::report(&file, &wrong, errors))
        .ok()?;
    let name = if let Some(name) = &contents.name {
        name.text.clone()
    } else {
        let stem = prompt_file::stem(&file.path).unwrap_or_default();
        check_stem(stem, path, errors);
        stem.to_owned()
    };
    Some(Found {
        file,
        name,
        contents,
    })
}

fn check_stem(stem: &str, path: &LitStr, errors: &mut Errors) {
    let Err(why) = name::check(stem) else {
        return;
    };
    let legal = name::suggest(stem).unwrap_or_else(|| "…".to_owned());
    let sentence = format!(
        "the prompt would be named like its file, and the name `{}` {why}: write `name: {legal}` into the file, or rename it",
        stem.escape_debug()
    );
    errors.at(path.span(), sentence);
}

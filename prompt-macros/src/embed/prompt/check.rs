//! Checks a file before it becomes a prompt.

use super::{Found, Prompt, Read};
use crate::diagnostics::Errors;
use crate::embed::files::Files;
use crate::embed::include;
use crate::embed::parse::PromptCall;
use proc_macro2::Ident;
use prompt_syntax::prompt_file::{self, Reading};
use syn::LitStr;

/// Returns `None` if the file's name cannot be used in `prompts![…]`; the mistake is recorded.
pub(super) fn prompt(call: PromptCall, files: &Files, errors: &mut Errors) -> Option<Prompt> {
    let path = call.path.as_ref()?;
    let companion = companion(path, &call, files, errors)?;
    let file = found(path, &call, files, errors);
    Some(Prompt {
        companion,
        runtime: call.runtime,
        file,
    })
}

/// The name of the companion type, which `prompts![…]` uses: the name of the file, or of a skill's directory.
fn companion(
    path: &LitStr,
    call: &PromptCall,
    files: &Files,
    errors: &mut Errors,
) -> Option<Ident> {
    let file = files.find(path);
    let told = || prompt_file::dialect_of(&file.path).unwrap_or_default();
    let dialect = call.dialect.unwrap_or_else(told);
    let name = prompt_file::file_name(&file.path, None, dialect);
    let stem = name.own();
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

fn found(path: &LitStr, call: &PromptCall, files: &Files, errors: &mut Errors) -> Option<Found> {
    let (file, text) = include::read(path, files, errors)?;
    let Some(text) = text else {
        return Some(Found::Unseen(file));
    };
    let dialect = match call.dialect {
        Some(dialect) => dialect,
        None => prompt_file::dialect_of(&file.path)
            .map_err(|why| errors.at(path.span(), why))
            .ok()?,
    };
    let name = prompt_file::file_name(&file.path, None, dialect);
    let reading = Reading {
        dialect,
        strict: call.strict,
        unused_is_wrong: true,
        append: call.append,
    };
    let contents = prompt_file::parse(&text, &name, &reading);
    let contents = contents
        .map_err(|wrong| include::report(&file, &wrong, errors))
        .ok()?;
    let own = contents.name.as_ref().map(|name| name.text.as_str());
    let name = name
        .prompt_name(own)
        .map_err(|sentence| errors.at(path.span(), sentence))
        .ok()?;
    Some(Found::Read(Box::new(Read {
        file,
        name,
        contents,
    })))
}

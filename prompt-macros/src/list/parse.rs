//! Reads the paths one by one, so that one mistake does not hide others.

use super::List;
use crate::diagnostics::Errors;
use crate::keys::{separator, skip_element};
use crate::tokens::attributes;
use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Path, Token};

pub(super) fn list(input: TokenStream, errors: &mut Errors) -> List {
    let list = |input: ParseStream| Ok(elements(input, errors));
    let list = list.parse2(input);
    errors.keep(list).unwrap_or_default()
}

fn elements(input: ParseStream, errors: &mut Errors) -> List {
    let mut list = List::default();
    if input.peek(Token![crate]) && input.peek2(Token![=]) {
        list.runtime = errors.keep(runtime(input));
        if list.runtime.is_none() {
            skip_element(input);
            drop(input.parse::<Option<Token![,]>>());
        }
    }
    while !input.is_empty() {
        match element(input) {
            Ok(prompt) => list.prompts.push(prompt),
            Err(error) => {
                errors.push(error);
                skip_element(input);
            }
        }
        separator(input, errors, skip_element);
    }
    list
}

/// Reads `crate = ::path;` before the list.
pub(crate) fn runtime(input: ParseStream) -> syn::Result<Path> {
    let word: Token![crate] = input.parse()?;
    input.parse::<Token![=]>()?;
    let sentence = "write the runtime's path and `;` before the prompts: `prompts![crate = ::path; code_review]`";
    let refuse = |_| syn::Error::new(word.span, sentence);
    let path = Path::parse_mod_style(input).map_err(refuse)?;
    input.parse::<Token![;]>().map_err(refuse)?;
    Ok(path)
}

/// The type before the name of a method, recognized by its capital letter.
pub(crate) fn method_of(path: &Path) -> Option<String> {
    let before_last = path.segments.len().checked_sub(2)?;
    let ty = path.segments.iter().nth(before_last)?.ident.to_string();
    ty.starts_with(|c: char| c.is_ascii_uppercase())
        .then_some(ty)
}

fn element(input: ParseStream) -> syn::Result<(Vec<Attribute>, Path)> {
    let attributes = attributes(input)?;
    let span = input.span();
    let path = Path::parse_mod_style(input).map_err(|_| {
        syn::Error::new(
            span,
            "`prompts!` lists functions marked `#[prompt]`: write their paths, such as `prompts![code_review, text::summary]`",
        )
    })?;
    if let Some(ty) = method_of(&path) {
        return Err(syn::Error::new_spanned(
            &path,
            format!(
                "the prompts of methods are listed by their type: write `{ty}::PROMPTS`, an array of its own, in place of this list or beside it"
            ),
        ));
    }
    if input.peek(syn::token::Paren) || input.peek(Token![!]) {
        return Err(syn::Error::new(
            input.span(),
            "a prompt is listed, not called: write its path alone",
        ));
    }
    Ok((attributes, path))
}

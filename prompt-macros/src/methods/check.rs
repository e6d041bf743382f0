//! Checks the `impl`, with one function for each rule. Each of its complete prompts is checked like a function.

use super::Methods;
use crate::diagnostics::Errors;
use crate::prompt;
use crate::tokens::is_punct;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

pub(super) fn check(methods: &Methods, errors: &mut Errors) {
    check_trait(methods, errors);
    check_lifetimes(methods, errors);
    check_any(methods, errors);
    for method in &methods.prompts {
        if let Some(path) = &method.runtime {
            errors.on(
                path,
                "all methods of an `impl` use one runtime: write `#[prompt_methods(crate = …)]` on the `impl`",
            );
        }
        if !method.half_typed {
            prompt::check(method, errors);
        }
    }
}

fn check_trait(methods: &Methods, errors: &mut Errors) {
    if let Some((path, _)) = &methods.header.trait_ {
        errors.on(
            path,
            "a prompt is a method of the server's own: write it in an `impl` without a trait",
        );
    }
}

/// State is found by its type, which therefore cannot borrow.
fn check_lifetimes(methods: &Methods, errors: &mut Errors) {
    let mut before = None;
    for token in methods
        .header
        .self_ty
        .to_token_stream()
        .into_iter()
        .flat_map(flat)
    {
        if let TokenTree::Ident(name) = &token
            && before.as_ref().is_some_and(|tick| is_punct(tick, '\''))
            && name != "static"
        {
            errors.at(
                name.span(),
                "a server that is found by its type borrows nothing: write `'static` here, or the prompts as functions",
            );
        }
        before = Some(token);
    }
}

fn flat(token: TokenTree) -> Vec<TokenTree> {
    match token {
        TokenTree::Group(group) => TokenStream::into_iter(group.stream())
            .flat_map(flat)
            .collect(),
        token => vec![token],
    }
}

fn check_any(methods: &Methods, errors: &mut Errors) {
    if methods.prompts.is_empty() && !methods.half_typed && errors.is_empty() {
        errors.on(
            &methods.header.self_ty,
            "no method of this `impl` is a prompt: write `#[prompt]` on those that are, or remove `#[prompt_methods]`",
        );
    }
}

//! `#[prompt]`: item and keys → model → check → expand.

mod check;
mod expand;
mod item;
mod json;
mod model;
mod parse;
mod plain;
#[cfg(test)]
mod tests;
mod typo;

pub(crate) use check::{check, check_arguments};
pub(crate) use expand::{
    argument_assertions, argument_definition, argument_fetch, constant_of_method, doc_text,
    generic_definition, static_of_method,
};
pub(crate) use item::{
    fill_holes, our_attribute, parse, position_of_parameters, strip, without_second,
};
pub(crate) use model::{Kind, Owner, Parameter, Prompt};
pub(crate) use parse::prompt_keys;
pub(crate) use typo::bind;

use crate::diagnostics;
use crate::keys::PROMPT;
use proc_macro2::{Span, TokenStream};
use syn::ReturnType;

/// Returns the function as it was written, its companion type, and the definition that registers it. If there are mistakes, returns the
/// errors and an unregistered definition in its place.
pub(crate) fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    diagnostics::items(|errors| {
        let args = without_rejected(args);
        let keys = prompt_keys(args, errors);
        let item = without_second(item, PROMPT, keys.runtime.as_ref(), errors);
        let (item, half_typed) = fill_holes(item);
        let function = parse(item.clone(), errors);
        let Some(function) = function else {
            return strip(item);
        };
        // rustc reports a missing body, except in a trait, where it refuses a module.
        let has_body = !function.body.is_empty();
        let prompt = Prompt {
            half_typed,
            ..Prompt::new(keys, function, None, errors)
        };
        if !prompt.half_typed && (has_body || prompt.is_method()) {
            check(&prompt, errors);
        }
        let mut out = TokenStream::new();
        out.extend(expand::allowance(&prompt));
        out.extend(bind(strip(item), &prompt.typos));
        let is_complete = has_body
            && !prompt.half_typed
            && !matches!(prompt.sig.output, ReturnType::Default)
            && !prompt.has_illegal_type();
        out.extend(if !has_body {
            expand::marker(&prompt)
        } else if errors.is_empty() && is_complete {
            expand::definition(&prompt)
        } else {
            expand::fallback(&prompt)
        });
        out
    })
}

/// Drops the value of `#[prompt = "…"]`, because rustc has already rejected this form.
fn without_rejected(args: TokenStream) -> TokenStream {
    let is_value = syn::parse2::<syn::Lit>(args.clone()).is_ok();
    let written = Span::call_site().source_text().filter(|_| is_value);
    match written {
        Some(written) if !written.contains('(') => TokenStream::new(),
        _ => args,
    }
}

//! `#[derive(ArgumentEnum)]`: enum → model → check → expand.

mod case;
mod check;
mod expand;
mod model;
mod parse;
#[cfg(test)]
mod tests;

use crate::diagnostics::Errors;
use proc_macro2::TokenStream;
use syn::DeriveInput;

/// The implementations, or the errors and implementations without values, so that a prompt that takes the type adds none.
pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let Some(input) = errors.keep(syn::parse2::<DeriveInput>(item)) else {
        return errors.finish();
    };
    let model = model::Choice::new(&input, &mut errors);
    check::check(&input, &model, &mut errors);
    let implementations = if errors.is_empty() {
        expand::implementations(&model)
    } else {
        expand::fallback(&input, &model)
    };
    let mut out = errors.finish();
    out.extend(implementations);
    out
}

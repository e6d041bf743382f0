//! `#[derive(ArgumentEnum)]`: enum → model → check → expand.

mod case;
mod check;
mod expand;
mod model;
mod parse;
#[cfg(test)]
mod tests;

use crate::diagnostics;
use proc_macro2::TokenStream;
use syn::DeriveInput;

/// Returns the implementations. If there are mistakes, returns the errors and implementations without values, so that a prompt that uses
/// the type causes no further errors.
pub(crate) fn expand(item: TokenStream) -> TokenStream {
    diagnostics::items(|errors| {
        let Some(input) = errors.keep(syn::parse2::<DeriveInput>(item)) else {
            return TokenStream::new();
        };
        let model = model::Choice::new(&input, errors);
        check::check(&input, &model, errors);
        if errors.is_empty() {
            expand::implementations(&model)
        } else {
            expand::fallback(&input, &model)
        }
    })
}

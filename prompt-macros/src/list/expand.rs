//! Writes the array.

use super::List;
use crate::diagnostics::Errors;
use crate::paths;
use crate::tokens::mixed;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

/// The definitions, also of a list with mistakes, so that it has the type that it would have.
pub(super) fn array(list: &List, errors: Errors) -> TokenStream {
    let errors = errors.finish();
    let array = definitions(list);
    if errors.is_empty() {
        array
    } else {
        quote!({ #errors #array })
    }
}

fn definitions(list: &List) -> TokenStream {
    if list.prompts.is_empty() {
        let private = paths::private(list.runtime.as_ref());
        return quote!(([] as [&'static #private::PromptDefinition; 0]));
    }
    let prompts = list.prompts.iter().map(
        |(attributes, path)| quote_spanned!(mixed(path.span())=> #(#attributes)* <#path>::PROMPT),
    );
    quote!([#(#prompts),*])
}

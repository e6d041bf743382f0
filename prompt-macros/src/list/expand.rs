//! Writes the array.

use super::List;
use crate::paths;
use crate::tokens::mixed;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

pub(super) fn array(list: &List) -> TokenStream {
    if list.prompts.is_empty() {
        let private = paths::private(list.runtime.as_ref());
        return quote!(([] as [&'static #private::PromptDefinition; 0]));
    }
    let prompts = list.prompts.iter().map(
        |(attributes, path)| quote_spanned!(mixed(path.span())=> #(#attributes)* <#path>::PROMPT),
    );
    quote!([#(#prompts),*])
}

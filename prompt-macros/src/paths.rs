//! Every absolute path that an expansion uses begins here, so that `crate = ::path` renames them all.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Path;

/// The path of the runtime crate as the user can reach it: `::prompt_runtime` unless `crate = …` says otherwise.
pub(crate) fn default_runtime() -> TokenStream {
    quote!(::prompt_runtime)
}

/// The path that a `crate = …` key gives, or the default.
pub(crate) fn runtime(given: Option<&Path>) -> TokenStream {
    given.map_or_else(default_runtime, ToTokens::to_token_stream)
}

/// What the runtime exports for expansions only.
pub(crate) fn private(runtime: &TokenStream) -> TokenStream {
    quote!(#runtime::__private)
}

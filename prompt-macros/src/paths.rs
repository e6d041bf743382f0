//! Every absolute path that an expansion uses begins here, so that `crate = ::path` renames them all.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;

/// What the runtime exports for expansions only: the runtime is `::prompt_runtime`, unless a `crate = …` key gives another path.
pub(crate) fn private(runtime: Option<&Path>) -> TokenStream {
    match runtime {
        None => quote!(::prompt_runtime::__private),
        Some(runtime) => quote!(#runtime::__private),
    }
}

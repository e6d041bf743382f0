//! The path prefix of every name in an expansion, so that `crate = ::path` changes all of them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Path;

/// The module that the runtime exports only for expansions. The patch version in its name keeps other crates from depending on it. A
/// runtime of another version has another name and does not compile with these macros.
const PRIVATE: &str = concat!("__private", env!("CARGO_PKG_VERSION_PATCH"));

/// The path of that module in `::prompt_runtime`, or in the crate of a `crate = …` key.
pub(crate) fn private(runtime: Option<&Path>) -> TokenStream {
    let module = Ident::new(PRIVATE, Span::mixed_site());
    match runtime {
        None => quote!(::prompt_runtime::#module),
        Some(runtime) => quote!(#runtime::#module),
    }
}

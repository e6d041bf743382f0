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

/// The import of that module under the name `p`, for a module inside the one in which the path is written.
pub(crate) fn import_in_module(runtime: Option<&Path>) -> TokenStream {
    let private = private(runtime);
    let import = |up: TokenStream| quote!(#up #private as p;);
    let Some(path) = runtime.filter(|path| path.leading_colon.is_none()) else {
        return import(quote!(pub(super) use));
    };
    match path.segments.first() {
        Some(first) if first.ident == "super" => import(quote!(pub(super) use super::)),
        Some(first) if first.ident == "self" => {
            let rest = private.into_iter().skip(1);
            let rest: TokenStream = rest.collect();
            quote!(pub(super) use super #rest as p;)
        }
        Some(first) if first.ident == "crate" || first.ident == "$crate" => {
            import(quote!(pub(super) use))
        }
        // The first name is a crate or an item beside the prompt.
        _ => import(quote!(use super::*; pub(super) use)),
    }
}

//! Writes the constant that lists the prompts of an `impl`, with their definitions inside.

use super::Methods;
use crate::paths;
use crate::prompt::{Prompt, registered, static_of_method};
use crate::registered::imports;
use crate::tokens::{is_punct, regrouped};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

/// The list of the prompts, with their definitions inside.
pub(super) fn definitions(methods: &Methods) -> TokenStream {
    let mut statics = TokenStream::new();
    let mut elements = Vec::new();
    for (index, prompt) in methods.prompts.iter().enumerate() {
        let name = static_of_method(index);
        statics.extend(registered(prompt, &name));
        let cfgs = &prompt.cfgs;
        elements.push(quote!(#(#cfgs)* &#name));
    }
    let statics = concrete(statics, &methods.header.self_ty.to_token_stream());
    let length = length(methods);
    list(methods, &length, &quote!({ #statics [#(#elements),*] }))
}

/// An empty list, so that its users cause no further errors.
pub(super) fn fallback(methods: &Methods) -> TokenStream {
    // In the `impl` of a trait, the type may belong to another crate.
    if methods.header.trait_.is_some() {
        return TokenStream::new();
    }
    list(methods, &quote!(0), &quote!([]))
}

fn list(methods: &Methods, length: &TokenStream, value: &TokenStream) -> TokenStream {
    let private = paths::private(methods.runtime.as_ref());
    let imports = imports(&private, methods.prompts.iter().any(Prompt::has_arguments));
    let (generics, _, bounds) = methods.header.generics.split_for_impl();
    let ty = &methods.header.self_ty;
    let name = methods
        .list
        .clone()
        .unwrap_or_else(|| Ident::new("PROMPTS", Span::mixed_site()));
    let deprecated = methods.prompts.iter().any(|prompt| prompt.uses_deprecated);
    let allow = deprecated.then(|| quote!(#[allow(deprecated)]));
    quote! {
        const _: () = {
            #imports
            #allow
            impl #generics #ty #bounds {
                /// The prompts among the methods of this type.
                pub const #name: [&'static __p::PromptDefinition; #length] = #value;
            }
        };
    }
}

/// The number of prompts. The compiler counts them if a `cfg` can remove some.
fn length(methods: &Methods) -> TokenStream {
    let prompts = &methods.prompts;
    if prompts.iter().all(|prompt| prompt.cfgs.is_empty()) {
        let length = prompts.len();
        return quote!(#length);
    }
    let units = prompts.iter().map(|prompt| {
        let cfgs = &prompt.cfgs;
        quote!(#(#cfgs)* ())
    });
    quote!(<[()]>::len(&[#(#units),*]))
}

/// Replaces `Self` with the type, because a static cannot name the `Self` around it.
fn concrete(tokens: TokenStream, ty: &TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) if word == "Self" => {
                // In its own place, so that a type that is unknown is one error.
                let is_path = tokens.peek().is_some_and(|next| is_punct(next, ':'));
                out.extend(if is_path {
                    quote_spanned!(word.span()=> <#ty>)
                } else {
                    ty.clone()
                });
            }
            TokenTree::Group(group) => {
                out.extend([regrouped(&group, concrete(group.stream(), ty))]);
            }
            token => out.extend([token]),
        }
    }
    out
}

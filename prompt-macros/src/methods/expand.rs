//! Writes the constant that lists the prompts of an `impl`, with their definitions inside.

use super::{Methods, is_generic};
use crate::paths;
use crate::prompt::{Prompt, constant_of_method, generic_definition, static_of_method};
use crate::registered::{imports, registered};
use crate::tokens::{end, is_punct, regrouped};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

/// The list of the prompts, with their definitions inside.
pub(super) fn definitions(methods: &Methods) -> TokenStream {
    if is_generic(&methods.header) {
        return generic_definitions(methods);
    }
    let (mut constants, mut statics) = (TokenStream::new(), TokenStream::new());
    let mut elements = Vec::new();
    for (index, prompt) in methods.prompts.iter().enumerate() {
        let (name, cfgs) = (static_of_method(index), &prompt.cfgs);
        constants.extend(constant_of_method(prompt, &name));
        statics.extend(registered(&name, cfgs, &quote!(__Definitions::#name)));
        elements.push(quote!(#(#cfgs)* &#name));
    }
    let constants = concrete(constants, &methods.header.self_ty.to_token_stream());
    let list = list(
        methods,
        &bounds(methods),
        &length(methods),
        &quote!([#(#elements),*]),
    );
    let allow = allow(methods);
    // The empty generics take the span of the author's `impl`, so that rustc merges its two equal errors; see `generics` in `prompt/expand.rs`.
    let place = end(methods.header.impl_token.span);
    let generics = quote_spanned!(place=> < >);
    let items = quote! {
        enum __Definitions {}
        #allow
        impl #generics __Definitions {
            #constants
        }
        #statics
        #list
    };
    within(methods, &items)
}

/// The same for a generic `impl`. A static has one value for all types, and so has an entry of the inventory. Therefore the definitions are
/// constants of a trait, which each type has for itself.
fn generic_definitions(methods: &Methods) -> TokenStream {
    let (generics, ty) = (&methods.header.generics, &methods.header.self_ty);
    // Threads share a server. The author's `impl` often has no such bound, so it is added here.
    let predicates = generics
        .where_clause
        .iter()
        .flat_map(|bounds| &bounds.predicates);
    let shared = quote!(#ty: ::core::marker::Send + ::core::marker::Sync + 'static);
    let bounds = quote!(where #(#predicates,)* #shared);
    let (mut declared, mut values, mut elements) = (Vec::new(), Vec::new(), Vec::new());
    for (index, prompt) in methods.prompts.iter().enumerate() {
        let (name, cfgs) = (static_of_method(index), &prompt.cfgs);
        let value = generic_definition(prompt);
        let constant = quote!(#(#cfgs)* const #name: &'static __p::PromptDefinition);
        declared.push(quote!(#constant;));
        values.push(quote!(#constant = #value;));
        elements.push(quote!(#(#cfgs)* Self::#name));
    }
    let allow = allow(methods);
    let list = list(
        methods,
        &bounds,
        &length(methods),
        &quote!([#(#elements),*]),
    );
    let (generics, _, _) = generics.split_for_impl();
    let items = quote! {
        trait __Prompts {
            #(#declared)*
        }
        #allow
        impl #generics __Prompts for #ty #bounds {
            #(#values)*
        }
        #list
    };
    within(methods, &items)
}

/// An empty list, so that its users cause no further errors.
pub(super) fn fallback(methods: &Methods) -> TokenStream {
    // In the `impl` of a trait, the type may belong to another crate.
    if methods.header.trait_.is_some() {
        return TokenStream::new();
    }
    let list = list(methods, &bounds(methods), &quote!(0), &quote!([]));
    within(methods, &list)
}

/// The items in a scope of their own.
fn within(methods: &Methods, items: &TokenStream) -> TokenStream {
    let private = paths::private(methods.runtime.as_ref());
    let imports = imports(&private, methods.prompts.iter().any(Prompt::has_arguments));
    quote! {
        const _: () = {
            #imports
            #items
        };
    }
}

fn bounds(methods: &Methods) -> TokenStream {
    methods.header.generics.where_clause.to_token_stream()
}

fn allow(methods: &Methods) -> Option<TokenStream> {
    let deprecated = methods.prompts.iter().any(|prompt| prompt.uses_deprecated);
    deprecated.then(|| quote!(#[allow(deprecated)]))
}

fn list(
    methods: &Methods,
    bounds: &TokenStream,
    length: &TokenStream,
    value: &TokenStream,
) -> TokenStream {
    let (generics, _, _) = methods.header.generics.split_for_impl();
    let ty = &methods.header.self_ty;
    let name = methods
        .list
        .clone()
        .unwrap_or_else(|| Ident::new("PROMPTS", Span::mixed_site()));
    let allow = allow(methods);
    // Where a second list has the same name, rustc shows the name of this macro.
    quote! {
        #allow
        impl #generics #ty #bounds {
            __p::for_another_impl_write_list_equals_another_name!(#name, #length, #value);
        }
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

/// Replaces `Self` with the type, because the definitions are not in an `impl` of it.
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

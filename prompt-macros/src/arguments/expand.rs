//! Writes the implementation of `PromptArguments`.

use super::Arguments;
use crate::paths;
use crate::prompt::{argument_assertions, argument_definition, argument_fetch};
use crate::registered::imports;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::DeriveInput;

pub(super) fn implementation(arguments: &Arguments<'_>) -> TokenStream {
    let private = paths::private(arguments.runtime.as_ref());
    let imports = imports(&private, true);
    let lifetimes: Vec<&Ident> = arguments.lifetime.iter().map(|it| &it.ident).collect();
    let invocation = Ident::new("__i", Span::mixed_site());
    let (mut assertions, mut definitions) = (TokenStream::new(), Vec::new());
    let (mut fetches, mut fields) = (Vec::new(), Vec::new());
    for (index, (ident, parameter)) in arguments.fields.iter().enumerate() {
        let value = Ident::new(&format!("__{index}"), Span::mixed_site());
        assertions.extend(argument_assertions(parameter, &lifetimes));
        definitions.extend(argument_definition(parameter, &lifetimes));
        let fetch = argument_fetch(parameter, &lifetimes, &invocation);
        fetches.push(quote!(let #value = #fetch;));
        fields.push(quote!(#ident: #value?));
    }
    let name = arguments.ident;
    let (generics, request, of_struct) = match arguments.lifetime {
        Some(lifetime) => (quote!(<#lifetime>), quote!(#lifetime), quote!(<#lifetime>)),
        None => (quote!(<'a>), quote!('a), TokenStream::new()),
    };
    let allow = arguments
        .uses_deprecated
        .then(|| quote!(#[allow(deprecated)]));
    quote! {
        const _: () = {
            #imports
            #[automatically_derived]
            #allow
            impl #generics __p::PromptArguments<#request> for #name #of_struct {
                const ARGUMENTS: &'static [__p::ArgumentDefinition] = {
                    #assertions
                    &[#(#definitions),*]
                };
                fn fetch(
                    #invocation: &mut __p::Invocation<#request>,
                ) -> ::core::option::Option<Self> {
                    #(#fetches)*
                    ::core::option::Option::Some(Self { #(#fields),* })
                }
            }
        };
    }
}

/// An implementation without arguments, for a struct with mistakes.
pub(super) fn fallback(input: &DeriveInput, arguments: &Arguments<'_>) -> TokenStream {
    let private = paths::private(arguments.runtime.as_ref());
    let name = arguments.ident;
    let (_, of_struct, bounds) = input.generics.split_for_impl();
    let parameters = &input.generics.params;
    let request = arguments
        .lifetime
        .map_or_else(|| quote!('__request), ToTokens::to_token_stream);
    let own = arguments.lifetime.is_none().then(|| quote!('__request,));
    quote! {
        #[automatically_derived]
        impl<#own #parameters> #private::PromptArguments<#request> for #name #of_struct #bounds {
            const ARGUMENTS: &'static [#private::ArgumentDefinition] = &[];
            fn fetch(_: &mut #private::Invocation<#request>) -> ::core::option::Option<Self> {
                ::core::option::Option::None
            }
        }
    }
}

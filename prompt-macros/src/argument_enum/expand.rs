//! Writes `ArgumentEnum`, `FromStr` and `Display`.

use super::model::{Choice, Variant};
use crate::doc::{Doc, Piece};
use crate::paths;
use crate::prompt::doc_text;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::DeriveInput;

pub(crate) fn implementations(choice: &Choice<'_>) -> TokenStream {
    let private = paths::private(choice.runtime.as_ref());
    let ident = choice.ident;
    let variants: Vec<&Ident> = choice
        .variants
        .iter()
        .map(|variant| variant.ident)
        .collect();
    let values: Vec<&str> = choice
        .variants
        .iter()
        .map(|variant| variant.value.text.as_str())
        .collect();
    let aliases = choice.variants.iter().map(|variant| {
        let aliases = variant.aliases.iter().map(|alias| &alias.text);
        quote!(#(| #aliases)*)
    });
    let descriptions = descriptions(&choice.variants);
    let former: Vec<&str> = choice
        .variants
        .iter()
        .flat_map(|variant| &variant.aliases)
        .map(|alias| alias.text.as_str())
        .collect();
    let former = (!former.is_empty()).then(
        || quote!(const ALIASES: &'static [&'static ::core::primitive::str] = &[#(#former),*];),
    );
    let allow = choice.uses_deprecated.then(|| quote!(#[allow(deprecated)]));
    quote! {
        #[automatically_derived]
        #allow
        impl #private::ArgumentEnum for #ident {
            const VALUES: &'static [&'static ::core::primitive::str] = &[#(#values),*];
            #descriptions
            #former
            fn as_str(&self) -> &'static ::core::primitive::str {
                match self { #(Self::#variants => #values,)* }
            }
        }
        #[automatically_derived]
        #allow
        impl ::core::str::FromStr for #ident {
            type Err = #private::UnknownValue;
            fn from_str(text: &::core::primitive::str) -> ::core::result::Result<Self, #private::UnknownValue> {
                match text {
                    #(#values #aliases => ::core::result::Result::Ok(Self::#variants),)*
                    _ => ::core::result::Result::Err(#private::unknown_value()),
                }
            }
        }
        #[automatically_derived]
        impl ::core::fmt::Display for #ident {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(#private::ArgumentEnum::as_str(self))
            }
        }
    }
}

/// Implementations that accept no value, for an enum with mistakes.
pub(crate) fn fallback(input: &DeriveInput, choice: &Choice<'_>) -> TokenStream {
    let private = paths::private(choice.runtime.as_ref());
    let ident = choice.ident;
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics #private::ArgumentEnum for #ident #arguments #bounds {
            const VALUES: &'static [&'static ::core::primitive::str] = &[];
            fn as_str(&self) -> &'static ::core::primitive::str { "" }
        }
        #[automatically_derived]
        impl #generics ::core::str::FromStr for #ident #arguments #bounds {
            type Err = #private::UnknownValue;
            fn from_str(_: &::core::primitive::str) -> ::core::result::Result<Self, #private::UnknownValue> {
                ::core::result::Result::Err(#private::unknown_value())
            }
        }
        #[automatically_derived]
        impl #generics ::core::fmt::Display for #ident #arguments #bounds {
            fn fmt(&self, _: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::result::Result::Ok(())
            }
        }
    }
}

/// The descriptions of the values. They are omitted if no variant has one, because the trait's default is empty.
fn descriptions(variants: &[Variant<'_>]) -> Option<TokenStream> {
    if variants.iter().all(|variant| variant.doc.is_empty()) {
        return None;
    }
    let descriptions = variants.iter().map(|variant| {
        summary(&variant.doc).map_or_else(
            || quote!(::core::option::Option::None),
            |text| quote!(::core::option::Option::Some(#text)),
        )
    });
    Some(quote! {
        const DESCRIPTIONS: &'static [::core::option::Option<&'static ::core::primitive::str>] = &[#(#descriptions),*];
    })
}

/// The first paragraph of a doc comment, or all of it if it begins with an included file.
fn summary(doc: &Doc) -> Option<TokenStream> {
    match doc.pieces.first() {
        Some(Piece::Text(text)) => {
            let lines: Vec<&str> = text
                .lines()
                .map(str::trim_end)
                .take_while(|line| !line.is_empty())
                .collect();
            let text = lines.join("\n");
            Some(quote!(#text))
        }
        _ => doc_text(doc),
    }
}

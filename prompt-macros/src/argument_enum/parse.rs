//! Reads `#[value(…)]` on the enum and on its variants.

use super::case::Case;
use crate::diagnostics::Errors;
use crate::keys::{EnumKey, Key, Keys, Reader, VALUE, VariantKey};
use crate::tokens::word_span;
use proc_macro2::TokenStream;
use syn::parse::ParseStream;
use syn::{Attribute, LitStr, Meta, Path};

#[derive(Default)]
pub(crate) struct EnumKeys {
    pub(crate) rename_all: Option<Case>,
    pub(crate) runtime: Option<Path>,
}

#[derive(Default)]
pub(crate) struct VariantKeys {
    pub(crate) name: Option<LitStr>,
    pub(crate) aliases: Vec<LitStr>,
}

pub(crate) fn enum_keys(attributes: &[Attribute], errors: &mut Errors) -> EnumKeys {
    let mut read = EnumKeys::default();
    each(attributes, errors, |kind, key, input| {
        match kind {
            EnumKey::RenameAll => read.rename_all = Some(rename_all(key, input)?),
            EnumKey::Crate => read.runtime = Some(key.runtime(input)?),
        }
        Ok(())
    });
    read
}

pub(crate) fn variant_keys(attributes: &[Attribute], errors: &mut Errors) -> VariantKeys {
    let mut read = VariantKeys::default();
    each(attributes, errors, |kind, key, input| {
        match kind {
            VariantKey::Name => read.name = Some(key.string(input, "in-progress")?),
            VariantKey::Alias => read.aliases = key.strings(input, "old-value")?,
        }
        Ok(())
    });
    read
}

fn rename_all(key: Key, input: ParseStream) -> syn::Result<Case> {
    let rule = key.string(input, "kebab-case")?;
    Case::named(&rule.value()).ok_or_else(|| {
        let hint = Case::nearest(&rule.value())
            .map_or_else(String::new, |near| format!(", did you mean {near:?}?"));
        syn::Error::new(
            rule.span(),
            format!(
                "{:?} is no rename rule{hint}{} the rules are {}",
                rule.value(),
                if hint.is_empty() { ";" } else { "" },
                Case::list()
            ),
        )
    })
}

fn each<K: Keys>(
    attributes: &[Attribute],
    errors: &mut Errors,
    mut value: impl FnMut(K, Key, ParseStream) -> syn::Result<()>,
) {
    let mut reader = Reader::new();
    for attribute in attributes.iter().filter(|a| a.path().is_ident(VALUE)) {
        match tokens(attribute) {
            Some(tokens) => reader.read(tokens, errors, |kind, key, input, _| value(kind, key, input)),
            None => errors.at(
                word_span(attribute),
                format!(
                    "`#[value]` without keys says nothing: remove it, or write `#[value(…)]` with one of {}",
                    K::list()
                ),
            ),
        }
    }
}

fn tokens(attribute: &Attribute) -> Option<TokenStream> {
    match &attribute.meta {
        Meta::List(list) if !list.tokens.is_empty() => Some(list.tokens.clone()),
        _ => None,
    }
}

//! The enum as a closed set of values.

use super::case::Case;
use super::parse::{enum_keys, variant_keys};
use crate::diagnostics::Errors;
use crate::doc::Doc;
use crate::name::Name;
use crate::tokens::uses_deprecated;
use proc_macro2::Ident;
use syn::{Data, DeriveInput, Path};

pub(crate) struct Choice<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) runtime: Option<Path>,
    /// `true` if the enum or one of its variants is deprecated.
    pub(crate) uses_deprecated: bool,
    pub(crate) variants: Vec<Variant<'a>>,
}

pub(crate) struct Variant<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) value: Name,
    pub(crate) aliases: Vec<Name>,
    pub(crate) doc: Doc,
}

impl<'a> Choice<'a> {
    pub(crate) fn new(input: &'a DeriveInput, errors: &mut Errors) -> Self {
        let keys = enum_keys(&input.attrs, errors);
        let case = keys.rename_all.unwrap_or(Case::Kebab);
        let mut deprecated = uses_deprecated(&input.attrs);
        if let Data::Enum(data) = &input.data {
            deprecated |= data.variants.iter().any(|it| uses_deprecated(&it.attrs));
        }
        let variants = match &input.data {
            Data::Enum(data) => data
                .variants
                .iter()
                .map(|variant| Variant::new(variant, case, errors))
                .collect(),
            _ => Vec::new(),
        };
        Self {
            ident: &input.ident,
            runtime: keys.runtime,
            uses_deprecated: deprecated,
            variants,
        }
    }
}

impl<'a> Variant<'a> {
    fn new(variant: &'a syn::Variant, case: Case, errors: &mut Errors) -> Self {
        let keys = variant_keys(&variant.attrs, errors);
        let value = if let Some(name) = &keys.name {
            Name::from(name)
        } else {
            let name = Name::from(&variant.ident);
            Name {
                text: case.apply(&name.text),
                span: name.span,
            }
        };
        Self {
            ident: &variant.ident,
            value,
            aliases: keys.aliases.iter().map(Name::from).collect(),
            doc: Doc::read(&variant.attrs),
        }
    }
}

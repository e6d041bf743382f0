//! The rules for an enum of allowed values, one function each.

use super::model::{Choice, Variant};
use crate::diagnostics::Errors;
use crate::name::Name;
use crate::text;
use syn::{Data, DeriveInput, Fields};

pub(crate) fn check(input: &DeriveInput, choice: &Choice<'_>, errors: &mut Errors) {
    check_kind(input, errors);
    check_generics(input, errors);
    check_fields(input, errors);
    for variant in &choice.variants {
        check_value(&variant.value, errors);
        for alias in &variant.aliases {
            check_value(alias, errors);
        }
        for literal in &variant.doc.literals {
            text::check_visible("the description", literal, errors);
        }
    }
    check_unique(&choice.variants, errors);
}

fn check_kind(input: &DeriveInput, errors: &mut Errors) {
    const WRITE: &str = "write `enum Tone { Brief, Full }`";
    match &input.data {
        Data::Enum(data) if data.variants.is_empty() => errors.at(
            input.ident.span(),
            format!("`{}` allows no value: give it variants", input.ident),
        ),
        Data::Enum(_) => {}
        Data::Struct(data) => errors.at(
            data.struct_token.span,
            format!(
                "the allowed values are the variants of an enum, and this is a struct: {WRITE}"
            ),
        ),
        Data::Union(data) => errors.at(
            data.union_token.span,
            format!("the allowed values are the variants of an enum, and this is a union: {WRITE}"),
        ),
    }
}

fn check_generics(input: &DeriveInput, errors: &mut Errors) {
    if !input.generics.params.is_empty() {
        errors.on(
            &input.generics.params,
            "a list of allowed values has no parameters: remove them",
        );
    }
}

fn check_fields(input: &DeriveInput, errors: &mut Errors) {
    let Data::Enum(data) = &input.data else {
        return;
    };
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            errors.on(
                &variant.fields,
                format!(
                    "an allowed value is one fixed text and holds no fields: write `{}` alone, or implement `FromStr` and `Display` by hand",
                    variant.ident
                ),
            );
        }
    }
}

fn check_value(value: &Name, errors: &mut Errors) {
    let allowed = &value.text;
    if allowed.is_empty() {
        errors.at(
            value.span,
            "an allowed value cannot be empty: write `#[value(name = \"…\")]` with text in it",
        );
    } else if let Some(problem) = text::hidden_in_line("the allowed value", allowed) {
        errors.at(value.span, problem);
    } else if allowed.trim() != allowed {
        errors.at(
            value.span,
            format!(
                "white space around an allowed value is easily lost: write {:?}",
                allowed.trim()
            ),
        );
    }
}

fn check_unique(variants: &[Variant<'_>], errors: &mut Errors) {
    let mut taken: Vec<(&Name, &Variant<'_>)> = Vec::new();
    for variant in variants {
        for value in std::iter::once(&variant.value).chain(&variant.aliases) {
            let other = taken.iter().find(|(other, _)| other.text == value.text);
            if let Some((_, owner)) = other {
                errors.at(
                    value.span,
                    format!(
                        "{:?} is a value of `{}` already: write another with `#[value(name = \"…\")]`",
                        value.text, owner.ident
                    ),
                );
            }
            taken.push((value, variant));
        }
    }
}

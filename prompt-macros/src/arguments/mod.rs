//! `#[derive(PromptArguments)]`: a struct whose fields are arguments → model → check → expand.

mod expand;
#[cfg(test)]
mod tests;

use crate::diagnostics::{self, Errors};
use crate::keys::{self, ArgumentsKey, Reader};
use crate::prompt::{Kind, Parameter, check_arguments};
use crate::tokens::word_span;
use proc_macro2::{Ident, TokenStream};
use syn::{Data, DeriveInput, Field, Fields, GenericParam, Lifetime, Meta, Path};

/// The struct and its fields.
pub(crate) struct Arguments<'a> {
    ident: &'a Ident,
    runtime: Option<Path>,
    /// The lifetime of the request, if a field borrows from it.
    lifetime: Option<&'a Lifetime>,
    /// `true` if the struct or one of its fields is deprecated.
    uses_deprecated: bool,
    fields: Vec<(&'a Ident, Parameter)>,
}

pub(crate) fn expand(item: TokenStream) -> TokenStream {
    diagnostics::items(|errors| {
        let Some(input) = errors.keep(syn::parse2::<DeriveInput>(item)) else {
            return TokenStream::new();
        };
        let arguments = Arguments::new(&input, errors);
        check_generics(&input, errors);
        for (_, parameter) in &arguments.fields {
            check_marks(parameter, errors);
        }
        check_arguments(arguments.fields.iter().map(|(_, it)| it), errors);
        if errors.is_empty() {
            expand::implementation(&arguments)
        } else {
            expand::fallback(&input, &arguments)
        }
    })
}

impl<'a> Arguments<'a> {
    fn new(input: &'a DeriveInput, errors: &mut Errors) -> Self {
        let fields = fields(input, errors);
        let deprecated = |field: &&Field| crate::tokens::uses_deprecated(&field.attrs);
        Self {
            ident: &input.ident,
            runtime: runtime(input, errors),
            lifetime: input.generics.lifetimes().next().map(|it| &it.lifetime),
            uses_deprecated: crate::tokens::uses_deprecated(&input.attrs)
                || fields.iter().any(deprecated),
            fields: fields
                .into_iter()
                .filter_map(|field| {
                    let ident = field.ident.as_ref()?;
                    Some((ident, Parameter::field(ident, field, errors)))
                })
                .collect(),
        }
    }
}

fn fields<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Vec<&'a Field> {
    const WRITE: &str = "write a struct with named fields, one for each argument";
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) if !fields.named.is_empty() => {
                return fields.named.iter().collect();
            }
            Fields::Named(_) | Fields::Unit => errors.at(
                input.ident.span(),
                format!("`{}` has no fields, so it holds no arguments: {WRITE}", input.ident),
            ),
            Fields::Unnamed(fields) => errors.on(
                fields,
                format!("a field without a name is no argument: {WRITE}"),
            ),
        },
        Data::Enum(data) => errors.at(
            data.enum_token.span,
            format!("a prompt takes all of its arguments at once, and an enum is one of several: {WRITE}; for an argument with a fixed set of values derive `ArgumentEnum`"),
        ),
        Data::Union(data) => errors.at(
            data.union_token.span,
            format!("a union does not tell which field it holds: {WRITE}"),
        ),
    }
    Vec::new()
}

/// Reads `#[arguments(crate = ::path)]`.
fn runtime(input: &DeriveInput, errors: &mut Errors) -> Option<Path> {
    let mut runtime = None;
    let mut reader = Reader::<ArgumentsKey>::new();
    for attribute in &input.attrs {
        if !attribute.path().is_ident(keys::ARGUMENTS) {
            continue;
        }
        let Meta::List(list) = &attribute.meta else {
            errors.at(
                word_span(attribute),
                "`#[arguments]` on a struct takes the path of the runtime: write `#[arguments(crate = ::path)]`, or remove it",
            );
            continue;
        };
        reader.read(list.tokens.clone(), errors, |kind, key, input, _| {
            match kind {
                ArgumentsKey::Crate => {
                    runtime = Some(key.runtime(input)?);
                }
            }
            Ok(())
        });
    }
    runtime
}

fn check_generics(input: &DeriveInput, errors: &mut Errors) {
    let mut lifetimes = 0;
    for parameter in &input.generics.params {
        match parameter {
            GenericParam::Lifetime(parameter) => {
                lifetimes += 1;
                if lifetimes > 1 {
                    errors.on(
                        &parameter.lifetime,
                        "all fields borrow from one request: write one lifetime",
                    );
                }
            }
            GenericParam::Type(parameter) => errors.at(
                parameter.ident.span(),
                format!(
                    "no client can choose the type `{}`: write the concrete type in its place",
                    parameter.ident
                ),
            ),
            GenericParam::Const(parameter) => errors.at(
                parameter.ident.span(),
                format!(
                    "no client can choose the constant `{}`: write its value in its place",
                    parameter.ident
                ),
            ),
        }
    }
}

/// Rejects other attributes, because a field can only be an argument.
fn check_marks(parameter: &Parameter, errors: &mut Errors) {
    let marks = &parameter.marks;
    for (span, word) in [
        (marks.state, keys::STATE),
        (marks.context, keys::CONTEXT),
        (marks.arguments, keys::ARGUMENTS),
    ] {
        if let Some(span) = span {
            errors.at(
                span,
                format!("every field is an argument: write a parameter of the function that is marked `#[{word}]`"),
            );
        }
    }
    debug_assert!(matches!(parameter.kind, Kind::Argument(_)));
}

//! Checks one argument, and the names of all arguments.

use super::{find, pattern_kind, refuse_impl};
use crate::diagnostics::Errors;
use crate::keys::{string_of, ungroup};
use crate::name::Name;
use crate::prompt::model::{Kind, Parameter};
use crate::prompt::parse::{ArgKeys, DefaultValue, MaxLen, Number};
use crate::text;
use crate::tokens::{is_punct, is_word};
use proc_macro2::Span;
use quote::ToTokens;
use std::cmp::Ordering;
use syn::{Expr, ExprArray, LitStr, Pat, Type};

pub(crate) fn check(parameter: &Parameter, errors: &mut Errors) {
    let keys = &parameter.marks.keys;
    let spelled = Spelled::of(&parameter.ty);
    check_pattern(&parameter.pat, errors);
    check_lifetime(&parameter.ty, errors);
    refuse_impl(&parameter.ty, errors);
    check_texts(parameter, errors);
    check_range(keys, spelled, errors);
    check_max_len(keys, errors);
    check_separator(keys, errors);
    check_complete(keys, errors);
    check_values(keys, errors);
    check_optional(parameter, errors);
    check_default(keys, spelled, errors);
    check_example(keys, errors);
}

/// The kind of a type by its spelling. It is unknown for an alias, which only the traits resolve.
#[derive(Clone, Copy, PartialEq)]
enum Spelled {
    Text,
    Bool,
    Char,
    Integer,
    Other,
}

impl Spelled {
    fn of(ty: &Type) -> Self {
        let ty: String = without_lifetimes(ty)
            .chars()
            .filter(|c| *c != ' ')
            .collect();
        match ty.as_str() {
            "&str" | "String" | "Cow<str>" => Self::Text,
            "bool" => Self::Bool,
            "char" => Self::Char,
            "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64"
            | "i128" | "isize" => Self::Integer,
            _ => Self::Other,
        }
    }

    /// The type's `Default` as text.
    fn default(self) -> Option<&'static str> {
        match self {
            Self::Text => Some(""),
            Self::Bool => Some("false"),
            Self::Integer => Some("0"),
            Self::Char | Self::Other => None,
        }
    }
}

fn without_lifetimes(ty: &Type) -> String {
    let mut out = String::new();
    let mut tokens = ty.to_token_stream().into_iter().peekable();
    while let Some(token) = tokens.next() {
        if is_punct(&token, '\'') {
            tokens.next();
            tokens.next_if(|token| is_punct(token, ','));
        } else {
            out.push_str(&token.to_string());
        }
    }
    out
}

fn check_pattern(pat: &Pat, errors: &mut Errors) {
    match pat {
        Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {}
        Pat::TupleStruct(extractor) if wrapper(extractor).is_some() => {
            if let Some(sentence) = wrapper(extractor) {
                errors.on(extractor, sentence);
            }
        }
        other => errors.on(
            other,
            format!(
                "an argument has a name that clients send, and {} has none: write `topic: &str` and take it apart in the body",
                pattern_kind(other)
            ),
        ),
    }
}

/// The error message for a parameter that is written like the extractors of other libraries.
fn wrapper(pat: &syn::PatTupleStruct) -> Option<&'static str> {
    let name = pat.path.segments.last()?.ident.to_string();
    match name.as_str() {
        "Parameters" | "Json" | "Query" | "Args" => Some(
            "a prompt takes no wrapper around its arguments: write each as a parameter, such as `topic: &str`, or derive `PromptArguments` for the struct and write `#[arguments] arguments: ReviewArguments`",
        ),
        "State" | "Extension" | "Data" => {
            Some("state is marked, not wrapped: write `#[state] db: &Database`")
        }
        "Context" | "RequestContext" => {
            Some("the context is marked, not wrapped: write `#[context] context: &Context`")
        }
        _ => None,
    }
}

fn check_lifetime(ty: &Type, errors: &mut Errors) {
    let borrowed = find(ty.to_token_stream(), &|token, before| {
        let [.., opening, tick] = before else {
            return false;
        };
        let in_cow = matches!(before, [.., cow, _, _] if is_word(cow, "Cow"));
        is_word(token, "static")
            && is_punct(tick, '\'')
            && (is_punct(opening, '&') || (is_punct(opening, '<') && in_cow))
    });
    if let Some(span) = borrowed {
        errors.at(
            span,
            "an argument is borrowed from the request, which does not live for `'static`: write `&str` or `Cow<'_, str>`, or `String` to keep it",
        );
    }
}

fn check_texts(parameter: &Parameter, errors: &mut Errors) {
    let keys = &parameter.marks.keys;
    if let Some(title) = &keys.title {
        text::check("the title", title, errors);
    }
    if let Some(description) = &keys.description {
        text::check("the description", description, errors);
    }
    for literal in &parameter.marks.doc.literals {
        text::check_visible("the description", literal, errors);
    }
}

fn check_range(keys: &ArgKeys, spelled: Spelled, errors: &mut Errors) {
    let limits = [(&keys.min, "min"), (&keys.max, "max")];
    for (limit, word) in limits {
        let Some(limit) = limit else { continue };
        let span = limit.literal.span();
        if matches!(spelled, Spelled::Text) {
            errors.at(
                span,
                format!("`{word}` limits a number, and this argument is text: write `max_len` or `non_empty`"),
            );
        } else if matches!(spelled, Spelled::Bool | Spelled::Char) {
            errors.at(
                span,
                format!("`{word}` limits a number, and this argument is none: remove `{word}`"),
            );
        } else if keys.separator.is_some() {
            errors.at(
                span,
                format!("`{word}` limits one number, and `separator` makes this a list: remove `{word}`, or check the elements in their type's `FromStr`"),
            );
        }
    }
    if let (Some(min), Some(max)) = (&keys.min, &keys.max)
        && min.compare(max) == Some(Ordering::Greater)
    {
        errors.at(
            max.literal.span(),
            format!(
                "no number is at least {} and at most {}: exchange `min` and `max`",
                min.text(),
                max.text()
            ),
        );
    }
}

fn check_max_len(keys: &ArgKeys, errors: &mut Errors) {
    if let Some(MaxLen { span, value: 0 }) = keys.max_len {
        let why = if keys.non_empty.is_some() {
            "`non_empty` and `max_len = 0` leave no value"
        } else {
            "`max_len = 0` leaves no value but an empty one"
        };
        errors.at(span, format!("{why}: give a larger number of characters"));
    }
}

fn check_separator(keys: &ArgKeys, errors: &mut Errors) {
    if let Some(separator) = &keys.separator
        && separator.value().is_empty()
    {
        errors.at(
            separator.span(),
            "an empty separator separates nothing: write `separator = \",\"`",
        );
    }
}

fn check_complete(keys: &ArgKeys, errors: &mut Errors) {
    let Some((span, _)) = keys.complete else {
        return;
    };
    if keys.values.is_some() {
        errors.at(
            span,
            "`values` completes the argument already: remove `complete`, or remove `values` if others are allowed too",
        );
    }
}

/// The list of a `values = […]` or `values = &[…]`.
fn literal_values(expr: &Expr) -> Option<&ExprArray> {
    match ungroup(expr) {
        Expr::Array(array) => Some(array),
        Expr::Reference(reference) => literal_values(&reference.expr),
        _ => None,
    }
}

fn check_values(keys: &ArgKeys, errors: &mut Errors) {
    let Some(expr) = &keys.values else { return };
    if let Expr::Lit(literal) = ungroup(expr) {
        errors.on(
            literal,
            "`values` takes a list of strings or the path of one: write `values = [\"short\", \"long\"]`",
        );
    }
    let Some(list) = literal_values(expr) else {
        return;
    };
    if list.elems.is_empty() {
        errors.on(
            list,
            "no value is allowed by an empty list: write the values, or remove `values`",
        );
    }
    let mut seen = Vec::new();
    for element in &list.elems {
        if let Some(literal) = string_of(element) {
            check_value(&literal, keys, &mut seen, errors);
        } else if matches!(ungroup(element), Expr::Lit(_)) {
            errors.on(
                element,
                "an allowed value is what a client sends as text: write it as a string literal",
            );
        }
    }
}

fn check_value(literal: &LitStr, keys: &ArgKeys, seen: &mut Vec<String>, errors: &mut Errors) {
    let value = literal.value();
    text::check_visible("the allowed value", literal, errors);
    if seen.contains(&value) {
        errors.at(
            literal.span(),
            format!("{value:?} is listed twice: keep one"),
        );
    } else if keys.non_empty.is_some() && value.trim().is_empty() {
        errors.at(
            literal.span(),
            "`non_empty` refuses this allowed value: remove one of the two",
        );
    } else if let Some(max) = too_long(keys, &value) {
        errors.at(
            literal.span(),
            format!(
                "`max_len = {max}` refuses this allowed value: remove it, or give a larger number"
            ),
        );
    }
    check_item(literal, &value, keys, errors);
    seen.push(value);
}

/// A list is split at its separator and its items are trimmed, so a value that contains the separator or outer white space cannot be sent.
fn check_item(literal: &LitStr, value: &str, keys: &ArgKeys, errors: &mut Errors) {
    let Some(separator) = keys.separator.as_ref().map(LitStr::value) else {
        return;
    };
    if !separator.is_empty() && value.contains(&separator) {
        errors.at(
            literal.span(),
            format!(
                "no item of the list can hold its separator {separator:?}: write the value without it, or another `separator`"
            ),
        );
    } else if value.trim() != value {
        errors.at(
            literal.span(),
            format!(
                "white space around an item of a list is dropped, so this value never matches: write {:?}",
                value.trim()
            ),
        );
    }
}

fn too_long(keys: &ArgKeys, value: &str) -> Option<usize> {
    let max = keys.max_len?.value;
    (max > 0 && value.chars().count() > max).then_some(max)
}

/// A default whose text the macro knows, and its place.
pub(crate) fn known_default(expr: &Expr) -> Option<(String, Span)> {
    if let Some(literal) = string_of(expr) {
        return Some((literal.value(), literal.span()));
    }
    if let Some(number) = Number::of(expr) {
        return Some((number.text(), number.literal.span()));
    }
    match ungroup(expr) {
        Expr::Lit(expr) => match &expr.lit {
            syn::Lit::Bool(word) => Some((word.value.to_string(), word.span)),
            syn::Lit::Char(c) => Some((c.value().to_string(), c.span())),
            _ => None,
        },
        _ => None,
    }
}

/// The traits reject this too, but rustc then also checks the default's type, and suggests `Some(…)`.
fn check_optional(parameter: &Parameter, errors: &mut Errors) {
    if parameter.marks.keys.default.is_some() && is_option(&parameter.ty) {
        errors.on(
            &parameter.ty,
            "an `Option` is absent by itself, so a default has no use: write the type without `Option`, or remove `default`",
        );
    }
}

fn is_option(ty: &Type) -> bool {
    let Type::Path(ty) = ty else { return false };
    let mut words = ty.path.segments.iter().rev().map(|it| &it.ident);
    ty.qself.is_none()
        && words.next().is_some_and(|word| word == "Option")
        && words.next().is_none_or(|module| module == "option")
        && words
            .next()
            .is_none_or(|root| root == "std" || root == "core")
}

fn check_default(keys: &ArgKeys, spelled: Spelled, errors: &mut Errors) {
    let number = match &keys.default {
        Some(DefaultValue::OfType(span)) if spelled == Spelled::Integer => {
            Some((Number::zero(*span), *span))
        }
        Some(DefaultValue::Expr(expr)) => Number::of(expr).map(|number| {
            let span = number.literal.span();
            (number, span)
        }),
        _ => None,
    };
    if let Some((number, span)) = &number {
        check_in_range("default", keys, number, *span, errors);
    }
    if let Some(DefaultValue::Expr(expr)) = &keys.default
        && let Some(literal) = string_of(expr)
    {
        text::check_visible("the default", &literal, errors);
    }
    let known = match &keys.default {
        None => None,
        Some(DefaultValue::OfType(span)) => spelled.default().map(|text| (text.to_owned(), *span)),
        Some(DefaultValue::Expr(expr)) => known_default(expr),
    };
    let Some((text, span)) = known else { return };
    if keys.non_empty.is_some() && text.trim().is_empty() {
        errors.at(
            span,
            "the default is empty, which `non_empty` refuses: write `default = \"…\"` with text in it, or remove `non_empty`",
        );
    }
    if let Some(max) = too_long(keys, &text) {
        errors.at(
            span,
            format!("the default is longer than `max_len = {max}` allows: shorten it, or give a larger number"),
        );
    }
    if keys.separator.is_none()
        && let Some(values) = keys.values.as_ref().and_then(literal_values)
    {
        check_listed("default", values, &text, span, errors);
    }
}

/// An example is a value that a client could send. Only the keys are compared with it, because the macro does not know the parameter's
/// type.
fn check_example(keys: &ArgKeys, errors: &mut Errors) {
    let Some(example) = &keys.example else { return };
    let (text, span) = (example.value(), example.span());
    text::check_visible("the example", example, errors);
    if text.trim().is_empty() {
        errors.at(
            span,
            "the example is empty: write a value that shows what to send, or remove `example`",
        );
    } else if let Some(max) = too_long(keys, &text) {
        errors.at(
            span,
            format!("the example is longer than `max_len = {max}` allows: shorten it, or give a larger number"),
        );
    } else if keys.separator.is_none()
        && let Some(values) = keys.values.as_ref().and_then(literal_values)
    {
        check_listed("example", values, &text, span, errors);
    }
    let number = Number::of_text(&text, span);
    if let Some(number) = &number {
        check_in_range("example", keys, number, span, errors);
    }
}

fn check_in_range(what: &str, keys: &ArgKeys, number: &Number, span: Span, errors: &mut Errors) {
    let limits = [
        (&keys.min, Ordering::Less, "min"),
        (&keys.max, Ordering::Greater, "max"),
    ];
    for (limit, beyond, word) in limits {
        if let Some(limit) = limit
            && number.compare(limit) == Some(beyond)
        {
            errors.at(
                span,
                format!(
                    "the {what} {} is beyond `{word} = {}`: write one within the limits",
                    number.text(),
                    limit.text()
                ),
            );
        }
    }
}

fn check_listed(what: &str, values: &ExprArray, text: &str, span: Span, errors: &mut Errors) {
    let listed: Option<Vec<String>> = values
        .elems
        .iter()
        .map(|element| string_of(element).map(|literal| literal.value()))
        .collect();
    if let Some(listed) = listed
        && !listed.is_empty()
        && !listed.iter().any(|value| value == text)
    {
        errors.at(
            span,
            format!("the {what} {text:?} is not among `values`: write one of {listed:?}"),
        );
    }
}

/// Checks that the names and aliases of a prompt's arguments differ. Under complementary `cfg`s the same name may occur twice.
pub(crate) fn check_unique<'a>(
    parameters: impl IntoIterator<Item = &'a Parameter>,
    errors: &mut Errors,
) {
    let mut taken: Vec<(Name, bool, bool)> = Vec::new();
    for parameter in parameters {
        let Kind::Argument(name) = &parameter.kind else {
            continue;
        };
        let conditional = !parameter.marks.cfgs.is_empty();
        // rustc reports two parameters of one name.
        let is_binding = parameter.marks.keys.name.is_none();
        let aliases = parameter.marks.keys.aliases.iter().map(Name::from);
        let names = name.iter().cloned().map(|name| (name, is_binding));
        for (name, is_binding) in names.chain(aliases.map(|alias| (alias, false))) {
            if let Some(problem) = name.problem_of_argument() {
                errors.at(name.span, problem);
            } else if taken
                .iter()
                .any(|(other, other_conditional, other_binding)| {
                    other.text == name.text
                        && !(conditional && *other_conditional)
                        && !(is_binding && *other_binding)
                })
            {
                errors.at(
                    name.span,
                    format!(
                        "the prompt has an argument `{}` already: give this one another name",
                        name.text
                    ),
                );
            }
            taken.push((name, conditional, is_binding));
        }
    }
}

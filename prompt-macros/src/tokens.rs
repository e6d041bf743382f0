//! Predicates on tokens and small edits of them.

use crate::diagnostics::instead;
use crate::keys::DEPRECATED;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use syn::Attribute;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;

pub(crate) fn is_punct(token: &TokenTree, c: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == c)
}

pub(crate) fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

/// The line that a sentence names.
pub(crate) fn line(span: Span) -> usize {
    span.start().line
}

/// The span of an attribute's path that is one word.
pub(crate) fn word_span(attribute: &Attribute) -> Span {
    let word = attribute.path().get_ident();
    word.map_or_else(Span::call_site, Ident::span)
}

/// The place of the user's token, with the hygiene of the expansion: the user's locals and its own do not see each other.
pub(crate) fn mixed(span: Span) -> Span {
    span.resolved_at(Span::mixed_site())
}

/// The same tokens, in the place of `span`.
pub(crate) fn placed(tokens: TokenStream, span: Span) -> TokenStream {
    let place = |mut token: TokenTree| {
        let span = token.span().located_at(span);
        if let TokenTree::Group(group) = &token {
            token = regrouped(group, placed(group.stream(), span));
        }
        token.set_span(span);
        token
    };
    tokens.into_iter().map(place).collect()
}

/// The group in its place, with other tokens inside.
pub(crate) fn regrouped(group: &Group, inside: TokenStream) -> TokenTree {
    let mut changed = Group::new(group.delimiter(), inside);
    changed.set_span(group.span());
    changed.into()
}

/// Advances `input` only if `parse` succeeds: a failed parse leaves a second error in the buffer that it read from.
pub(crate) fn whole<T>(
    input: ParseStream,
    parse: impl FnOnce(ParseStream) -> syn::Result<T>,
) -> syn::Result<T> {
    let ahead = input.fork();
    let parsed = parse(&ahead)?;
    input.advance_to(&ahead);
    Ok(parsed)
}

pub(crate) fn attributes(input: ParseStream) -> syn::Result<Vec<Attribute>> {
    let attributes = whole(input, Attribute::parse_outer);
    instead(attributes, "this is no attribute: write `#[cfg(…)]`")
}

/// Returns true for an item that is deprecated or allows the lint. Only there do expansions allow the lint: a crate that
/// forbids it refuses the attribute everywhere.
pub(crate) fn uses_deprecated(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        let allows = || {
            (path.is_ident("allow") || path.is_ident("expect"))
                && attribute.meta.require_list().is_ok_and(|list| {
                    let mut tokens = list.tokens.clone().into_iter();
                    tokens.any(|token| is_word(&token, DEPRECATED))
                })
        };
        path.is_ident(DEPRECATED) || allows()
    })
}

/// Takes the rest of a buffer, which syn would otherwise report as an error.
pub(crate) fn drain(input: ParseStream) {
    while input.parse::<TokenTree>().is_ok() {}
}

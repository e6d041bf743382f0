//! Predicates on tokens, and small edits of tokens.

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

/// Returns true for tokens with this word, in groups too.
pub(crate) fn has_word(tokens: TokenStream, word: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => has_word(group.stream(), word),
        token => is_word(&token, word),
    })
}

/// The line number for an error message.
pub(crate) fn line(span: Span) -> usize {
    span.start().line
}

/// The span of an attribute's path that is one word.
pub(crate) fn word_span(attribute: &Attribute) -> Span {
    let word = attribute.path().get_ident();
    word.map_or_else(Span::call_site, Ident::span)
}

/// The span of the user's token with the hygiene of the expansion: the user's local variables and those of the expansion are separate.
pub(crate) fn mixed(span: Span) -> Span {
    span.resolved_at(Span::mixed_site())
}

/// The place after the token. In unit tests, the token.
pub(crate) fn end(span: Span) -> Span {
    if proc_macro::is_available() {
        span.unwrap().end().into()
    } else {
        span
    }
}

/// The same tokens with the place of `span`.
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

/// The group with its place and other tokens inside.
pub(crate) fn regrouped(group: &Group, inside: TokenStream) -> TokenTree {
    let mut changed = Group::new(group.delimiter(), inside);
    changed.set_span(group.span());
    changed.into()
}

/// Advances `input` only if `parse` succeeds, because a failed parse leaves a second error in the buffer that it read from.
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

/// Returns `true` for an item that is deprecated or allows the lint. Expansions allow the lint only there, because a crate that forbids it
/// rejects the attribute everywhere.
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

/// Consumes the rest of a buffer, which syn would otherwise report as an error.
pub(crate) fn drain(input: ParseStream) {
    while input.parse::<TokenTree>().is_ok() {}
}

//! Looks ahead in the tokens of `messages!` without consuming any.

use super::model::Role;
use crate::tokens::is_punct;
use proc_macro2::{Ident, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Error, LitStr, Token, token};

/// Returns `true` for `word:`, but not for `word::`.
pub(super) fn is_key(input: ParseStream<'_>, word: &str) -> bool {
    input.peek2(Token![:])
        && !input.peek2(Token![::])
        && matches!(input.fork().parse::<Ident>(), Ok(ident) if ident == word)
}

/// Returns `true` for `"word":`, as in JSON.
pub(super) fn is_quoted_key(input: ParseStream<'_>, word: &str) -> bool {
    input.peek2(Token![:])
        && matches!(input.fork().parse::<LitStr>(), Ok(literal) if literal.value() == word)
}

/// Returns `true` if a role and its `:` follow the `,` here. This cannot occur inside a format argument.
pub(super) fn role_follows(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    ahead.parse::<Token![,]>().is_ok()
        && Role::WORDS
            .into_iter()
            .chain(["system", "content"])
            .any(|word| is_key(&ahead, word) || is_quoted_key(&ahead, word))
}

pub(super) fn starts_turn(input: ParseStream<'_>) -> bool {
    let Ok(word) = input.fork().call(Ident::parse_any) else {
        return false;
    };
    let role = || {
        let word = word.to_string();
        Role::WORDS.contains(&word.as_str()) || word == "system"
    };
    (input.peek2(Token![:]) && !input.peek2(Token![::]))
        || (input.peek2(Token![?]) && input.peek3(Token![:]) && !input.peek3(Token![::]))
        || (role()
            && (input.peek2(syn::Lit) || input.peek2(token::Paren) || input.peek2(Token![=])))
}

/// Returns `true` if an item of `messages!` starts here, after an expression that may be complete. No expression continues with these
/// tokens. At the start of an expression, only a turn counts.
pub(super) fn starts_item(input: ParseStream<'_>, at_start: bool) -> bool {
    let word_and_colon = input.peek(Ident::peek_any)
        && ((input.peek2(Token![:]) && !input.peek2(Token![::]))
            || (input.peek2(Token![?]) && input.peek3(Token![:]) && !input.peek3(Token![::])));
    word_and_colon
        || (!at_start
            && (input.peek(Token![if])
                || input.peek(Token![for])
                || input.peek(Token![match])
                || input.peek(Token![let])
                || input.peek(Token![while])
                || input.peek(Token![loop])
                || (input.peek(Token![#]) && input.peek2(token::Bracket))))
}

/// Returns `true` for a token that can end an expression.
pub(super) fn ends_expression(tree: &TokenTree) -> bool {
    const GOES_ON: [&str; 17] = [
        "as", "async", "break", "const", "dyn", "else", "for", "if", "in", "let", "loop", "match",
        "move", "mut", "ref", "return", "unsafe",
    ];
    match tree {
        TokenTree::Literal(_) | TokenTree::Group(_) => true,
        TokenTree::Ident(ident) => !GOES_ON.contains(&ident.to_string().as_str()),
        TokenTree::Punct(punct) => punct.as_char() == '?',
    }
}

pub(super) fn no_item(input: ParseStream<'_>) -> Error {
    let sentence = if input.peek(Token![while]) || input.peek(Token![loop]) {
        "a conversation is finite, so only `for` repeats turns: write `for item in items { … }`"
    } else if input.peek(syn::Lit) {
        "a turn begins with its role: write `user: \"…\";`"
    } else if matches!(input.fork().call(Ident::parse_any), Ok(word) if word == "include") {
        "`include(…)` is the text of a turn: write `user: include(\"…\");`"
    } else if matches!(input.fork().call(Ident::parse_any), Ok(word) if word == "elif" || word == "elsif" || word == "elseif")
    {
        "a further condition follows `else`: write `else if condition { … }`"
    } else if input.peek(token::Brace) && holds_key(input) {
        "a turn is its role and its text, in no braces: write `user: \"…\";`"
    } else if input.peek(token::Bracket) {
        "turns are not in a list: write `user: \"…\"; assistant: \"…\";`"
    } else if input.peek(token::Brace) {
        "a block of turns follows `if`, `else`, `for` or a `match` arm: write these turns without braces"
    } else if input.peek(Token![#]) {
        "an inner attribute has no place here: write `#[…]` before a turn"
    } else {
        "expected a turn: write `user: \"…\";`, or `let`, `if`, `match` or `for`"
    };
    Error::new(input.span(), sentence)
}

/// Returns `true` for braces that begin with `role:` or `"role":`, as in a JSON object.
fn holds_key(input: ParseStream<'_>) -> bool {
    let Ok(TokenTree::Group(group)) = input.fork().parse() else {
        return false;
    };
    let mut trees = group.stream().into_iter();
    let key = trees.next().map(|key| key.to_string());
    key.is_some_and(|key| matches!(key.trim_matches('"'), "role" | "content"))
        && trees.next().is_some_and(|colon| is_punct(&colon, ':'))
}

//! Checks the texts of a conversation.

use super::model::{Content, Conversation, Else, If, Item, Turn};
use crate::diagnostics::Errors;
use crate::embed::{Files, include};
use crate::text::check_visible;
use prompt_syntax::text::is_blank;
use syn::LitStr;

/// Checks the texts, and reads the included files.
pub(super) fn content(conversation: &mut Conversation, files: &Files, errors: &mut Errors) {
    if let Some((_, content)) = &mut conversation.description {
        one(content, "a description", files, errors);
    }
    items(&mut conversation.items, files, errors);
}

fn items(all: &mut [Item], files: &Files, errors: &mut Errors) {
    for item in all {
        match item {
            Item::Turn(it) => turn(it, files, errors),
            Item::If(it) => branch(it, files, errors),
            Item::For(it) => items(&mut it.body, files, errors),
            Item::Match(it) => {
                for arm in &mut it.arms {
                    items(&mut arm.body, files, errors);
                }
            }
            Item::Broken(inside) => items(inside, files, errors),
            Item::Let(_) | Item::Jump(_) | Item::Stray(_) => {}
        }
    }
}

fn branch(it: &mut If, files: &Files, errors: &mut Errors) {
    items(&mut it.then, files, errors);
    match &mut it.otherwise {
        Some(Else::If(next)) => branch(next, files, errors),
        Some(Else::Block(last)) => items(last, files, errors),
        None => {}
    }
}

fn turn(turn: &mut Turn, files: &Files, errors: &mut Errors) {
    let Some(content) = &mut turn.content else {
        return;
    };
    one(content, "a turn", files, errors);
    let always = match content {
        Content::Template { literal, .. } => literal.span(),
        Content::File { keyword, .. } => keyword.span(),
        Content::Value { .. } => return,
    };
    if turn.optional {
        let word = &turn.word;
        let sentence =
            format!("`{word}?:` takes an `Option`, and a text is always there: write `{word}:`");
        errors.at(always, sentence);
        turn.optional = false;
    }
}

fn one(content: &mut Content, what: &str, files: &Files, errors: &mut Errors) {
    match content {
        Content::Template { literal, .. } => text(literal, what, errors),
        Content::File {
            keyword,
            path,
            included,
        } => *included = include(keyword.span(), path, files, errors),
        Content::Value { .. } => {}
    }
}

fn text(literal: &LitStr, what: &str, errors: &mut Errors) {
    let text = literal.value();
    if check_visible("this text", literal, errors) && is_blank(&text) {
        errors.at(
            literal.span(),
            format!("{what} needs text: write it, or leave this line out"),
        );
    }
}

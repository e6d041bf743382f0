//! Rules about the texts themselves.

use super::model::{Content, Conversation, Else, Item};
use crate::diagnostics::Errors;
use crate::text::check_visible;
use syn::LitStr;

pub(super) fn content(conversation: &Conversation, errors: &mut Errors) {
    if let Some((_, Content::Template { literal, .. })) = &conversation.description {
        text(literal, "a description", errors);
    }
    items(&conversation.items, errors);
}

fn items(all: &[Item], errors: &mut Errors) {
    for item in all {
        match item {
            Item::Turn(turn) => {
                let Some(Content::Template { literal, .. }) = &turn.content else {
                    continue;
                };
                text(literal, "a turn", errors);
                if turn.optional {
                    let word = &turn.word;
                    let sentence = format!(
                        "`{word}?:` takes an `Option`, and a text is always there: write `{word}:`"
                    );
                    errors.at(literal.span(), sentence);
                }
            }
            Item::If(it) => {
                items(&it.then, errors);
                let mut next = &it.otherwise;
                while let Some(Else::If(branch)) = next {
                    items(&branch.then, errors);
                    next = &branch.otherwise;
                }
                if let Some(Else::Block(last)) = next {
                    items(last, errors);
                }
            }
            Item::For(it) => items(&it.body, errors),
            Item::Match(it) => it.arms.iter().for_each(|arm| items(&arm.body, errors)),
            Item::Broken(inside) => items(inside, errors),
            Item::Let(_) | Item::Jump(_) | Item::Stray(_) => {}
        }
    }
}

fn text(literal: &LitStr, what: &str, errors: &mut Errors) {
    let text = literal.value();
    if text.trim().is_empty() {
        errors.at(
            literal.span(),
            format!("{what} needs text: write it, or leave this line out"),
        );
    }
    check_visible("this text", literal, errors);
}

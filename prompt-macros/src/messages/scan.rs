//! Finds the texts of `messages!` in the body of a function, so that they can be listed before anybody asks for them.

use super::model::{Content, Conversation, Else, If, Item, Turn};
use super::{check, parse};
use crate::diagnostics::Errors;
use crate::embed::Files;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Attribute;

/// The description or one turn of a `messages!` call.
pub(crate) struct TemplateText {
    /// The `cfg`s under which it exists.
    pub(crate) cfgs: TokenStream,
    /// `description`, `user`, `assistant` or `prefill`.
    pub(crate) role: &'static str,
    /// An expression of type `&'static str`: the text as it was written, empty when it is built at run time.
    pub(crate) text: TokenStream,
    pub(crate) line: usize,
}

impl TemplateText {
    /// As an element of `PromptDefinition::templates`.
    pub(crate) fn definition(&self, private: &TokenStream) -> TokenStream {
        let Self {
            cfgs, role, text, ..
        } = self;
        let line = proc_macro2::Literal::usize_unsuffixed(self.line);
        quote!(#cfgs #private::TemplateDefinition { role: #role, text: #text, line: #line })
    }
}

/// Every turn of every `messages!` call in `body`, in reading order. Mistakes are not reported: the call itself does that.
pub(crate) fn scan(body: &TokenStream) -> Vec<TemplateText> {
    scan_with(body, &Files::next_to_source())
}

pub(super) fn scan_with(body: &TokenStream, files: &Files) -> Vec<TemplateText> {
    let mut found = Vec::new();
    calls(body.clone(), files, &mut found);
    found
}

fn calls(tokens: TokenStream, files: &Files, found: &mut Vec<TemplateText>) {
    let mut name = false;
    let mut bang = false;
    for tree in tokens {
        if let TokenTree::Group(group) = &tree {
            if bang {
                let mut errors = Errors::new();
                let mut call = parse::conversation(group.stream(), &mut errors);
                check::content(&mut call, files, &mut errors);
                errors.finish();
                conversation(&call, found);
            } else {
                calls(group.stream(), files, found);
            }
        }
        bang = name && super::model::is_punct(&tree, '!');
        name = matches!(&tree, TokenTree::Ident(ident) if ident == "messages");
    }
}

fn conversation(conversation: &Conversation, found: &mut Vec<TemplateText>) {
    if let Some((word, content)) = &conversation.description {
        found.push(TemplateText {
            cfgs: TokenStream::new(),
            role: "description",
            text: text(Some(content)),
            line: line(*word),
        });
    }
    items(&conversation.items, &TokenStream::new(), found);
}

fn items(all: &[Item], around: &TokenStream, found: &mut Vec<TemplateText>) {
    for item in all {
        match item {
            Item::Turn(it) => found.push(turn(it, around)),
            Item::If(it) => branch(it, &cfgs(around, &it.attrs), found),
            Item::For(it) => items(&it.body, &cfgs(around, &it.attrs), found),
            Item::Match(it) => {
                let around = cfgs(around, &it.attrs);
                for arm in &it.arms {
                    items(&arm.body, &cfgs(&around, &arm.attrs), found);
                }
            }
            Item::Let(_) | Item::Jump(_) | Item::Stray(_) | Item::Broken(_) => {}
        }
    }
}

fn branch(it: &If, around: &TokenStream, found: &mut Vec<TemplateText>) {
    items(&it.then, around, found);
    match &it.otherwise {
        Some(Else::If(next)) => branch(next, around, found),
        Some(Else::Block(all)) => items(all, around, found),
        None => {}
    }
}

fn turn(turn: &Turn, around: &TokenStream) -> TemplateText {
    TemplateText {
        cfgs: cfgs(around, &turn.attrs),
        role: turn.role.word(),
        text: text(turn.content.as_ref()),
        line: line(turn.word.span()),
    }
}

fn text(content: Option<&Content>) -> TokenStream {
    match content {
        Some(Content::Template { literal, .. }) => literal.to_token_stream(),
        Some(Content::File {
            included: Some(included),
            ..
        }) => included.text.to_token_stream(),
        _ => quote!(""),
    }
}

fn line(span: Span) -> usize {
    span.start().line
}

fn cfgs(around: &TokenStream, own: &[Attribute]) -> TokenStream {
    let own = own
        .iter()
        .filter(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr"));
    quote!(#around #(#own)*)
}

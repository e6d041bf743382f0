//! Finds the texts of `messages!` in the body of a function, so that they can be listed without a call.

use super::model::{Content, Conversation, Else, If, Item, Turn};
use super::{check, parse};
use crate::contents::{Contents, TemplateText, UsedFile};
use crate::diagnostics::reported_elsewhere;
use crate::embed::{self, Files};
use crate::keys::{CFG, CFG_ATTR, DESCRIPTION};
use crate::tokens::{is_punct, line};
use proc_macro2::{Span, TokenStream, TokenTree};
use syn::{Attribute, LitStr};

/// Reads the texts and files of `body`. Mistakes are not reported here, because the macro calls inside report them.
pub(crate) fn scan(body: &TokenStream) -> Contents {
    scan_with(body, &Files::next_to_source())
}

pub(super) fn scan_with(body: &TokenStream, files: &Files) -> Contents {
    let mut scan = Scan {
        files,
        found: Contents::default(),
    };
    scan.calls(body.clone(), &[]);
    scan.found
}

struct Scan<'f> {
    files: &'f Files,
    found: Contents,
}

impl Scan<'_> {
    /// Returns the path of the one file that these tokens embed. Groups inside them do not count.
    fn calls(&mut self, tokens: TokenStream, cfgs: &[Attribute]) -> Option<String> {
        let mut outermost = Vec::new();
        let mut name = None;
        let mut called = None;
        for tree in tokens {
            if let TokenTree::Group(group) = &tree {
                match called.take() {
                    Some("messages") => self.messages(group.stream()),
                    Some(call) => {
                        if let Some(file) = embed::used(call, group.stream(), self.files) {
                            outermost.push(file.path.clone());
                            let cfgs = cfgs.to_vec();
                            self.found.files.push(UsedFile { cfgs, ..file });
                        }
                    }
                    None => drop(self.calls(group.stream(), cfgs)),
                }
            }
            called = name.filter(|_| is_punct(&tree, '!'));
            name = match &tree {
                TokenTree::Ident(ident) => ["messages", "image", "audio", "resource"]
                    .into_iter()
                    .find(|known| ident == known),
                _ => None,
            };
        }
        let only = outermost.pop()?;
        outermost.is_empty().then_some(only)
    }

    fn messages(&mut self, tokens: TokenStream) {
        let call = reported_elsewhere(|errors| {
            let mut call = parse::conversation(tokens, errors);
            check::content(&mut call, self.files, errors);
            call
        });
        self.conversation(&call);
    }

    fn conversation(&mut self, conversation: &Conversation) {
        if let Some((word, content)) = &conversation.description {
            let (text, file) = self.content(Some(content), &[]);
            self.found.texts.push(TemplateText {
                cfgs: Vec::new(),
                role: DESCRIPTION,
                text,
                line: line(*word),
                file,
            });
        }
        self.items(&conversation.items, &[]);
    }

    fn items(&mut self, all: &[Item], around: &[Attribute]) {
        for item in all {
            match item {
                Item::Turn(it) => self.turn(it, around),
                Item::If(it) => self.branch(it, &cfgs(around, &it.attrs)),
                Item::For(it) => {
                    let around = cfgs(around, &it.attrs);
                    self.calls(it.items.clone(), &around);
                    self.items(&it.body, &around);
                }
                Item::Match(it) => {
                    let around = cfgs(around, &it.attrs);
                    self.calls(it.on.clone(), &around);
                    for arm in &it.arms {
                        self.items(&arm.body, &cfgs(&around, &arm.attrs));
                    }
                }
                Item::Let(it) => {
                    self.calls(it.tokens.clone(), &cfgs(around, &it.attrs));
                }
                Item::Jump(_) | Item::Stray(_) | Item::Broken(_) => {}
            }
        }
    }

    fn branch(&mut self, it: &If, around: &[Attribute]) {
        self.calls(it.condition.clone(), around);
        self.items(&it.then, around);
        match &it.otherwise {
            Some(Else::If(next)) => self.branch(next, around),
            Some(Else::Block(all)) => self.items(all, around),
            None => {}
        }
    }

    fn turn(&mut self, turn: &Turn, around: &[Attribute]) {
        let cfgs = cfgs(around, &turn.attrs);
        let (text, file) = self.content(turn.content.as_ref(), &cfgs);
        self.found.texts.push(TemplateText {
            cfgs,
            role: turn.role.word(),
            text,
            line: line(turn.word.span()),
            file,
        });
    }

    /// The text of a content, or the path of its file.
    fn content(
        &mut self,
        content: Option<&Content>,
        cfgs: &[Attribute],
    ) -> (Option<LitStr>, Option<String>) {
        match content {
            Some(Content::Template { literal, tokens }) => {
                self.calls(tokens.clone(), cfgs);
                (Some(literal.clone()), None)
            }
            Some(Content::File {
                included: Some(included),
                ..
            }) => {
                self.found.files.push(UsedFile {
                    cfgs: cfgs.to_vec(),
                    ..included.file.used("text")
                });
                if cfgs.is_empty() {
                    self.found.names.extend(included.names());
                }
                let text = LitStr::new(&included.shown, Span::call_site());
                (Some(text), Some(included.file.shown.clone()))
            }
            Some(Content::Value { tokens, .. }) => {
                let file = self.calls(tokens.clone(), cfgs);
                (None, file)
            }
            Some(Content::File { .. }) | None => (None, None),
        }
    }
}

fn cfgs(around: &[Attribute], own: &[Attribute]) -> Vec<Attribute> {
    let own = own
        .iter()
        .filter(|attr| [CFG, CFG_ATTR].iter().any(|it| attr.path().is_ident(it)));
    around.iter().chain(own).cloned().collect()
}

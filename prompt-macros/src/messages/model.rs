//! The model of a conversation. Code of the author stays as tokens.

use crate::embed::Included;
use crate::tokens::is_punct;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use syn::{Attribute, Lifetime, LitStr, Path};

pub(super) struct Conversation {
    /// The path of `crate = ::path;`.
    pub(super) runtime: Option<Path>,
    /// The text, and the span of the word `description`.
    pub(super) description: Option<(Span, Content)>,
    pub(super) items: Vec<Item>,
}

pub(super) enum Item {
    Turn(Turn),
    If(If),
    For(For),
    Match(Match),
    Let(Let),
    Jump(Jump),
    /// Text in a place where it has no meaning. It is reported, and still emitted so that its names count as used.
    Stray(Content),
    /// A part that could not be read, which is reported, with the readable items inside it.
    Broken(Vec<Item>),
}

pub(super) struct Turn {
    pub(super) attrs: Vec<Attribute>,
    pub(super) role: Role,
    /// The role as written.
    pub(super) word: Ident,
    pub(super) optional: bool,
    pub(super) content: Option<Content>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    User,
    Assistant,
    Prefill,
    /// Any other word, which is reported.
    Unknown,
}

impl Role {
    pub(super) const WORDS: [&'static str; 3] = ["user", "assistant", "prefill"];

    pub(super) fn of(word: &str) -> Option<Self> {
        match word {
            "user" => Some(Self::User),
            "assistant" => Some(Self::Assistant),
            "prefill" => Some(Self::Prefill),
            _ => None,
        }
    }

    /// Returns the word for the role. The runtime's method for such a turn has the same name.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::User | Self::Unknown => "user",
            Self::Assistant => "assistant",
            Self::Prefill => "prefill",
        }
    }
}

pub(super) struct If {
    pub(super) attrs: Vec<Attribute>,
    pub(super) keyword: Ident,
    pub(super) condition: TokenStream,
    /// The place of the block, at which rustc reports a condition that ends too early.
    pub(super) block: Span,
    pub(super) then: Vec<Item>,
    pub(super) otherwise: Option<Else>,
}

pub(super) enum Else {
    If(Box<If>),
    Block(Vec<Item>),
}

pub(super) struct For {
    pub(super) attrs: Vec<Attribute>,
    pub(super) label: Option<Lifetime>,
    pub(super) keyword: Ident,
    pub(super) pattern: TokenStream,
    pub(super) items: TokenStream,
    pub(super) block: Span,
    pub(super) body: Vec<Item>,
}

pub(super) struct Match {
    pub(super) attrs: Vec<Attribute>,
    pub(super) keyword: Ident,
    pub(super) on: TokenStream,
    pub(super) block: Span,
    pub(super) arms: Vec<Arm>,
}

pub(super) struct Arm {
    pub(super) attrs: Vec<Attribute>,
    pub(super) span: Span,
    pub(super) pattern: TokenStream,
    /// `if …`, or empty.
    pub(super) guard: TokenStream,
    /// The span of the block, to which the compiler adds its suggested match arms.
    pub(super) block: Span,
    pub(super) body: Vec<Item>,
}

pub(super) struct Let {
    pub(super) attrs: Vec<Attribute>,
    /// The whole statement, without its `;`.
    pub(super) tokens: TokenStream,
    /// `true` if its `else` is a `continue` or `break`.
    pub(super) leaves_round: bool,
}

/// `continue`, `break` or `return`.
pub(super) struct Jump {
    pub(super) attrs: Vec<Attribute>,
    /// The whole statement, without its `;`.
    pub(super) tokens: TokenStream,
    /// `true` for `continue` and `break`, `false` for `return`.
    pub(super) leaves_round: bool,
}

pub(super) enum Content {
    /// A string literal, alone or with format arguments, for `format_args!`.
    Template {
        literal: LitStr,
        tokens: TokenStream,
    },
    /// `include(…)`, with the text once the file is read.
    File {
        keyword: Ident,
        path: TokenStream,
        included: Option<Included>,
    },
    /// Any other expression.
    Value { tokens: TokenStream },
}

impl Content {
    /// Classifies `tokens`. Returns `None` if there are none.
    pub(super) fn of(tokens: TokenStream) -> Option<Self> {
        let mut trees = tokens.clone().into_iter();
        let first = trees.next()?;
        let second = trees.next();
        if let Some(literal) = text_literal(&first)
            && second.as_ref().is_none_or(|tree| is_punct(tree, ','))
        {
            return Some(Self::Template { literal, tokens });
        }
        if let (TokenTree::Ident(keyword), Some(TokenTree::Group(group))) = (&first, &second)
            && keyword == "include"
            && group.delimiter() == Delimiter::Parenthesis
            && trees.next().is_none()
        {
            return Some(Self::File {
                keyword: keyword.clone(),
                path: group.stream(),
                included: None,
            });
        }
        Some(Self::Value { tokens })
    }
}

/// The string literal in `tree`, also if a `macro_rules` variable wraps it.
pub(super) fn text_literal(tree: &TokenTree) -> Option<LitStr> {
    syn::parse2(tree.clone().into()).ok()
}

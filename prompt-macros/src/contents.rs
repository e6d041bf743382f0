//! The texts and files of a prompt, as its definition lists them.

use proc_macro2::Ident;
use syn::{Attribute, LitStr};

#[derive(Default)]
pub(crate) struct Contents {
    /// Every turn of every `messages!` call, in reading order.
    pub(crate) texts: Vec<TemplateText>,
    /// Every file that `image!`, `audio!`, `resource!` or `include` in `messages!` embeds, in reading order.
    pub(crate) files: Vec<UsedFile>,
    /// The placeholders of included files that are present under every `cfg`.
    pub(crate) names: Vec<FileName>,
}

/// A placeholder of an included file.
pub(crate) struct FileName {
    /// The value, at the path of the file in the source.
    pub(crate) name: Ident,
    /// The file, line and column of the placeholder, for an error message.
    pub(crate) place: String,
}

/// The description or one turn of a conversation.
pub(crate) struct TemplateText {
    /// The `cfg`s of the turn.
    pub(crate) cfgs: Vec<Attribute>,
    /// `description`, `user`, `assistant` or `prefill`.
    pub(crate) role: &'static str,
    /// The text as written. `None` if it is built at run time.
    pub(crate) text: Option<LitStr>,
    pub(crate) line: usize,
    /// The path of the file with the content, as written.
    pub(crate) file: Option<String>,
}

/// An embedded file.
pub(crate) struct UsedFile {
    /// The `cfg`s of the embedding.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) kind: &'static str,
    /// The path as written.
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) data: UsedData,
}

pub(crate) enum UsedData {
    /// The path of a text file.
    Text(String),
    /// The base64 literal. The expansion of the macro call contains the same literal, and the compiler stores it once.
    Base64(String),
}

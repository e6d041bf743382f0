//! The texts and files that a prompt is made of, as its definition lists them.

use syn::{Attribute, LitStr};

#[derive(Default)]
pub(crate) struct Contents {
    /// Every turn of every `messages!` call, in reading order.
    pub(crate) texts: Vec<TemplateText>,
    /// Every file that `image!`, `audio!`, `resource!` or `include` in `messages!` makes part of the program, in reading order.
    pub(crate) files: Vec<UsedFile>,
}

/// The description or one turn of a conversation.
pub(crate) struct TemplateText {
    /// The `cfg`s under which it exists.
    pub(crate) cfgs: Vec<Attribute>,
    /// `description`, `user`, `assistant` or `prefill`.
    pub(crate) role: &'static str,
    /// As it was written; `None` when it is built at run time.
    pub(crate) text: Option<LitStr>,
    pub(crate) line: usize,
    /// The path of the file that it is, as it was written.
    pub(crate) file: Option<String>,
}

/// A file that became part of the program.
pub(crate) struct UsedFile {
    /// The `cfg`s under which it is embedded.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) kind: &'static str,
    /// As it was written.
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) data: UsedData,
}

pub(crate) enum UsedData {
    /// The file at this path holds text.
    Text(String),
    /// The literal that the expansion of the call holds too; the compiler stores it once.
    Base64(String),
}

//! Definitions of prompts as the macros write them: static data and function pointers.

use crate::argument::{Argument, ArgumentDefinition, ArgumentKind, Invocation};
use crate::future::BoxFuture;
use crate::icon::Icon;
use crate::message::GetPromptResult;
use crate::prompt_error::PromptError;
use base64::Engine as _;
use prompt_syntax::packed::unpack;
use std::any::TypeId;
use std::borrow::Cow;
use std::sync::Arc;

/// The declaration of a prompt. `#[prompt]` creates it; [`prompts!`](crate::prompts) or the inventory collects it.
#[derive(Debug)]
pub struct PromptDefinition {
    #[doc(hidden)]
    pub name: &'static str,
    #[doc(hidden)]
    pub title: Option<&'static str>,
    #[doc(hidden)]
    pub description: Option<&'static str>,
    #[doc(hidden)]
    pub icons: &'static [IconDefinition],
    #[doc(hidden)]
    pub meta: Option<&'static str>,
    #[doc(hidden)]
    pub arguments: &'static [ArgumentDefinition],
    /// The arguments in groups, used in place of `arguments` if the prompt takes structs of arguments.
    #[doc(hidden)]
    pub argument_groups: &'static [&'static [ArgumentDefinition]],
    /// The texts of a prompt without rare properties, [packed](prompt_syntax::packed) into one literal: the description and two empty texts;
    /// the name and the description of each argument, and `default` if it has one; the role, the text and the line of each text of the
    /// conversation. They replace `description`, `arguments` and `texts`.
    #[doc(hidden)]
    pub packed: &'static str,
    /// The kinds of the packed arguments.
    #[doc(hidden)]
    pub kinds: &'static [&'static ArgumentKind],
    #[doc(hidden)]
    pub state: &'static [StateKey],
    #[doc(hidden)]
    pub texts: &'static [TextDefinition<'static>],
    #[doc(hidden)]
    pub embedded: &'static [EmbeddedFile<'static>],
    #[doc(hidden)]
    pub file_notices: &'static [FileNotice<'static>],
    #[doc(hidden)]
    pub aliases: &'static [&'static str],
    #[doc(hidden)]
    pub allowed_advice: &'static [&'static str],
    #[doc(hidden)]
    pub deprecated: Option<Deprecation>,
    #[doc(hidden)]
    pub replaced_by: Option<&'static PromptDefinition>,
    #[doc(hidden)]
    pub location: Location<'static>,
    #[doc(hidden)]
    pub render: Render,
}

/// A notice for the author of a prompt file, about a part that MCP does not support or an argument without a use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileNotice<'a> {
    /// The line in the file, from 1.
    pub line: u32,
    /// The text of the notice, one sentence.
    pub message: &'a str,
    /// `true` for an argument that is declared but never used.
    pub unused_argument: bool,
}

impl<'a> FileNotice<'a> {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(line: u32, message: &'a str, unused_argument: bool) -> Self {
        Self {
            line,
            message,
            unused_argument,
        }
    }
}

impl PromptDefinition {
    #[doc(hidden)]
    pub const NEW: Self = Self {
        name: "",
        title: None,
        description: None,
        icons: &[],
        meta: None,
        arguments: &[],
        argument_groups: &[],
        packed: "",
        kinds: &[],
        state: &[],
        texts: &[],
        embedded: &[],
        file_notices: &[],
        aliases: &[],
        allowed_advice: &[],
        deprecated: None,
        replaced_by: None,
        location: Location::NOWHERE,
        render: Render::Sync(|_| None),
    };

    /// Creates a definition with the properties of nearly every prompt. A call costs the compiler less than a struct with its fields.
    #[doc(hidden)]
    #[must_use]
    pub const fn plain(
        name: &'static str,
        packed: &'static str,
        kinds: &'static [&'static ArgumentKind],
        location: Location<'static>,
        render: Render,
    ) -> Self {
        Self {
            name,
            packed,
            kinds,
            location,
            render,
            ..Self::NEW
        }
    }

    /// The author's description.
    pub(crate) fn description(&self) -> Option<&'static str> {
        let packed = || {
            unpack(self.packed)
                .next()
                .map(|[description, ..]| description)
        };
        let packed = || packed().filter(|description| !description.is_empty());
        self.description.or_else(packed)
    }

    /// All arguments, in the order of declaration.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = Argument> + use<> {
        let plain = unpack(self.packed).skip(1).zip(self.kinds);
        let plain = plain.map(|([name, description, default], kind)| {
            Argument::plain(name, description, !default.is_empty(), kind)
        });
        let groups = self.argument_groups.iter().copied().flatten();
        plain.chain(self.arguments.iter().chain(groups).map(Argument::declared))
    }

    /// All texts, in the order of the source.
    pub(crate) fn texts(&self) -> impl Iterator<Item = TextDefinition<'static>> + use<> {
        let plain = unpack(self.packed).skip(1 + self.kinds.len());
        let plain = plain.map(|[role, text, line]| {
            // The macro wrote the number.
            TextDefinition::new(role, text, line.parse().unwrap_or_default())
        });
        plain.chain(self.texts.iter().copied())
    }

    /// The identifier that clients send.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The place of the declaration.
    #[must_use]
    pub const fn location(&self) -> Location<'static> {
        self.location
    }
}

/// The place of a prompt's declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Location<'a> {
    /// The source file as the compiler received it, or the prompt file. Empty for a prompt created by code at run time.
    pub file: &'a str,
    /// The line, from 1. It is 0 for a prompt created by code at run time.
    pub line: u32,
    /// The module path. Empty for a prompt created at run time.
    pub module: &'a str,
    /// The name of the package. Empty for a prompt created at run time.
    pub package: &'a str,
}

impl<'a> Location<'a> {
    pub(crate) const NOWHERE: Self = Self::new("", 0, "", "");

    #[doc(hidden)]
    #[must_use]
    pub const fn new(file: &'a str, line: u32, module: &'a str, package: &'a str) -> Self {
        Self {
            file,
            line,
            module,
            package,
        }
    }
}

impl std::fmt::Display for Location<'_> {
    /// Writes `file:line`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.file.is_empty() {
            return f.write_str("made at run time");
        }
        write!(f, "{}:{}", self.file, self.line)
    }
}

#[doc(hidden)]
#[derive(Debug)]
pub struct IconDefinition {
    pub src: &'static str,
    pub mime_type: Option<&'static str>,
    pub sizes: &'static [&'static str],
    pub theme: Option<&'static str>,
}

impl IconDefinition {
    pub(crate) fn icon(&self) -> Icon {
        Icon::declared(self.src, self.mime_type, self.sizes, self.theme)
    }
}

/// The deprecation of a prompt: the fields of Rust's own `#[deprecated]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deprecation {
    /// The version since which the prompt is deprecated.
    pub since: Option<&'static str>,
    /// The advice about the replacement.
    pub note: Option<&'static str>,
}

impl Deprecation {
    /// The key in a deprecated prompt's `_meta` in the listing. Its value has `since`, `note` and `replacedBy`, as far as they are known.
    /// The description contains the same information for people.
    pub const META_KEY: &'static str = "io.github.prompt-runtime/deprecated";

    #[doc(hidden)]
    #[must_use]
    pub const fn new(since: Option<&'static str>, note: Option<&'static str>) -> Self {
        Self { since, note }
    }
}

/// One text of a prompt, as written in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextDefinition<'a> {
    /// `description`, `user`, `assistant` or `prefill`.
    pub role: &'a str,
    /// The text with its placeholders. It is empty if the text is built at run time, or if the turn is an embedded file that is not text.
    pub text: &'a str,
    /// The line, from 1.
    pub line: u32,
    /// The path of the embedded file that contains the text or the content, as written in the source. Placeholders are `{{ name }}` in such
    /// a file, and `{name}` in any other text.
    pub file: Option<&'a str>,
}

impl<'a> TextDefinition<'a> {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(role: &'a str, text: &'a str, line: u32) -> Self {
        Self {
            role,
            text,
            line,
            file: None,
        }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn of_file(mut self, path: &'a str) -> Self {
        self.file = Some(path);
        self
    }

    /// Returns `true` for a text that is known only when the prompt is called.
    #[must_use]
    pub const fn is_built_at_run_time(&self) -> bool {
        self.text.is_empty() && self.file.is_none()
    }
}

/// A file whose content is part of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct EmbeddedFile<'a> {
    /// The use of the file: `image`, `audio`, `resource`, `text` or `prompt`.
    pub kind: &'a str,
    /// The path as written in the source.
    pub path: &'a str,
    /// The line in the source that names the file, from 1.
    pub line: u32,
    data: EmbeddedData<'a>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EmbeddedData<'a> {
    Text(&'a str),
    /// The same literal as in the content, so that the program contains it once.
    Base64(&'a str),
}

impl<'a> EmbeddedFile<'a> {
    #[doc(hidden)]
    #[must_use]
    pub const fn text(kind: &'a str, path: &'a str, line: u32, text: &'a str) -> Self {
        Self {
            kind,
            path,
            line,
            data: EmbeddedData::Text(text),
        }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn base64(kind: &'a str, path: &'a str, line: u32, base64: &'a str) -> Self {
        Self {
            kind,
            path,
            line,
            data: EmbeddedData::Base64(base64),
        }
    }

    /// The bytes of the file. Binary files are decoded on every call.
    #[must_use]
    pub fn bytes(&self) -> Cow<'a, [u8]> {
        match self.data {
            EmbeddedData::Text(text) => Cow::Borrowed(text.as_bytes()),
            // The macro wrote this text, so it is valid base64.
            EmbeddedData::Base64(base64) => base64::engine::general_purpose::STANDARD
                .decode(base64)
                .unwrap_or_default()
                .into(),
        }
    }

    /// The size of the file in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        match self.data {
            EmbeddedData::Text(text) => text.len(),
            EmbeddedData::Base64(base64) => {
                base64.len() / 4 * 3 - base64.bytes().rev().take_while(|b| *b == b'=').count()
            }
        }
    }
}

/// The type of a piece of state that a prompt needs.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct StateKey {
    pub(crate) id: fn() -> TypeId,
    /// The type id of `Arc<T>`, if the state is stored in an `Arc`.
    pub(crate) shared: fn() -> TypeId,
    /// The type id of `Box<T>`, if the state is stored in a `Box`.
    pub(crate) boxed: fn() -> TypeId,
    pub(crate) name: fn() -> &'static str,
}

/// A type that can be state. As with `Probed`, the type is no generic argument in an expansion.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be state: requests on several threads share it",
    note = "write a type that is `Send` and `Sync`, such as `Mutex` in place of `RefCell`, or `Arc` in place of `Rc`"
)]
pub trait State: Sized + 'static {
    const KEY: StateKey;

    /// Finds the state for a request.
    fn find<'a>(invocation: &mut Invocation<'a>) -> Option<&'a Self>;
}

impl<T: Send + Sync + 'static> State for T {
    const KEY: StateKey = StateKey {
        id: TypeId::of::<T>,
        shared: TypeId::of::<Arc<T>>,
        boxed: TypeId::of::<Box<T>>,
        name: std::any::type_name::<T>,
    };

    fn find<'a>(invocation: &mut Invocation<'a>) -> Option<&'a T> {
        invocation.state()
    }
}

/// The function that calls a prompt. It fetches every argument, stops if one was rejected, and calls the author's function. It returns
/// `None` after a rejection; the [`Invocation`] has the reasons.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum Render {
    Sync(for<'a> fn(&mut Invocation<'a>) -> Option<Outcome>),
    Async(for<'a> fn(&mut Invocation<'a>) -> Option<BoxFuture<'a, Outcome>>),
}

#[doc(hidden)]
pub type Outcome = Result<GetPromptResult, PromptError>;

impl std::fmt::Debug for Render {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Sync(_) => "Sync",
            Self::Async(_) => "Async",
        })
    }
}

/// An entry of the inventory.
#[doc(hidden)]
#[derive(Debug)]
pub struct Entry(pub &'static PromptDefinition);

inventory::collect!(Entry);

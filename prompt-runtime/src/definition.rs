//! What a macro writes about a prompt: plain data that lives in the program, and two function pointers.

use crate::argument::{ArgumentKind, Invocation};
use crate::complete::CompleteFn;
use crate::error::PromptError;
use crate::message::GetPromptResult;
use std::any::TypeId;
use std::future::Future;
use std::pin::Pin;

/// A future that can be sent between threads, on the heap.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A prompt as it was declared. Made by `#[prompt]`; collected with [`prompts!`](crate::prompts) or through the inventory.
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
    #[doc(hidden)]
    pub state: &'static [StateKey],
    #[doc(hidden)]
    pub templates: &'static [TemplateDefinition],
    #[doc(hidden)]
    pub aliases: &'static [&'static str],
    #[doc(hidden)]
    pub allowed_advice: &'static [&'static str],
    #[doc(hidden)]
    pub deprecated: Option<Deprecation>,
    #[doc(hidden)]
    pub replaced_by: Option<&'static PromptDefinition>,
    #[doc(hidden)]
    pub location: Location,
    #[doc(hidden)]
    pub render: Render,
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
        state: &[],
        templates: &[],
        aliases: &[],
        allowed_advice: &[],
        deprecated: None,
        replaced_by: None,
        location: Location {
            file: "",
            line: 0,
            module: "",
            package: "",
        },
        render: Render::Sync(|_| None),
    };

    /// The identifier that a client sends.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Where it is declared.
    #[must_use]
    pub const fn location(&self) -> Location {
        self.location
    }
}

/// Where a prompt is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Location {
    /// The source file, as the compiler was given it. Empty for a prompt made at run time.
    pub file: &'static str,
    /// The line, from 1; 0 for a prompt made at run time.
    pub line: u32,
    /// The module path.
    pub module: &'static str,
    /// The package.
    pub package: &'static str,
}

impl Location {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        file: &'static str,
        line: u32,
        module: &'static str,
        package: &'static str,
    ) -> Self {
        Self {
            file,
            line,
            module,
            package,
        }
    }
}

impl std::fmt::Display for Location {
    /// `file:line`.
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

/// Since when a prompt is deprecated, and what to do instead: the fields of Rust's own `#[deprecated]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deprecation {
    /// The version.
    pub since: Option<&'static str>,
    /// The advice.
    pub note: Option<&'static str>,
}

impl Deprecation {
    /// The key of a deprecated prompt's `_meta` in the listing, with `since`, `note` and `replacedBy` as far as they are known: the
    /// description says the same to people.
    pub const META_KEY: &'static str = "io.github.prompt-runtime/deprecated";

    #[doc(hidden)]
    #[must_use]
    pub const fn new(since: Option<&'static str>, note: Option<&'static str>) -> Self {
        Self { since, note }
    }
}

/// One text that a prompt is made of, as it stands in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TemplateDefinition {
    /// `description`, `user`, `assistant` or `prefill`.
    pub role: &'static str,
    /// The text with its placeholders; empty when it is built at run time.
    pub text: &'static str,
    /// The line, from 1.
    pub line: u32,
}

#[doc(hidden)]
#[derive(Debug)]
pub struct ArgumentDefinition {
    pub name: &'static str,
    pub title: Option<&'static str>,
    pub description: Option<&'static str>,
    pub required: bool,
    pub has_default: bool,
    pub kind: ArgumentKind,
    pub values: Option<&'static [&'static str]>,
    pub non_empty: bool,
    pub max_len: Option<usize>,
    pub min: Option<&'static str>,
    pub max: Option<&'static str>,
    pub aliases: &'static [&'static str],
    pub complete: Option<CompleteFn>,
}

impl ArgumentDefinition {
    pub const NEW: Self = Self {
        name: "",
        title: None,
        description: None,
        required: true,
        has_default: false,
        kind: ArgumentKind::VALUE,
        values: None,
        non_empty: false,
        max_len: None,
        min: None,
        max: None,
        aliases: &[],
        complete: None,
    };
}

/// The type of a piece of state that a prompt needs.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct StateKey {
    pub(crate) id: fn() -> TypeId,
    pub(crate) name: fn() -> &'static str,
}

impl StateKey {
    #[must_use]
    pub const fn of<T: Send + Sync + 'static>() -> Self {
        Self {
            id: TypeId::of::<T>,
            name: std::any::type_name::<T>,
        }
    }
}

/// How a prompt is called: fetch every argument, stop if any was refused, call the function. `None` means refused; the reasons
/// are in the [`Invocation`].
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

/// What the inventory collects.
#[doc(hidden)]
#[derive(Debug)]
pub struct Entry(pub &'static PromptDefinition);

inventory::collect!(Entry);

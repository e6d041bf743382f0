//! Reads the calls of `image!`, `audio!`, `resource!` and `prompt_file!`: a path, then keys.

use crate::diagnostics::Errors;
use crate::keys::{FileKey, Key, Keys, MediaKey, Reader, separator, string_of};
use crate::tokens::drain;
use proc_macro2::{Ident, TokenStream};
use prompt_syntax::prompt_file::{Dialect, UnknownDialect};
use syn::parse::{ParseStream, Parser};
use syn::{Expr, LitInt, LitStr, Path};

/// The kind of content of `image!`, `audio!` and `resource!`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Image,
    Audio,
    Resource,
}

impl Kind {
    /// A correct call.
    pub(super) fn example(self) -> &'static str {
        match self {
            Self::Image => "image!(\"logo.png\")",
            Self::Audio => "audio!(\"ding.wav\")",
            Self::Resource => "resource!(\"guide.md\", uri = \"file:///guide.md\")",
        }
    }
}

/// A call of `image!`, `audio!` or `resource!`.
pub(super) struct Media {
    pub(super) kind: Kind,
    pub(super) path: Option<LitStr>,
    /// False after a mistake in the keys.
    pub(super) is_complete: bool,
    pub(super) uri: Option<LitStr>,
    pub(super) mime_type: Option<LitStr>,
    pub(super) max_bytes: Option<usize>,
    pub(super) runtime: Option<Path>,
}

/// A call of `prompt_file!`.
#[derive(Default)]
pub(super) struct PromptCall {
    pub(super) path: Option<LitStr>,
    /// The dialect. `None` means the dialect that follows from the path.
    pub(super) dialect: Option<Dialect>,
    pub(super) strict: bool,
    pub(super) append: bool,
    pub(super) runtime: Option<Path>,
}

/// The keys for content without a URI, whose bytes determine its type.
const INLINE_KEYS: &[MediaKey] = &[MediaKey::MaxBytes, MediaKey::Crate];

pub(super) fn media(kind: Kind, input: TokenStream, errors: &mut Errors) -> Media {
    let mut call = Media {
        kind,
        path: None,
        is_complete: true,
        uri: None,
        mime_type: None,
        max_bytes: None,
        runtime: None,
    };
    let before = errors.count();
    let reader = match kind {
        Kind::Image => Reader::some("`image!(…)`", INLINE_KEYS),
        Kind::Audio => Reader::some("`audio!(…)`", INLINE_KEYS),
        Kind::Resource => Reader::new(),
    };
    call.path = read(kind.example(), reader, input, errors, |kind, key, input| {
        match kind {
            MediaKey::Uri => call.uri = Some(key.string(input, "file:///guide.md")?),
            MediaKey::MimeType => call.mime_type = Some(key.string(input, "text/markdown")?),
            MediaKey::MaxBytes => call.max_bytes = Some(max_bytes(key, input)?),
            MediaKey::Crate => call.runtime = Some(key.runtime(input)?),
        }
        Ok(())
    });
    call.is_complete = errors.count() == before;
    call
}

pub(super) fn prompt(input: TokenStream, errors: &mut Errors) -> PromptCall {
    let mut call = PromptCall::default();
    let example = "prompt_file!(\"review.md\")";
    call.path = read(example, Reader::new(), input, errors, |kind, key, input| {
        match kind {
            FileKey::Dialect => call.dialect = Some(dialect(key, input)?),
            FileKey::Strict => {
                key.flag(input)?;
                call.strict = true;
            }
            FileKey::AppendTypedText => {
                key.flag(input)?;
                call.append = true;
            }
            FileKey::Crate => call.runtime = Some(key.runtime(input)?),
        }
        Ok(())
    });
    call
}

fn dialect(key: Key, input: ParseStream<'_>) -> syn::Result<Dialect> {
    let word: Ident = key.value(input, "a dialect", "claude")?;
    let parsed = word.to_string().parse();
    parsed.map_err(|why: UnknownDialect| syn::Error::new(word.span(), why))
}

/// Reads a path and the keys after it, and returns the path. Without a path the keys have no meaning.
fn read<K: Keys>(
    example: &str,
    mut reader: Reader<K>,
    input: TokenStream,
    errors: &mut Errors,
    mut value: impl FnMut(K, Key, ParseStream<'_>) -> syn::Result<()>,
) -> Option<LitStr> {
    let parser = |input: ParseStream<'_>| {
        let path = errors.keep(path(example, input));
        if path.is_none() {
            drain(input);
        } else {
            separator(input, errors, |_| ());
        }
        Ok((path, input.parse::<TokenStream>()?))
    };
    let call = parser.parse2(input);
    let (path, keys) = errors.keep(call)?;
    if path.is_some() {
        reader.read(keys, errors, |kind, key, input, _| value(kind, key, input));
    }
    path
}

fn path(example: &str, input: ParseStream<'_>) -> syn::Result<LitStr> {
    let span = input.span();
    let path = input.parse::<Expr>().ok();
    let literal = path.as_ref().and_then(string_of);
    literal
        .filter(|path| !path.value().is_empty())
        .ok_or_else(|| {
            syn::Error::new(
                span,
                format!("this takes the path of a file as a literal: write `{example}`"),
            )
        })
}

fn max_bytes(key: Key, input: ParseStream<'_>) -> syn::Result<usize> {
    let number: LitInt = key.value(input, "a number", "524_288")?;
    number.base10_parse().map_err(|_| {
        syn::Error::new(
            number.span(),
            "`max_bytes` takes a number of bytes that a program can hold: write `max_bytes = 524_288`",
        )
    })
}

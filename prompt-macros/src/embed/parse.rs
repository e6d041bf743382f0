//! The calls of `image!`, `audio!`, `resource!` and `prompt_file!`: a path, then keys.

use crate::diagnostics::Errors;
use crate::keys::{CRATE, Key, MAX_BYTES, MIME_TYPE, Reader, Table, URI, separator, string_of};
use crate::tokens::drain;
use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, LitInt, LitStr, Path};

/// What `image!`, `audio!` and `resource!` make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Image,
    Audio,
    Resource,
}

const IMAGE_KEYS: Table = Table {
    attribute: "`image!(…)`",
    known: &[MAX_BYTES, CRATE],
};
const AUDIO_KEYS: Table = Table {
    attribute: "`audio!(…)`",
    known: &[MAX_BYTES, CRATE],
};
const RESOURCE_KEYS: Table = Table {
    attribute: "`resource!(…)`",
    known: &[URI, MIME_TYPE, MAX_BYTES, CRATE],
};
const PROMPT_KEYS: Table = Table {
    attribute: "`prompt_file!(…)`",
    known: &[CRATE],
};

impl Kind {
    fn keys(self) -> &'static Table {
        match self {
            Self::Image => &IMAGE_KEYS,
            Self::Audio => &AUDIO_KEYS,
            Self::Resource => &RESOURCE_KEYS,
        }
    }

    /// A call that is right.
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
    pub(super) uri: Option<LitStr>,
    pub(super) mime_type: Option<LitStr>,
    pub(super) max_bytes: Option<usize>,
    pub(super) runtime: Option<Path>,
}

/// A call of `prompt_file!`.
pub(super) struct PromptCall {
    pub(super) path: Option<LitStr>,
    pub(super) runtime: Option<Path>,
}

pub(super) fn media(kind: Kind, input: TokenStream, errors: &mut Errors) -> Media {
    let mut call = Media {
        kind,
        path: None,
        uri: None,
        mime_type: None,
        max_bytes: None,
        runtime: None,
    };
    call.path = read(kind.keys(), kind.example(), input, errors, |key, input| {
        match key.word {
            URI => call.uri = Some(key.string(input, "file:///guide.md")?),
            MIME_TYPE => call.mime_type = Some(key.string(input, "text/markdown")?),
            MAX_BYTES => call.max_bytes = Some(max_bytes(key, input)?),
            _ => call.runtime = Some(key.path(input, "::my_prompt_runtime")?),
        }
        Ok(())
    });
    call
}

pub(super) fn prompt(input: TokenStream, errors: &mut Errors) -> PromptCall {
    let mut runtime = None;
    let example = "prompt_file!(\"review.md\")";
    let path = read(&PROMPT_KEYS, example, input, errors, |key, input| {
        runtime = Some(key.path(input, "::my_prompt_runtime")?);
        Ok(())
    });
    PromptCall { path, runtime }
}

/// Reads a path and the keys behind it, and returns the path. Without one the keys mean nothing.
fn read(
    table: &'static Table,
    example: &str,
    input: TokenStream,
    errors: &mut Errors,
    mut value: impl FnMut(Key, ParseStream<'_>) -> syn::Result<()>,
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
        Reader::new(table).read(keys, errors, |key, input, _| value(key, input));
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

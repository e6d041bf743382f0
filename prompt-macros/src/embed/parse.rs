//! The calls of `image!`, `audio!`, `resource!` and `prompt_file!`: a path, then keys.

use crate::diagnostics::Errors;
use crate::keys::{CRATE, Key, MAX_BYTES, MIME_TYPE, Reader, Table, URI, string_of};
use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, LitInt, LitStr, Path, Token};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Image,
    Audio,
    Resource,
    Prompt,
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
            Self::Prompt => &PROMPT_KEYS,
        }
    }

    /// A call that is right.
    pub(super) fn example(self) -> &'static str {
        match self {
            Self::Image => "image!(\"logo.png\")",
            Self::Audio => "audio!(\"ding.wav\")",
            Self::Resource => "resource!(\"guide.md\", uri = \"file:///guide.md\")",
            Self::Prompt => "prompt_file!(\"review.md\")",
        }
    }
}

pub(super) struct Call {
    pub(super) kind: Kind,
    pub(super) path: Option<LitStr>,
    pub(super) uri: Option<LitStr>,
    pub(super) mime_type: Option<LitStr>,
    pub(super) max_bytes: Option<usize>,
    pub(super) runtime: Option<Path>,
}

pub(super) fn call(kind: Kind, input: TokenStream, errors: &mut Errors) -> Call {
    let mut call = Call {
        kind,
        path: None,
        uri: None,
        mime_type: None,
        max_bytes: None,
        runtime: None,
    };
    let parser = |input: ParseStream<'_>| {
        let path = path(kind, input);
        call.path = errors.keep(path);
        if call.path.is_none() {
            return input.parse();
        }
        if let Ok(None) = input.parse::<Option<Token![,]>>()
            && !input.is_empty()
        {
            errors.at(input.span(), "expected `,` before this");
        }
        input.parse::<TokenStream>()
    };
    let keys = parser.parse2(input);
    let Some(keys) = errors.keep(keys).filter(|_| call.path.is_some()) else {
        return call;
    };
    Reader::new(kind.keys()).read(keys, errors, |key, input, _| read(key, input, &mut call));
    call
}

fn path(kind: Kind, input: ParseStream<'_>) -> syn::Result<LitStr> {
    let span = input.span();
    let path = input.parse::<Expr>().ok();
    let literal = path.as_ref().and_then(string_of);
    literal
        .filter(|path| !path.value().is_empty())
        .ok_or_else(|| {
            let example = kind.example();
            syn::Error::new(
                span,
                format!("this takes the path of a file as a literal: write `{example}`"),
            )
        })
}

fn read(key: Key, input: ParseStream<'_>, call: &mut Call) -> syn::Result<()> {
    match key.word {
        URI => call.uri = Some(key.string(input, "file:///guide.md")?),
        MIME_TYPE => call.mime_type = Some(key.string(input, "text/markdown")?),
        MAX_BYTES => {
            let number: LitInt = key.value(input, "a number", "524_288")?;
            let bytes = number.base10_parse().map_err(|_| {
                syn::Error::new(
                    number.span(),
                    "`max_bytes` takes a number of bytes that a program can hold: write `max_bytes = 524_288`",
                )
            })?;
            call.max_bytes = Some(bytes);
        }
        CRATE => call.runtime = Some(key.path(input, "::my_prompt_runtime")?),
        _ => {}
    }
    Ok(())
}

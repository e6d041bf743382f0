//! The reasons why a piece of content cannot be built, and the checks that several kinds of content share.

use base64::Engine as _;
use prompt_syntax::uri;
use std::fmt;

/// Reasons why a piece of content cannot be built.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContentError {
    /// The content is empty.
    Empty,
    /// The MIME type is malformed.
    MimeType {
        /// The value that was given.
        mime_type: String,
        /// The problem, in words that follow the value in a sentence.
        why: &'static str,
    },
    /// The MIME type belongs to another kind of content.
    WrongFamily {
        /// The kind of content, as in `image`.
        family: &'static str,
        /// The value that was given.
        mime_type: String,
    },
    /// The URI is not absolute, or contains characters that must be encoded.
    Uri {
        /// The value that was given.
        uri: String,
        /// The problem, in words that follow the value in a sentence.
        why: &'static str,
    },
    /// The data, from another program, is not base64.
    Base64,
    /// The size of an icon is neither of the form `48x48` nor `any`.
    IconSize(String),
    /// The priority is outside 0 to 1.
    Priority,
}

impl fmt::Display for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the content is empty"),
            Self::MimeType { mime_type, why } => write!(f, "the MIME type `{mime_type}` {why}"),
            Self::WrongFamily { family, mime_type } => write!(
                f,
                "the MIME type `{mime_type}` does not begin with `{family}`"
            ),
            Self::Uri { uri, why } => write!(f, "the URI `{uri}` {why}"),
            Self::Base64 => f.write_str("the data is not base64"),
            Self::IconSize(size) => write!(
                f,
                "the size `{size}` of an icon is not of the form `48x48`, nor `any`"
            ),
            Self::Priority => f.write_str("a priority is a number from 0 to 1"),
        }
    }
}

impl std::error::Error for ContentError {}

pub(super) fn encode(bytes: &[u8]) -> String {
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

pub(super) fn decoded_len(data: &str) -> usize {
    data.trim_end_matches('=').len() * 3 / 4
}

/// Checks base64 text that another program wrote.
pub(super) fn check_base64(data: &str) -> Result<(), ContentError> {
    if data.is_empty() {
        return Err(ContentError::Empty);
    }
    base64::engine::general_purpose::STANDARD
        .decode(data)
        .map(drop)
        .map_err(|_| ContentError::Base64)
}

pub(super) fn check_family(mime_type: &str, family: &'static str) -> Result<(), ContentError> {
    check_mime_type(mime_type)?;
    if mime_type
        .get(..family.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(family))
    {
        return Ok(());
    }
    Err(ContentError::WrongFamily {
        family,
        mime_type: mime_type.to_owned(),
    })
}

pub(super) fn check_mime_type(mime_type: &str) -> Result<(), ContentError> {
    uri::check_mime_type(mime_type).map_err(|why| ContentError::MimeType {
        mime_type: mime_type.to_owned(),
        why,
    })
}

pub(super) fn check_uri(text: &str) -> Result<(), ContentError> {
    uri::check(text).map_err(|why| ContentError::Uri {
        uri: text.to_owned(),
        why,
    })
}

//! Checks a file before it is embedded.

use super::files::{File, Files};
use super::media;
use super::parse::{Kind, Media};
use crate::diagnostics::Errors;
use base64::Engine as _;
use prompt_syntax::uri;
use syn::LitStr;

/// The maximum size without the key `max_bytes`.
const USUAL_LIMIT: usize = 256 * 1024;

/// The content of a file in the form that the program embeds.
pub(super) enum Embedded {
    /// Base64 data with its MIME type.
    Media { data: String, mime_type: String },
    /// Text, which the compiler includes itself, with its MIME type.
    Text { mime_type: String },
    /// A file whose path the compiler does not tell the macro, as in some editors. The compiler includes it unchecked.
    Unseen { mime_type: String, is_text: bool },
}

/// Returns `None` after a mistake, which is recorded.
pub(super) fn embedded(
    call: &Media,
    path: &LitStr,
    files: &Files,
    errors: &mut Errors,
) -> Option<(Option<File>, Embedded)> {
    let keys_are_right = keys(call, path, errors);
    let file = files.find(path);
    if !file.is_seen {
        return Some((None, unseen(call, path)));
    }
    match file.bytes().and_then(|bytes| contents(call, &file, &bytes)) {
        Ok(embedded) => keys_are_right.then_some((Some(file), embedded)),
        Err(sentence) => {
            errors.at(path.span(), sentence);
            None
        }
    }
}

fn keys(call: &Media, path: &LitStr, errors: &mut Errors) -> bool {
    let mut right = call.is_complete;
    let mut wrong = |span, sentence: String| {
        right = false;
        errors.at(span, sentence);
    };
    if call.kind == Kind::Resource {
        match &call.uri {
            None if !call.is_complete => {}
            None => wrong(
                path.span(),
                format!("a resource has a URI: write `{}`", call.kind.example()),
            ),
            Some(literal) => {
                if let Err(why) = uri::check(&literal.value()) {
                    let shown = literal.value();
                    let shown = shown.escape_debug();
                    let sentence = format!(
                        "the URI `{shown}` {why}: write one such as `uri = \"file:///a%20guide.md\"`"
                    );
                    wrong(literal.span(), sentence);
                }
            }
        }
    }
    if let Some(literal) = &call.mime_type
        && let Err(why) = uri::check_mime_type(&literal.value())
    {
        wrong(
            literal.span(),
            format!(
                "the MIME type `{}` {why}: write one such as `mime_type = \"text/markdown\"`",
                literal.value().escape_debug()
            ),
        );
    }
    right
}

/// # Errors
/// The mistake as a sentence.
fn contents(call: &Media, file: &File, bytes: &[u8]) -> Result<Embedded, String> {
    let shown = &file.shown;
    if bytes.is_empty() {
        return Err(format!(
            "`{shown}` is empty: put the content into it, or write another path"
        ));
    }
    let limit = call.max_bytes.unwrap_or(USUAL_LIMIT);
    if bytes.len() > limit && call.is_complete {
        let kib = bytes.len().div_ceil(1024) * 1024;
        return Err(format!(
            "`{shown}` has {} bytes and {limit} are allowed, because the whole answer is one JSON message, in which it takes a third more: link to it with a `ResourceLink`, or write `max_bytes = {kib}`",
            bytes.len()
        ));
    }
    let mime_type = mime_type(call.kind, file, bytes)?;
    let mime_type = call
        .mime_type
        .as_ref()
        .map_or_else(|| mime_type.to_owned(), LitStr::value);
    if call.kind == Kind::Resource && std::str::from_utf8(bytes).is_ok() {
        return Ok(Embedded::Text { mime_type });
    }
    let data = base64::engine::general_purpose::STANDARD.encode(bytes);
    Ok(Embedded::Media { data, mime_type })
}

/// The MIME type from the file's first bytes. The extension must agree.
fn mime_type(kind: Kind, file: &File, bytes: &[u8]) -> Result<&'static str, String> {
    let shown = &file.shown;
    let extension = file.extension();
    let found = media::of_bytes(bytes);
    let family = match kind {
        Kind::Image => Some("image"),
        Kind::Audio => Some("audio"),
        Kind::Resource => None,
    };
    match (found, media::of_extension(extension)) {
        (Some(found), Some(expected)) if found.mime_type != expected.mime_type => {
            let usual = found.extensions.first().copied().unwrap_or_default();
            Err(format!(
                "`{shown}` is {}, not {}: name it `.{usual}`, or replace it",
                found.name, expected.name
            ))
        }
        (None, Some(expected)) => Err(format!(
            "`{shown}` is not {}, it does not begin like one: replace it, or name it by what it is",
            expected.name
        )),
        (found, _) => match (found, family) {
            (Some(found), Some(family)) if !found.is(family) => Err(format!(
                "`{shown}` is {}, not {}: write `{}`",
                found.name,
                noun(family),
                macro_for(found)
            )),
            (Some(found), _) => Ok(found.mime_type),
            (None, Some(family)) => Err(format!(
                "`{shown}` is not {} of a kind that clients show: those are {}",
                noun(family),
                media::names(family)
            )),
            (None, None) if std::str::from_utf8(bytes).is_ok() => Ok(media::of_text(extension)),
            (None, None) => Ok("application/octet-stream"),
        },
    }
}

fn noun(family: &str) -> &str {
    match family {
        "image" => "an image",
        other => other,
    }
}

fn macro_for(found: &media::MediaType) -> &'static str {
    match found {
        it if it.is("image") => "image!(…)",
        it if it.is("audio") => "audio!(…)",
        _ => "resource!(…, uri = …)",
    }
}

/// The kind of a file by its extension alone. Only its bytes are needed here, and those the compiler finds by itself, so an example in
/// documentation that embeds an image compiles. A prompt file cannot do the same: its arguments are known from its text.
fn unseen(call: &Media, path: &LitStr) -> Embedded {
    let path = path.value();
    let extension = std::path::Path::new(&path).extension();
    let extension = extension.and_then(|it| it.to_str()).unwrap_or_default();
    let media = media::of_extension(extension);
    let is_text = media.is_none_or(|it| it.mime_type == "image/svg+xml");
    let by_extension = media.map_or_else(|| media::of_text(extension), |it| it.mime_type);
    Embedded::Unseen {
        mime_type: call
            .mime_type
            .as_ref()
            .map_or_else(|| by_extension.to_owned(), LitStr::value),
        is_text,
    }
}

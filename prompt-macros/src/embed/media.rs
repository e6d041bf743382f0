//! Detects the kind of a file: images, audio and PDF by their first bytes, text by the file's extension.

use std::str::from_utf8;

/// A kind of file that clients support.
pub(super) struct MediaType {
    /// The MIME type in the protocol.
    pub(super) mime_type: &'static str,
    /// The name with its article, such as "a PNG image".
    pub(super) name: &'static str,
    /// The extensions in lower case, the usual one first.
    pub(super) extensions: &'static [&'static str],
}

impl MediaType {
    /// Returns `true` if the MIME type is of this family, such as `image`.
    pub(super) fn is(&self, family: &str) -> bool {
        self.mime_type
            .split_once('/')
            .is_some_and(|(before, _)| before == family)
    }
}

const fn kind(
    mime_type: &'static str,
    name: &'static str,
    extensions: &'static [&'static str],
) -> MediaType {
    MediaType {
        mime_type,
        name,
        extensions,
    }
}

// WebM is left out on purpose: its first bytes do not tell a video from an audio recording.
static KINDS: [MediaType; 15] = [
    kind("image/png", "a PNG image", &["png"]),
    kind("image/jpeg", "a JPEG image", &["jpg", "jpeg"]),
    kind("image/gif", "a GIF image", &["gif"]),
    kind("image/webp", "a WebP image", &["webp"]),
    kind("image/avif", "an AVIF image", &["avif"]),
    kind("image/bmp", "a BMP image", &["bmp"]),
    kind("image/tiff", "a TIFF image", &["tiff", "tif"]),
    kind("image/svg+xml", "an SVG image", &["svg"]),
    kind("audio/wav", "a WAV recording", &["wav"]),
    kind("audio/ogg", "an Ogg recording", &["ogg", "oga", "opus"]),
    kind("audio/flac", "a FLAC recording", &["flac"]),
    kind("audio/mp4", "an MP4 recording", &["m4a"]),
    kind("audio/aac", "an AAC recording", &["aac"]),
    kind("audio/mpeg", "an MP3 recording", &["mp3"]),
    kind("application/pdf", "a PDF document", &["pdf"]),
];

/// Returns the kind that matches the first bytes.
pub(super) fn of_bytes(bytes: &[u8]) -> Option<&'static MediaType> {
    let is_text = from_utf8(bytes).is_ok_and(|text| !text.contains('\0'));
    let found = match infer::get(bytes).map_or("", |found| found.mime_type()) {
        // `infer` checks only the first two letters of a bitmap.
        "image/bmp" if is_text => return None,
        "audio/x-wav" => "audio/wav",
        "audio/opus" => "audio/ogg",
        "audio/x-flac" => "audio/flac",
        "audio/m4a" => "audio/mp4",
        _ if is_text && is_svg(bytes) => "image/svg+xml",
        other => other,
    };
    KINDS.iter().find(|kind| kind.mime_type == found)
}

/// Returns the kind that a file with this extension should be.
pub(super) fn of_extension(extension: &str) -> Option<&'static MediaType> {
    let extension = extension.to_ascii_lowercase();
    KINDS
        .iter()
        .find(|kind| kind.extensions.contains(&extension.as_str()))
}

/// Returns the usual extensions of one family, separated by commas.
pub(super) fn names(family: &str) -> String {
    let names: Vec<&str> = KINDS
        .iter()
        .filter(|kind| kind.is(family))
        .filter_map(|kind| kind.extensions.first().copied())
        .collect();
    names.join(", ")
}

/// Returns the MIME type of a text file with this extension. An unknown extension means plain text.
pub(super) fn of_text(extension: &str) -> &'static str {
    match extension.to_ascii_lowercase().as_str() {
        "md" | "markdown" => "text/markdown",
        "html" | "htm" => "text/html",
        "css" => "text/css",
        "csv" => "text/csv",
        "js" | "mjs" => "text/javascript",
        "xml" => "application/xml",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "yaml" | "yml" => "application/yaml",
        "toml" => "application/toml",
        "sql" => "application/sql",
        "diff" | "patch" => "text/x-diff",
        "rs" => "text/x-rust",
        "py" => "text/x-python",
        _ => "text/plain",
    }
}

/// Returns `true` for a text that begins with a tag and in which only declarations and comments precede the `<svg>` element. Comments may
/// quote other elements: the text before the first `<svg` is not parsed.
fn is_svg(bytes: &[u8]) -> bool {
    let text = from_utf8(bytes).unwrap_or_default();
    let text = text.trim_start_matches('\u{FEFF}').trim_start();
    let ends_name = |after: &str| after.starts_with([' ', '>', '/', '\n', '\r', '\t']);
    let begins = ["<svg", "<?xml", "<!--", "<!DOCTYPE svg"]
        .iter()
        .any(|begin| text.starts_with(begin));
    begins
        && text
            .match_indices("<svg")
            .any(|(at, tag)| text.get(at + tag.len()..).is_some_and(ends_name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bytes_tell() {
        let cases: [(&[u8], &str); 18] = [
            (b"\x89PNG\r\n\x1A\n....", "image/png"),
            (b"\xFF\xD8\xFF\xE0", "image/jpeg"),
            (b"GIF89a", "image/gif"),
            (b"RIFF\x10\0\0\0WEBPVP8 ", "image/webp"),
            (b"\0\0\0\x10ftypavif\0\0\0\0mif1", "image/avif"),
            (b"\0\0\0\x1Cftypmif1\0\0\0\0mif1avifmiaf", "image/avif"),
            (b"BM\x46\0\0\0\0\0\0\0\x36", "image/bmp"),
            (b"MM\0*\0\0\0\x08\0\x10", "image/tiff"),
            (b"<svg xmlns='x'/>", "image/svg+xml"),
            (
                b"\xEF\xBB\xBF<?xml version='1.0'?>\n<!-- a > b -->\n<!DOCTYPE svg [<!ENTITY a '>'>]>\n<svg>",
                "image/svg+xml",
            ),
            (b"RIFF\x10\0\0\0WAVEfmt ", "audio/wav"),
            (b"OggS\0", "audio/ogg"),
            (b"fLaC\0", "audio/flac"),
            (b"\0\0\0\x18ftypM4A \0\0\0\0", "audio/mp4"),
            (b"\xFF\xF1\x50\x80", "audio/aac"),
            (b"ID3\x04", "audio/mpeg"),
            (b"\xFF\xFB\x90\x64", "audio/mpeg"),
            (b"%PDF-1.7", "application/pdf"),
        ];
        for (bytes, mime_type) in cases {
            let found = of_bytes(bytes).map(|kind| kind.mime_type);
            assert_eq!(found, Some(mime_type), "{}", bytes.escape_ascii());
        }
        let others: [&[u8]; 12] = [
            b"",
            b"P",
            b"# A guide to <svg>",
            b"<html><svg></svg>",
            b"<svgs>",
            b"<?xml",
            b"BMW is a make",
            b"RIFF",
            b"\xFF\xFF\xFF\xFF",
            b"\0\0\0\x18ftypisom\0\0\0\0mp42",
            b"\x1A\x45\xDF\xA3\x01\x42\x82\x84webm",
            b"\xFF\xFE text",
        ];
        for bytes in others {
            assert!(of_bytes(bytes).is_none(), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn extensions_tell_what_a_file_should_be() {
        assert_eq!(
            of_extension("JPEG").map(|kind| kind.mime_type),
            Some("image/jpeg")
        );
        assert!(of_extension("md").is_none());
        assert!(of_extension("webm").is_none());
        assert_eq!(of_text("md"), "text/markdown");
        assert_eq!(of_text("unknown"), "text/plain");
        assert!(names("audio").starts_with("wav, ogg"));
        for kind in &KINDS {
            assert_eq!(prompt_syntax::uri::check_mime_type(kind.mime_type), Ok(()));
        }
    }
}

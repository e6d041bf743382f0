//! What kind of file some bytes are: images and audio by their first bytes, text by the file's extension.
//!
//! `WebM` is not told: its first bytes do not say whether there are pictures beside the sound.
//!
//! A table of its own: the crates that do this know hundreds of kinds of which clients show these.

/// A kind of file that its bytes tell.
#[derive(Debug)]
pub struct MediaType {
    /// As it goes over the wire.
    pub mime_type: &'static str,
    /// With its article, such as "a PNG image".
    pub name: &'static str,
    /// Those that files of this kind have, in lower case; the usual one first.
    pub extensions: &'static [&'static str],
    begins: fn(&[u8]) -> bool,
}

impl MediaType {
    /// Whether it is `image`, `audio` or the like: what stands before the `/` of its MIME type.
    #[must_use]
    pub fn is(&self, family: &str) -> bool {
        self.mime_type
            .split_once('/')
            .is_some_and(|(before, _)| before == family)
    }
}

const fn kind(
    mime_type: &'static str,
    name: &'static str,
    extensions: &'static [&'static str],
    begins: fn(&[u8]) -> bool,
) -> MediaType {
    MediaType {
        mime_type,
        name,
        extensions,
        begins,
    }
}

static KINDS: [MediaType; 15] = [
    kind("image/png", "a PNG image", &["png"], |b| {
        b.starts_with(b"\x89PNG\r\n\x1A\n")
    }),
    kind("image/jpeg", "a JPEG image", &["jpg", "jpeg"], |b| {
        b.starts_with(b"\xFF\xD8\xFF")
    }),
    kind("image/gif", "a GIF image", &["gif"], |b| {
        b.starts_with(b"GIF87a") || b.starts_with(b"GIF89a")
    }),
    kind("image/webp", "a WebP image", &["webp"], |b| {
        riff(b, b"WEBP")
    }),
    kind("image/avif", "an AVIF image", &["avif"], |b| {
        brand(b, &[b"avif", b"avis"])
    }),
    kind("image/bmp", "a BMP image", &["bmp"], |b| {
        b.starts_with(b"BM") && b.get(6..10) == Some(&[0; 4])
    }),
    kind("image/tiff", "a TIFF image", &["tiff", "tif"], |b| {
        b.starts_with(b"II*\0") || b.starts_with(b"MM\0*")
    }),
    kind("image/svg+xml", "an SVG image", &["svg"], is_svg),
    kind("audio/wav", "a WAV recording", &["wav"], |b| {
        riff(b, b"WAVE")
    }),
    kind(
        "audio/ogg",
        "an Ogg recording",
        &["ogg", "oga", "opus"],
        |b| b.starts_with(b"OggS"),
    ),
    kind("audio/flac", "a FLAC recording", &["flac"], |b| {
        b.starts_with(b"fLaC")
    }),
    kind("audio/mp4", "an MP4 recording", &["m4a"], |b| {
        brand(b, &[b"M4A ", b"M4B "])
    }),
    kind("audio/aac", "an AAC recording", &["aac"], |b| {
        matches!(b, [0xFF, 0xF0 | 0xF1 | 0xF8 | 0xF9, ..])
    }),
    kind("audio/mpeg", "an MP3 recording", &["mp3"], is_mp3),
    kind("application/pdf", "a PDF document", &["pdf"], |b| {
        b.starts_with(b"%PDF-")
    }),
];

/// The kind that `bytes` begin like.
#[must_use]
pub fn of_bytes(bytes: &[u8]) -> Option<&'static MediaType> {
    KINDS.iter().find(|kind| (kind.begins)(bytes))
}

/// The kind that files with this extension should be.
#[must_use]
pub fn of_extension(extension: &str) -> Option<&'static MediaType> {
    let extension = extension.to_ascii_lowercase();
    KINDS
        .iter()
        .find(|kind| kind.extensions.contains(&extension.as_str()))
}

/// The names of the kinds of one family, to follow "such as".
#[must_use]
pub fn names(family: &str) -> String {
    let names: Vec<&str> = KINDS
        .iter()
        .filter(|kind| kind.is(family))
        .filter_map(|kind| kind.extensions.first().copied())
        .collect();
    names.join(", ")
}

/// The MIME type of a text file with this extension; plain text when the extension says nothing.
#[must_use]
pub fn of_text(extension: &str) -> &'static str {
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

fn riff(bytes: &[u8], form: &[u8]) -> bool {
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(form)
}

/// An ISO base media file whose major or compatible brand is one of these.
fn brand(bytes: &[u8], brands: &[&[u8; 4]]) -> bool {
    let Some(size) = bytes
        .first_chunk::<4>()
        .map(|size| u32::from_be_bytes(*size))
    else {
        return false;
    };
    let end = usize::try_from(size).unwrap_or(usize::MAX).min(bytes.len());
    bytes.get(4..8) == Some(b"ftyp")
        && bytes.get(8..end).is_some_and(|listed| {
            listed
                .chunks_exact(4)
                .any(|it| brands.iter().any(|brand| it == *brand))
        })
}

fn is_mp3(bytes: &[u8]) -> bool {
    match bytes {
        [b'I', b'D', b'3', ..] => true,
        // A frame of layer III with a bit rate and a sampling rate that exist.
        [0xFF, second, third, ..] => {
            second & 0xE6 == 0xE2
                && third & 0xF0 != 0xF0
                && third & 0xF0 != 0
                && third & 0x0C != 0x0C
        }
        _ => false,
    }
}

/// XML whose first element is `svg`.
fn is_svg(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let mut rest = text.strip_prefix('\u{FEFF}').unwrap_or(text).trim_start();
    loop {
        let after = match rest {
            _ if rest.starts_with("<!--") => rest.split_once("-->").map(|(_, after)| after),
            _ if rest.starts_with("<?") => rest.split_once("?>").map(|(_, after)| after),
            _ if rest.starts_with("<!") => after_declaration(rest),
            _ => break,
        };
        let Some(after) = after else {
            return false;
        };
        rest = after.trim_start();
    }
    rest.strip_prefix("<svg")
        .is_some_and(|after| after.starts_with([' ', '>', '/', '\n', '\r', '\t']))
}

/// What follows a `<!…>`, which may hold quoted text, and in brackets declarations and comments.
fn after_declaration(text: &str) -> Option<&str> {
    let mut open = 0_usize;
    let mut brackets = 0_usize;
    let mut rest = text;
    loop {
        if rest.starts_with("<!--") {
            rest = rest.split_once("-->")?.1;
            continue;
        }
        if rest.starts_with("<?") {
            rest = rest.split_once("?>")?.1;
            continue;
        }
        let mut characters = rest.chars();
        let c = characters.next()?;
        rest = characters.as_str();
        match c {
            '"' | '\'' => rest = rest.split_once(c)?.1,
            '[' => brackets += 1,
            ']' => brackets = brackets.saturating_sub(1),
            '<' => open += 1,
            '>' => {
                open = open.saturating_sub(1);
                if open == 0 && brackets == 0 {
                    return Some(rest);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bytes_tell() {
        let cases: [(&[u8], &str); 21] = [
            (b"\x89PNG\r\n\x1A\n....", "image/png"),
            (b"\xFF\xD8\xFF\xE0", "image/jpeg"),
            (b"GIF89a", "image/gif"),
            (b"RIFF\x10\0\0\0WEBPVP8 ", "image/webp"),
            (b"\0\0\0\x1Cftypavif\0\0\0\0mif1", "image/avif"),
            (b"\0\0\0\x1Cftypmif1\0\0\0\0mif1avifmiaf", "image/avif"),
            (b"BM\x46\0\0\0\0\0\0\0\x36", "image/bmp"),
            (b"MM\0*", "image/tiff"),
            (b"<svg xmlns='x'/>", "image/svg+xml"),
            (
                b"\xEF\xBB\xBF<?xml version='1.0'?>\n<!-- a > b -->\n<!DOCTYPE svg>\n<svg>",
                "image/svg+xml",
            ),
            (b"RIFF\x10\0\0\0WAVEfmt ", "audio/wav"),
            (b"OggS\0", "audio/ogg"),
            (b"fLaC\0", "audio/flac"),
            (b"\0\0\0\x18ftypM4A \0\0\0\0", "audio/mp4"),
            (b"\xFF\xF1\x50\x80", "audio/aac"),
            (b"\xFF\xF9\x50\x80", "audio/aac"),
            (b"ID3\x04", "audio/mpeg"),
            (b"\xFF\xFB\x90\x64", "audio/mpeg"),
            (b"\xFF\xF3\x40\xC0", "audio/mpeg"),
            (b"\xFF\xFA\x90\x64", "audio/mpeg"),
            (b"%PDF-1.7", "application/pdf"),
        ];
        for (bytes, mime_type) in cases {
            let found = of_bytes(bytes).map(|kind| kind.mime_type);
            assert_eq!(found, Some(mime_type), "{}", bytes.escape_ascii());
        }
        let others: [&[u8]; 12] = [
            b"",
            b"P",
            b"# A guide",
            b"<html>",
            b"<svgs>",
            b"<?xml",
            b"BMW is a make",
            b"RIFF",
            b"\xFF\xFF\xFF\xFF",
            b"\0\0\0\x18ftypisom\0\0\0\0mp42",
            b"\x1A\x45\xDF\xA3matroska",
            b"\xFF\xFE text",
        ];
        for bytes in others {
            assert!(of_bytes(bytes).is_none(), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn an_svg_may_declare_entities() {
        let begin =
            "<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"a>b\" [\n";
        let entities = "<!ENTITY ns_svg \"http://www.w3.org/2000/svg\">\n<!-- it's ]> --> <?x ]>?> <!ENTITY e ']>'>\n";
        let svg = format!("{begin}{entities}]>\n<svg xmlns=\"&ns_svg;\"/>");
        let found = of_bytes(svg.as_bytes()).map(|kind| kind.mime_type);
        assert_eq!(found, Some("image/svg+xml"));
        for broken in [
            format!("{begin}{entities}<svg/>"),
            format!("{begin}<svg/>]>"),
        ] {
            assert!(of_bytes(broken.as_bytes()).is_none(), "{broken}");
        }
    }

    #[test]
    fn a_webm_file_is_not_taken_for_a_recording() {
        assert!(of_bytes(b"\x1A\x45\xDF\xA3\x01\x42\x82\x84webm").is_none());
        assert!(of_extension("webm").is_none());
    }

    #[test]
    fn extensions_tell_what_a_file_should_be() {
        assert_eq!(
            of_extension("JPEG").map(|kind| kind.mime_type),
            Some("image/jpeg")
        );
        assert!(of_extension("md").is_none());
        assert_eq!(of_text("md"), "text/markdown");
        assert_eq!(of_text("unknown"), "text/plain");
        assert!(names("audio").starts_with("wav, ogg"));
        for kind in &KINDS {
            assert_eq!(crate::uri::check_mime_type(kind.mime_type), Ok(()));
        }
    }

    #[test]
    fn no_bytes_panic() {
        for kind in &KINDS {
            for length in 0..40 {
                for byte in [0, 0x1A, 0x42, 0xFF, b'<'] {
                    let mut bytes = b"\0\0\0\x1Aftyp".to_vec();
                    bytes.resize(length, byte);
                    (kind.begins)(&bytes);
                    (kind.begins)(&vec![byte; length]);
                }
            }
        }
    }
}

//! Checks an icon by the rules of the specification.

use crate::uri;

/// The reason that a URI is rejected as the source of an icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceFault {
    /// The scheme is not `https:`, `http:` or `data:`, the only ones that clients may accept.
    Scheme,
    /// The URI has no host.
    Host,
    /// A `data:` URI without the comma before its content.
    Data,
    /// The text is not a URI.
    Uri(&'static str),
}

impl SourceFault {
    /// A sentence fragment that follows "the URI `…`".
    #[must_use]
    pub fn why(self) -> &'static str {
        match self {
            Self::Scheme => {
                "is not an `https:`, `http:` or `data:` address, and clients refuse others"
            }
            Self::Host => "names no host, such as `https://example.com/icon.png`",
            Self::Data => "has no comma before its content, as in `data:image/png;base64,…`",
            Self::Uri(why) => why,
        }
    }
}

/// Checks the URI of an icon.
///
/// # Errors
/// The rule that the URI breaks.
pub fn check_src(src: &str) -> Result<(), SourceFault> {
    let rest = src.split_once(':').map_or("", |(_, rest)| rest);
    match uri::scheme(src).as_str() {
        "https" | "http" => {
            let host = rest.strip_prefix("//").unwrap_or_default();
            if host.is_empty() || host.starts_with(['/', '?', '#']) {
                return Err(SourceFault::Host);
            }
        }
        "data" if !rest.contains(',') => return Err(SourceFault::Data),
        "data" => {}
        _ => return Err(SourceFault::Scheme),
    }
    uri::check(src).map_err(SourceFault::Uri)
}

/// Checks a size: width and height, such as `48x48`, or `any`.
///
/// # Errors
/// A sentence fragment that follows "the size `…`".
pub fn check_size(size: &str) -> Result<(), &'static str> {
    let is_length = |text: &str| {
        !text.is_empty() && !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit())
    };
    let legal = size == "any"
        || size
            .split_once('x')
            .is_some_and(|(width, height)| is_length(width) && is_length(height));
    legal
        .then_some(())
        .ok_or("is not of the form `48x48`, nor `any`")
}

/// Checks the background that an icon is made for: `light` or `dark`.
///
/// # Errors
/// A sentence fragment that follows "the theme `…`".
pub fn check_theme(theme: &str) -> Result<(), &'static str> {
    matches!(theme, "light" | "dark")
        .then_some(())
        .ok_or("is neither `light` nor `dark`")
}

/// Checks the MIME type of a declared icon.
///
/// # Errors
/// A sentence fragment that follows "the MIME type `…`".
pub fn check_mime_type(mime_type: &str) -> Result<(), &'static str> {
    uri::check_mime_type(mime_type)?;
    mime_type
        .starts_with("image/")
        .then_some(())
        .ok_or("is not that of an image, such as `image/png`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for src in [
            "https://example.com/a.png",
            "HTTP://example.com",
            "data:,x",
            "data:image/png;base64,AA==",
        ] {
            assert_eq!(check_src(src), Ok(()), "{src}");
        }
        for (src, fault) in [
            ("javascript:alert(1)", SourceFault::Scheme),
            ("file:///a.png", SourceFault::Scheme),
            ("a.png", SourceFault::Scheme),
            ("https:a.png", SourceFault::Host),
            ("https:///a.png", SourceFault::Host),
            ("data:image/png", SourceFault::Data),
        ] {
            assert_eq!(check_src(src), Err(fault), "{src}");
        }
        for src in [
            "https://example.com/é.png",
            "https://example.com/\"><script>",
            "https://example.com/a b",
        ] {
            assert!(matches!(check_src(src), Err(SourceFault::Uri(_))), "{src}");
        }
    }

    #[test]
    fn sizes_themes_and_types() {
        for size in ["any", "48x48", "1x1024"] {
            assert_eq!(check_size(size), Ok(()), "{size}");
        }
        for size in ["", "48", "0x1", "48X48", "x", "48x", "48x48x48"] {
            assert!(check_size(size).is_err(), "{size}");
        }
        assert_eq!(check_theme("dark"), Ok(()));
        assert!(check_theme("Dark").is_err());
        assert_eq!(check_mime_type("image/svg+xml"), Ok(()));
        for mime_type in ["text/plain", "image/", "png"] {
            assert!(check_mime_type(mime_type).is_err(), "{mime_type}");
        }
    }
}

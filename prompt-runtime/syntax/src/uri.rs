//! The rules of RFC 3986 and RFC 6838 that are checked before a URI or a MIME type is sent to a client.

/// Checks that `uri` is an absolute URI: a scheme, a colon, and at least one legal character.
///
/// # Errors
/// A sentence fragment that follows "the URI `…`".
pub fn check(uri: &str) -> Result<(), &'static str> {
    let (scheme, rest) = uri
        .split_once(':')
        .ok_or("has no scheme, such as `https:` or `file:`")?;
    let mut letters = scheme.chars();
    let legal = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    if !legal {
        return Err("has no scheme, such as `https:` or `file:`");
    }
    if rest.is_empty() {
        return Err("names nothing after its scheme");
    }
    if !rest.chars().all(is_uri_character) {
        return Err("contains a character that must be percent-encoded");
    }
    Ok(())
}

/// The scheme of `uri` in lower case. Empty if it has none.
#[must_use]
pub fn scheme(uri: &str) -> String {
    uri.split_once(':')
        .map(|(scheme, _)| scheme.to_ascii_lowercase())
        .unwrap_or_default()
}

/// Checks the form `type/subtype`. Parameters are allowed.
///
/// # Errors
/// A sentence fragment that follows "the MIME type `…`".
pub fn check_mime_type(mime_type: &str) -> Result<(), &'static str> {
    let essence = mime_type.split(';').next().unwrap_or_default().trim_end();
    let legal = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&b))
    };
    match essence.split_once('/') {
        Some((kind, subtype))
            if legal(kind)
                && legal(subtype)
                && mime_type.bytes().all(|b| (b' '..=b'~').contains(&b)) =>
        {
            Ok(())
        }
        _ => Err("is not of the form `type/subtype`"),
    }
}

fn is_uri_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris() {
        for uri in [
            "https://example.com/a?b#c",
            "file:///a/b.md",
            "urn:isbn:1",
            "data:image/png;base64,AA==",
            "mem+x.y-z:q",
        ] {
            assert_eq!(check(uri), Ok(()), "{uri}");
        }
        for uri in [
            "",
            "a/b",
            ":x",
            "1a:b",
            "file:",
            "file:///a b",
            "file:///é",
            "x:\u{200B}y",
            "x:\n",
        ] {
            assert!(check(uri).is_err(), "{uri:?}");
        }
        assert_eq!(scheme("HTTPS://x"), "https");
        assert_eq!(scheme("none"), "");
    }

    #[test]
    fn mime_types() {
        for mime_type in [
            "text/plain",
            "image/svg+xml",
            "text/plain; charset=utf-8",
            "application/vnd.api+json",
        ] {
            assert_eq!(check_mime_type(mime_type), Ok(()), "{mime_type}");
        }
        for mime_type in [
            "",
            "text",
            "text/",
            "/plain",
            "te xt/plain",
            "text/plain;\n",
            "# A guide",
        ] {
            assert!(check_mime_type(mime_type).is_err(), "{mime_type:?}");
        }
    }
}

//! The rules for one icon.

use crate::diagnostics::Errors;
use crate::prompt::parse::Icon;
use syn::LitStr;

const SPEC: &str = "https://modelcontextprotocol.io/specification/2025-11-25/basic/index#icons";

pub(crate) fn check(icon: &Icon, errors: &mut Errors) {
    match &icon.src {
        Some(src) => check_src(src, errors),
        None => errors.at(
            icon.span,
            "an icon needs its address: write `src = \"https://example.com/icon.png\"`",
        ),
    }
    if let Some(mime_type) = &icon.mime_type {
        check_mime_type(mime_type, errors);
    }
    for size in &icon.sizes {
        check_size(size, errors);
    }
    if let Some(theme) = &icon.theme
        && !matches!(theme.value().as_str(), "light" | "dark")
    {
        errors.at(
            theme.span(),
            format!("an icon is made for a `light` or a `dark` background: write `theme = \"dark\"` ({SPEC})"),
        );
    }
}

fn check_src(src: &LitStr, errors: &mut Errors) {
    let value = src.value();
    let (scheme, rest) = value.split_once(':').unwrap_or(("", &value));
    let scheme = scheme.to_ascii_lowercase();
    let problem = match scheme.as_str() {
        "http" | "https" => {
            let host = rest.strip_prefix("//").unwrap_or_default();
            let empty = host.is_empty() || host.starts_with(['/', '?', '#']);
            empty.then(|| {
                "the address names no host: write `https://example.com/icon.png`".to_owned()
            })
        }
        "data" => (!rest.contains(',')).then(|| {
            "a `data:` address holds its content behind a comma: write `data:image/png;base64,…`"
                .to_owned()
        }),
        "javascript" | "file" | "ftp" | "ws" | "wss" => Some(format!(
            "clients must refuse an icon from `{scheme}:`, which can run code or reach private files and services: write an `https:` or `data:` address ({SPEC})"
        )),
        _ => Some(format!(
            "an icon comes from an `https:`, `http:` or `data:` address: write `https://example.com/icon.png` ({SPEC})"
        )),
    };
    if let Some(problem) = problem {
        errors.at(src.span(), problem);
    } else if value.contains(|c: char| c.is_whitespace() || c.is_control()) {
        errors.at(
            src.span(),
            "an address holds no white space: write a space as `%20`",
        );
    }
}

fn check_mime_type(mime_type: &LitStr, errors: &mut Errors) {
    let value = mime_type.value();
    let subtype = value.strip_prefix("image/").unwrap_or_default();
    let legal = |c: char| c.is_ascii_alphanumeric() || "!#$&-^_.+".contains(c);
    if subtype.is_empty() || !subtype.chars().all(legal) {
        errors.at(
            mime_type.span(),
            format!("{value:?} is no MIME type of an image: write `mime_type = \"image/png\"`"),
        );
    }
}

fn check_size(size: &LitStr, errors: &mut Errors) {
    let value = size.value();
    let is_length = |text: &str| {
        !text.starts_with('0') && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
    };
    let legal = value == "any"
        || value
            .split_once('x')
            .is_some_and(|(width, height)| is_length(width) && is_length(height));
    if !legal {
        errors.at(
            size.span(),
            format!("{value:?} is no size of an icon: write width and height as `\"48x48\"`, or `\"any\"` for one that scales ({SPEC})"),
        );
    }
}

//! Checks one icon.

use crate::diagnostics::Errors;
use crate::prompt::parse::Icon;
use prompt_syntax::icon::{self, SourceFault};
use prompt_syntax::uri;
use syn::LitStr;

const SPEC: &str = "https://modelcontextprotocol.io/specification/2025-11-25/basic/index#icons";

pub(crate) fn check(declared: &Icon, errors: &mut Errors) {
    match &declared.src {
        Some(src) => check_src(src, errors),
        None if !declared.is_complete => {}
        None => errors.at(
            declared.span,
            "an icon needs its address: write `src = \"https://example.com/icon.png\"`",
        ),
    }
    if let Some(mime_type) = &declared.mime_type {
        check_mime_type(mime_type, errors);
    }
    for size in &declared.sizes {
        check_size(size, errors);
    }
    if let Some(theme) = &declared.theme
        && icon::check_theme(&theme.value()).is_err()
    {
        errors.at(
            theme.span(),
            format!("an icon is made for a `light` or a `dark` background: write `theme = \"dark\"` ({SPEC})"),
        );
    }
}

fn check_src(src: &LitStr, errors: &mut Errors) {
    let value = src.value();
    let Err(fault) = icon::check_src(&value) else {
        return;
    };
    let scheme = uri::scheme(&value);
    let sentence = match (fault, scheme.as_str()) {
        (SourceFault::Scheme, "javascript" | "file" | "ftp" | "ws" | "wss") => format!(
            "clients must refuse an icon from `{scheme}:`, which can run code or reach private files and services: write an `https:` or `data:` address ({SPEC})"
        ),
        (SourceFault::Scheme, _) => format!(
            "an icon comes from an `https:`, `http:` or `data:` address: write `https://example.com/icon.png` ({SPEC})"
        ),
        (SourceFault::Host, _) => {
            "the address names no host: write `https://example.com/icon.png`".to_owned()
        }
        (SourceFault::Data, _) => {
            "a `data:` address holds its content behind a comma: write `data:image/png;base64,…`"
                .to_owned()
        }
        (SourceFault::Uri(_), _) if value.contains(|c: char| c.is_whitespace()) => {
            "an address holds no white space: write a space as `%20`".to_owned()
        }
        (SourceFault::Uri(why), _) => {
            format!("the address {why}: write its UTF-8 bytes as `%` and two hexadecimal digits")
        }
    };
    errors.at(src.span(), sentence);
}

fn check_mime_type(mime_type: &LitStr, errors: &mut Errors) {
    let value = mime_type.value();
    if icon::check_mime_type(&value).is_err() {
        errors.at(
            mime_type.span(),
            format!("{value:?} is no MIME type of an image: write `mime_type = \"image/png\"`"),
        );
    }
}

fn check_size(size: &LitStr, errors: &mut Errors) {
    let value = size.value();
    if icon::check_size(&value).is_err() {
        errors.at(
            size.span(),
            format!("{value:?} is no size of an icon: write width and height as `\"48x48\"`, or `\"any\"` for one that scales ({SPEC})"),
        );
    }
}

//! Writes embedded content as an expression of type `ContentBlock`, and an included text as arguments for `format_args!`.

use super::check::Embedded;
use super::files::File;
use super::include::Included;
use super::parse::{Kind, Media};
use crate::paths;
use crate::tokens::mixed;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use prompt_syntax::prompt_file::Position;
use quote::{quote, quote_spanned};

pub(super) fn block(call: &Media, embedded: Option<(Option<File>, Embedded)>) -> TokenStream {
    let private = paths::private(call.runtime.as_ref());
    let Some((file, embedded)) = embedded else {
        // A value of the right type prevents further errors.
        return quote!(#private::ContentBlock::text(""));
    };
    let tracking = file.as_ref().map(tracking);
    let path = &call.path;
    let uri = &call.uri;
    let content = match embedded {
        Embedded::Media { data, mime_type } => match call.kind {
            Kind::Image => quote!(#private::embedded_image(#data, #mime_type)),
            Kind::Audio => quote!(#private::embedded_audio(#data, #mime_type)),
            Kind::Resource => quote!(#private::embedded_blob(#data, #uri, #mime_type)),
        },
        Embedded::Text { mime_type } => {
            let path = file.as_ref().map(|file| file.path.to_string_lossy());
            let text = quote!(::core::include_str!(#path));
            quote!(#private::embedded_text(#text, #uri, #mime_type))
        }
        Embedded::Unseen { mime_type, is_text } => {
            let bytes = quote!(::core::include_bytes!(#path));
            match call.kind {
                Kind::Image => quote!(#private::unseen_image(#bytes, #mime_type)),
                Kind::Audio => quote!(#private::unseen_audio(#bytes, #mime_type)),
                Kind::Resource if is_text => {
                    let text = quote!(::core::include_str!(#path));
                    quote!(#private::embedded_text(#text, #uri, #mime_type))
                }
                Kind::Resource => quote!(#private::unseen_blob(#bytes, #uri, #mime_type)),
            }
        }
    };
    quote!({ #tracking #content })
}

/// Items that make the compiler rebuild when the file changes.
pub(super) fn tracking(file: &File) -> TokenStream {
    let path = file.path.to_string_lossy();
    quote_spanned!(mixed(file.span)=> const _: &[u8] = ::core::include_bytes!(#path);)
}

/// The items that the text needs in its block, and the arguments of `format_args!`.
pub(crate) fn included(included: &Included) -> (TokenStream, TokenStream) {
    let Included { file, values, .. } = included;
    if !file.is_seen {
        return (file.unseen(), quote!(""));
    }
    let mixed = mixed(file.span);
    let mut items = tracking(file);
    let mut arguments = TokenStream::new();
    for (value, position) in values {
        // If there is no such value, the name of this macro shows the place in the compiler's note.
        let place = place(file, *position, mixed);
        items.extend(quote_spanned!(mixed=> macro_rules! #place { () => { #value }; }));
        arguments.extend(quote_spanned!(mixed=> , #place!()));
    }
    let mut format = Literal::string(&included.format);
    format.set_span(mixed);
    (items, quote!(#format #arguments))
}

/// A name such as `review_md_line_3_column_14`.
fn place(file: &File, position: Position, span: Span) -> Ident {
    let name = file.path.file_name().and_then(|name| name.to_str());
    let name: String = name
        .unwrap_or_default()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    let Position { line, column } = position;
    let first = if name.starts_with(|c: char| c.is_ascii_digit()) {
        "_"
    } else {
        ""
    };
    Ident::new(&format!("{first}{name}_line_{line}_column_{column}"), span)
}

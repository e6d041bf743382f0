//! An expression of type `ContentBlock`.

use super::check::Embedded;
use super::files::File;
use super::parse::{Kind, Media};
use crate::diagnostics::Errors;
use crate::paths;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn block(
    call: &Media,
    embedded: Option<(Option<File>, Embedded)>,
    errors: Errors,
) -> TokenStream {
    let private = paths::private(call.runtime.as_ref());
    let errors = errors.finish();
    let Some((file, embedded)) = embedded else {
        // Has the type that it would have, so that the one mistake stays one error.
        return quote!({ #errors #private::ContentBlock::text("") });
    };
    let tracking = file.as_ref().map(File::tracking);
    let path = &call.path;
    let uri = &call.uri;
    let content = match embedded {
        Embedded::Media { data, mime_type } => match call.kind {
            Kind::Image => quote!(#private::embedded_image(#data, #mime_type)),
            Kind::Audio => quote!(#private::embedded_audio(#data, #mime_type)),
            Kind::Resource => {
                quote!(#private::embedded_blob(#data, #uri, #mime_type))
            }
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
    quote!({ #errors #tracking #content })
}

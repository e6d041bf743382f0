//! An expression of type `ContentBlock`.

use super::check::Embedded;
use super::files::File;
use super::parse::{Call, Kind};
use crate::diagnostics::Errors;
use crate::paths;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn block(
    call: &Call,
    embedded: Option<(Option<File>, Embedded)>,
    errors: Errors,
) -> TokenStream {
    let runtime = paths::runtime(call.runtime.as_ref());
    let private = paths::private(&runtime);
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
            Kind::Resource | Kind::Prompt => {
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
            let content = match call.kind {
                Kind::Image => quote!(ImageContent::from_bytes(#bytes, #mime_type)),
                Kind::Audio => quote!(AudioContent::from_bytes(#bytes, #mime_type)),
                Kind::Resource | Kind::Prompt => {
                    quote!(EmbeddedResource::at(#uri).blob(#mime_type, #bytes))
                }
            };
            if is_text && call.kind == Kind::Resource {
                let text = quote!(::core::include_str!(#path));
                quote!(#private::embedded_text(#text, #uri, #mime_type))
            } else {
                // Encoded whenever it is asked for, because nobody saw the file before.
                quote! {
                    match #runtime::#content {
                        ::core::result::Result::Ok(content) => #runtime::ContentBlock::from(content),
                        ::core::result::Result::Err(error) => {
                            #runtime::ContentBlock::text(::std::string::ToString::to_string(&error))
                        }
                    }
                }
            }
        }
    };
    quote!({ #errors #tracking #content })
}

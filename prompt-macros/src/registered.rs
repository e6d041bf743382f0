//! Writes the companion type and the registered definition of a prompt, for functions and for files.

use crate::contents::{TemplateText, UsedData, UsedFile};
use crate::paths;
use crate::tokens::placed;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Attribute, Path, Visibility};

/// The companion type, which has the prompt's Rust name, so that `prompts![path]` finds the definition wherever the prompt is.
pub(crate) struct Companion {
    pub(crate) name: Ident,
    pub(crate) vis: Visibility,
    pub(crate) runtime: Option<Path>,
    /// `true` if the definition names something deprecated.
    pub(crate) deprecated: bool,
}

/// The name with the hygiene of the expansion.
fn local(name: &Ident) -> Ident {
    let mut name = name.clone();
    name.set_span(Span::mixed_site());
    name
}

impl Companion {
    /// Returns the companion of the static that `items` define.
    pub(crate) fn definition(
        &self,
        has_arguments: bool,
        items: &TokenStream,
        name: &Ident,
    ) -> TokenStream {
        self.with(
            None,
            &TokenStream::new(),
            has_arguments,
            &quote!(#items &#name),
        )
    }

    /// Returns the companion of a definition that names the author's types. The definition is an associated constant, because a static has no
    /// generics: rustc's error about an unknown type there would differ from its error about the function, and both would be shown. See
    /// `generics` in `prompt/expand.rs`.
    pub(crate) fn typed_definition(
        &self,
        has_arguments: bool,
        generics: Option<&TokenStream>,
        assertions: &TokenStream,
        value: &TokenStream,
    ) -> TokenStream {
        let (module, companion) = (self.module(), local(&self.name));
        let imports = imports(&quote!(#module::p), has_arguments);
        let constant = quote! {
            const __DEFINITION: #module::p::PromptDefinition = {
                #imports
                #assertions
                #value
            };
        };
        let name = static_name();
        let value = quote!(#module::t::#companion::__DEFINITION);
        let registered = registered(&name, &[], &value);
        self.with(generics, &constant, false, &quote!(#registered &#name))
    }

    /// Returns the companion type with an unregistered definition, so that `prompts![…]` causes no further errors.
    pub(crate) fn fallback(&self) -> TokenStream {
        self.with(
            None,
            &TokenStream::new(),
            false,
            &quote!(&__p::PromptDefinition::NEW),
        )
    }

    /// Returns an empty module, for a function without a body.
    pub(crate) fn marker(&self) -> TokenStream {
        let module = self.module();
        quote_spanned!(Span::mixed_site()=> #[doc(hidden)] mod #module {})
    }

    fn with(
        &self,
        generics: Option<&TokenStream>,
        constants: &TokenStream,
        has_arguments: bool,
        definition: &TokenStream,
    ) -> TokenStream {
        let Self {
            name,
            vis,
            runtime,
            deprecated,
        } = self;
        // No token has the author's span, or an editor would show the type beside the function, and lints would be about it.
        let module = self.module();
        let name = local(name);
        let vis = placed(vis.to_token_stream(), Span::mixed_site());
        let allow = deprecated.then(|| quote!(#[allow(deprecated)]));
        let import = paths::import_in_module(runtime.as_ref());
        let imports = imports(&quote!(#module::p), has_arguments);
        // The type comes by a glob, so that a module or a second prompt of its name is no error. The definition is not in its module,
        // because it names types around the function, which may be in a block. The runtime's path is written once, so that a wrong
        // one is one error.
        self.one_item(quote_spanned! {Span::mixed_site()=>
            #[doc(hidden)]
            mod #module {
                #import
                pub mod t {
                    #[non_exhaustive]
                    pub enum #name {}
                }
            }
            #[doc(hidden)]
            #[allow(clippy::pub_use)]
            #vis use #module::t::*;
            #allow
            impl #generics #module::t::#name {
                #constants
                #[doc(hidden)]
                #vis const PROMPT: &'static #module::p::PromptDefinition = {
                    #imports
                    #definition
                };
            }
        })
    }

    /// Wraps the items in one macro call. Inside an `impl`, which no attribute on a function can see, rustc rejects every item that is not a
    /// member. Wrapped, they cause one error, and its note shows the macro's name, which says what to write. Formatted code indents members, so
    /// an attribute in column 0 is not wrapped, which saves compile time.
    fn one_item(&self, items: TokenStream) -> TokenStream {
        if Span::call_site().start().column == 0 {
            return items;
        }
        let private = paths::private(self.runtime.as_ref());
        let module = self.module();
        quote_spanned!(Span::mixed_site()=> #private::for_methods_write_prompt_methods_on_the_impl! { #module #items })
    }

    /// A name that no other prompt around it has.
    fn module(&self) -> Ident {
        let start = self.name.span().start();
        let name = self.name.unraw();
        let name = format!("__{name}_{}_{}", start.line, start.column);
        Ident::new(&name, Span::mixed_site())
    }
}

/// Imports the names that definitions use.
pub(crate) fn imports(private: &TokenStream, has_arguments: bool) -> TokenStream {
    if has_arguments {
        // In two steps, or a wrong path is two errors.
        quote!(use #private as __p; use __p::ProbeFallback as _;)
    } else {
        quote!(use #private as __p;)
    }
}

/// The name of the static for a prompt that is a function or a file.
pub(crate) fn static_name() -> Ident {
    Ident::new("__PROMPT", Span::mixed_site())
}

/// A static with this name and value, and its entry in the inventory.
pub(crate) fn registered(name: &Ident, cfgs: &[Attribute], value: &TokenStream) -> TokenStream {
    quote! {
        #(#cfgs)*
        static #name: __p::PromptDefinition = #value;
        #(#cfgs)*
        __p::inventory::submit! { __p::Entry(&#name) }
    }
}

/// The definition with these fields.
pub(crate) fn definition(fields: &TokenStream) -> TokenStream {
    quote! {
        __p::PromptDefinition {
            #fields
            ..__p::PromptDefinition::NEW
        }
    }
}

/// The place of a prompt in the source.
pub(crate) fn location(file: &impl ToTokens, line: &impl ToTokens) -> TokenStream {
    // Each macro call in the expansion costs the compiler time. Build tools other than cargo do not name a package.
    let package = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
    quote!(__p::Location::new(#file, #line, ::core::module_path!(), #package))
}

/// Writes `name: Some(value),` if there is a value.
pub(crate) fn field(fields: &mut TokenStream, name: &str, value: Option<impl ToTokens>) {
    if let Some(value) = value {
        let name = Ident::new(name, Span::call_site());
        let value = some(&value);
        fields.extend(quote!(#name: #value,));
    }
}

/// Writes `name: &[…],` if there are elements.
pub(crate) fn list(
    fields: &mut TokenStream,
    name: &str,
    elements: impl IntoIterator<Item = impl ToTokens>,
) {
    let mut elements = elements.into_iter().peekable();
    if elements.peek().is_some() {
        let name = Ident::new(name, Span::call_site());
        fields.extend(quote!(#name: &[#(#elements),*],));
    }
}

pub(crate) fn option(value: Option<impl ToTokens>) -> TokenStream {
    value.map_or_else(
        || quote!(::core::option::Option::None),
        |value| some(&value),
    )
}

fn some(value: &impl ToTokens) -> TokenStream {
    quote!(::core::option::Option::Some(#value))
}

/// An element of `PromptDefinition::texts`.
pub(crate) fn template(template: &TemplateText) -> TokenStream {
    let TemplateText { cfgs, role, .. } = template;
    let built_at_run_time = || quote!("");
    let text = template.text.as_ref();
    let text = text.map_or_else(built_at_run_time, ToTokens::to_token_stream);
    let line = Literal::usize_unsuffixed(template.line);
    let file = template.file.as_ref().map(|path| quote!(.of_file(#path)));
    quote!(#(#cfgs)* __p::TextDefinition::new(#role, #text, #line) #file)
}

/// An element of `PromptDefinition::embedded`.
pub(crate) fn embedded(file: &UsedFile) -> TokenStream {
    let UsedFile {
        cfgs, kind, path, ..
    } = file;
    let line = Literal::usize_unsuffixed(file.line);
    match &file.data {
        UsedData::Text(file) => {
            quote!(#(#cfgs)* __p::EmbeddedFile::text(#kind, #path, #line, ::core::include_str!(#file)))
        }
        UsedData::Base64(data) => {
            quote!(#(#cfgs)* __p::EmbeddedFile::base64(#kind, #path, #line, #data))
        }
    }
}

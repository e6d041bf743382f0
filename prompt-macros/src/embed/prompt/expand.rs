//! Writes the definition of a prompt file. Its closure builds the conversation itself, because there is no function to call.

use super::{Prompt, Read};
use crate::contents::{TemplateText, UsedFile};
use crate::embed::expand::tracking;
use crate::embed::include::{Template, Value, escaped};
use crate::registered::{
    self, Companion, embedded, field, list, location, registered, static_name, template,
};
use crate::tokens::mixed;
use proc_macro2::{Ident, Span, TokenStream};
use prompt_syntax::prompt_file::{self, FileArgument, FileError, Located, PromptFile};
use quote::quote;
use std::collections::HashMap;
use syn::{LitStr, Token, Visibility};

pub(super) fn definition(prompt: &Prompt, found: &Read) -> TokenStream {
    let companion = companion(prompt);
    let name = static_name();
    let tracking = tracking(&found.file);
    let registered = registered(&name, &[], &registered::definition(&fields(found)));
    companion.definition(false, &quote!(#tracking #registered), &name)
}

pub(super) fn fallback(prompt: &Prompt) -> TokenStream {
    companion(prompt).fallback()
}

fn companion(prompt: &Prompt) -> Companion {
    let name = prompt.companion.clone();
    Companion {
        vis: Visibility::Public(Token![pub](mixed(name.span()))),
        name,
        runtime: prompt.runtime.clone(),
        deprecated: false,
    }
}

fn fields(found: &Read) -> TokenStream {
    let Read {
        file,
        name,
        contents,
    } = found;
    let mut fields = quote!(name: #name,);
    field(&mut fields, "title", text(contents.title.as_ref()));
    let description = text(contents.description.as_ref());
    field(&mut fields, "description", description);
    list(
        &mut fields,
        "arguments",
        contents.arguments.iter().map(argument),
    );
    let texts = contents.turns.iter().map(|turn| {
        let shown = prompt_file::shown_text(&turn.segments);
        template(&TemplateText {
            cfgs: Vec::new(),
            role: turn.role.as_str(),
            text: Some(LitStr::new(&shown, Span::call_site())),
            line: turn.position.line,
            file: Some(file.shown.clone()),
        })
    });
    list(&mut fields, "texts", texts);
    let whole = UsedFile {
        line: 1,
        ..file.used("prompt")
    };
    list(&mut fields, "embedded", [embedded(&whole)]);
    list(
        &mut fields,
        "file_notices",
        contents.notices.iter().map(notice),
    );
    let allow = contents.allow.iter().map(|id| &id.text);
    list(&mut fields, "allowed_advice", allow);
    let location = location(&file.place, &quote!(1));
    let render = render(contents);
    fields.extend(quote!(location: #location, render: #render,));
    fields
}

fn text(text: Option<&Located>) -> Option<&String> {
    text.map(|it| &it.text)
}

fn argument(argument: &FileArgument) -> TokenStream {
    // Every key is named, so that a new one does not compile until it is written.
    let FileArgument {
        name,
        title,
        description,
        required,
        default,
        values,
        non_empty,
        max_len,
        min,
        max,
    } = argument;
    let (name, line) = (
        &name.text,
        u32::try_from(name.position.line).unwrap_or_default(),
    );
    let has_default = default.is_some();
    let mut fields = quote!(name: #name,);
    field(&mut fields, "title", text(title.as_ref()));
    let description = text(description.as_ref());
    field(&mut fields, "description", description);
    let texts = values.iter().map(|value| &value.text);
    let texts = (!values.is_empty()).then(|| quote!(&[#(#texts),*]));
    field(&mut fields, "values", texts);
    if *non_empty {
        fields.extend(quote!(non_empty: true,));
    }
    field(&mut fields, "max_len", *max_len);
    field(&mut fields, "min", text(min.as_ref()));
    field(&mut fields, "max", text(max.as_ref()));
    let kind = if min.is_some() || max.is_some() {
        quote!(__p::ArgumentKind::NUMBER)
    } else {
        quote!(__p::Probe::<&::core::primitive::str>::KIND)
    };
    quote! {
        __p::ArgumentDefinition {
            #fields
            required: #required,
            has_default: #has_default,
            kind: #kind,
            line: #line,
            ..__p::ArgumentDefinition::NEW
        }
    }
}

fn notice(notice: &FileError) -> TokenStream {
    let FileError { position, message } = notice;
    let line = u32::try_from(position.line).unwrap_or_default();
    quote!(__p::FileNotice::new(#line, #message, false))
}

/// The closure that fetches every argument in the order of declaration and then builds the conversation.
fn render(prompt: &PromptFile) -> TokenStream {
    let local = |name: &str| Ident::new(name, Span::mixed_site());
    let (invocation, messages) = (local("__i"), local("__m"));
    let value = |index: usize| local(&format!("__{index}"));
    let mut fetches = TokenStream::new();
    let mut accepted = TokenStream::new();
    for (index, argument) in prompt.arguments.iter().enumerate() {
        let value = value(index);
        let text = quote!(&::core::primitive::str);
        let optional = quote!(::core::option::Option<&::core::primitive::str>);
        let (ty, fetch, or_empty) = match argument.default.as_ref().map(|it| &it.text) {
            Some(default) => (
                text,
                quote!(FromArgumentOr<'_, _>>::fetch_or(#invocation, || #default)),
                None,
            ),
            None if argument.required => {
                (text, quote!(FromArgument<'_, _>>::fetch(#invocation)), None)
            }
            None => {
                let or_empty = quote!(.unwrap_or_default());
                (
                    optional,
                    quote!(FromArgument<'_, _>>::fetch(#invocation)),
                    Some(or_empty),
                )
            }
        };
        fetches.extend(quote!(let #value = <#ty as __p::#fetch;));
        accepted.extend(quote!(let #value = #value? #or_empty;));
    }
    let description = prompt.description.as_ref().map(|description| {
        let text = escaped(&description.text);
        quote!(#messages.description(::core::format_args!(#text));)
    });
    let indices: HashMap<&str, usize> = prompt
        .arguments
        .iter()
        .enumerate()
        .map(|(index, argument)| (argument.name.text.as_str(), index))
        .collect();
    let of = |name: &Located| indices.get(name.text.as_str()).copied().map(value);
    let turns = prompt.turns.iter().map(|turn| {
        let template = Template::of(&turn.segments);
        let values = template.values.iter().filter_map(|it| match it {
            Value::Placeholder(name) => of(name).map(|value| quote!(#value)),
            Value::Before(before, name) => {
                of(name).map(|value| quote!(if #value.is_empty() { "" } else { #before }))
            }
        });
        let (format, role) = (&template.format, local(turn.role.as_str()));
        quote!(#messages.#role(::core::format_args!(#format #(, #values)*));)
    });
    let count = prompt.turns.len();
    quote! {
        __p::Render::Sync(|#invocation| {
            #fetches
            #invocation.accepted()?;
            #accepted
            let mut #messages = __p::Messages::new(#count);
            #description
            #(#turns)*
            ::core::option::Option::Some(::core::result::Result::Ok(#messages.finish()))
        })
    }
}

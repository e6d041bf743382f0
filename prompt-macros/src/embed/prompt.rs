//! `prompt_file!("review.md")`: what `#[prompt]` makes of a function, made of a file.

use super::files::{File, Files};
use super::include::{self, Template, escaped};
use super::parse;
use super::used::UsedFile;
use crate::diagnostics::Errors;
use crate::paths;
use proc_macro2::{Ident, Span, TokenStream};
use prompt_rules::prompt_file::{FileArgument, Located, PromptFile, Role, Turn};
use prompt_rules::{name, prompt_file};
use quote::quote;
use syn::LitStr;

pub(super) fn expand(input: TokenStream, files: &Files) -> TokenStream {
    let mut errors = Errors::new();
    let call = parse::prompt(input, &mut errors);
    let private = paths::private(call.runtime.as_ref());
    let companion = call
        .path
        .as_ref()
        .and_then(|path| companion(path, &mut errors));
    let definition = match (&call.path, &companion) {
        (Some(path), Some(companion)) => read(path, files, &mut errors)
            .filter(|_| errors.is_empty())
            .map(|(file, prompt)| definition(&file, &prompt, companion, &private)),
        _ => None,
    };
    let fallback = match (&definition, &companion) {
        (None, Some(companion)) => Some(fallback(companion, &private)),
        _ => None,
    };
    let errors = errors.finish();
    let companion = companion.map(|companion| {
        quote! {
            #[doc(hidden)]
            #[allow(non_camel_case_types, dead_code, unreachable_pub)]
            pub enum #companion {}
        }
    });
    quote!(#errors #companion #fallback #definition)
}

/// The type under which `prompts![…]` finds the prompt: named like the file.
fn companion(path: &LitStr, errors: &mut Errors) -> Option<Ident> {
    let text = path.value();
    let stem = prompt_file::stem(text.as_ref()).unwrap_or_default();
    let word: String = stem.replace(['-', '.', ' '], "_");
    let ident = include::ident(&word, path.span());
    if ident.is_none() {
        let sentence = format!(
            "`{stem}` does not become the name of a Rust type, under which `prompts![…]` finds the prompt: let the file's name begin with a letter and hold only letters, digits, `-` and `_`"
        );
        errors.at(path.span(), sentence);
    }
    ident
}

fn read(path: &LitStr, files: &Files, errors: &mut Errors) -> Option<(File, PromptFile)> {
    let (file, text) = include::read(path, files, errors)?;
    let prompt = match prompt_file::parse(&text) {
        Ok(prompt) => prompt,
        Err(wrong) => {
            include::report(path, &file, &wrong, errors);
            return None;
        }
    };
    if prompt.name.is_none() {
        let stem = prompt_file::stem(&file.path).unwrap_or_default();
        if let Err(why) = name::check(stem) {
            let advice = match name::suggest(stem) {
                Some(legal) => format!("write `name: {legal}` into the file, or rename it"),
                None => "write `name: …` into the file".to_owned(),
            };
            let sentence = format!(
                "the prompt would be named like its file, and the name `{}` {why}: {advice}",
                stem.escape_debug()
            );
            errors.at(path.span(), sentence);
        }
    }
    Some((file, prompt))
}

fn fallback(companion: &Ident, private: &TokenStream) -> TokenStream {
    quote! {
        impl #companion {
            #[doc(hidden)]
            #[allow(dead_code, unreachable_pub)]
            pub const PROMPT: &'static #private::PromptDefinition = &#private::PromptDefinition::NEW;
        }
    }
}

fn definition(
    file: &File,
    prompt: &PromptFile,
    companion: &Ident,
    private: &TokenStream,
) -> TokenStream {
    let name = match &prompt.name {
        Some(name) => name.text.as_str(),
        None => prompt_file::stem(&file.path).unwrap_or_default(),
    };
    let title = option(prompt.title.as_ref());
    let description = option(prompt.description.as_ref());
    let arguments = prompt.arguments.iter().map(argument);
    let allow = prompt.allow.iter().map(|id| &id.text);
    let templates = prompt.turns.iter().map(|turn| template(turn, file));
    let embedded = UsedFile::text("prompt", file).at_line(1);
    let embedded = embedded.definition(&quote!(__p));
    let render = render(prompt);
    let tracking = file.tracking();
    let place = &file.place;
    quote! {
        const _: () = {
            use #private as __p;
            #tracking
            static __PROMPT: __p::PromptDefinition = __p::PromptDefinition {
                name: #name,
                title: #title,
                description: #description,
                arguments: &[#(#arguments),*],
                templates: &[#(#templates),*],
                embedded: &[#embedded],
                allowed_advice: &[#(#allow),*],
                location: __p::Location::new(#place, 1, ::core::module_path!(), ::core::env!("CARGO_PKG_NAME")),
                render: #render,
                ..__p::PromptDefinition::NEW
            };
            impl #companion {
                #[doc(hidden)]
                #[allow(unreachable_pub)]
                pub const PROMPT: &'static __p::PromptDefinition = &__PROMPT;
            }
            __p::inventory::submit! { __p::Entry(&__PROMPT) }
        };
    }
}

fn argument(argument: &FileArgument) -> TokenStream {
    let name = &argument.name.text;
    let title = option(argument.title.as_ref());
    let description = option(argument.description.as_ref());
    let required = argument.required;
    let has_default = argument.default.is_some();
    let line = u32::try_from(argument.name.position.line).unwrap_or_default();
    let values = argument.values.iter().map(|value| &value.text);
    let values = if argument.values.is_empty() {
        quote!(::core::option::Option::None)
    } else {
        quote!(::core::option::Option::Some(&[#(#values),*]))
    };
    quote! {
        __p::ArgumentDefinition {
            name: #name,
            title: #title,
            description: #description,
            required: #required,
            has_default: #has_default,
            kind: __p::Probe::<&::core::primitive::str>::KIND,
            values: #values,
            line: #line,
            ..__p::ArgumentDefinition::NEW
        }
    }
}

fn template(turn: &Turn, file: &File) -> TokenStream {
    let role = role(turn);
    let text = Template::of(&turn.segments).shown;
    let line = u32::try_from(turn.position.line).unwrap_or(u32::MAX);
    let path = &file.shown;
    quote!(__p::TemplateDefinition::new(#role, #text, #line).of_file(#path))
}

fn role(turn: &Turn) -> &'static str {
    match turn.role {
        Role::User => "user",
        Role::Assistant => "assistant",
    }
}

/// The closure that fetches every argument in the order of declaration and then builds the conversation.
fn render(prompt: &PromptFile) -> TokenStream {
    let value = |index: usize| Ident::new(&format!("__{index}"), Span::mixed_site());
    let fetches = prompt.arguments.iter().enumerate().map(|(index, argument)| {
        let value = value(index);
        match &argument.default {
            Some(default) => {
                let default = &default.text;
                quote!(let #value = <&::core::primitive::str as __p::FromArgument<'_, _>>::fetch_or(__i, || #default);)
            }
            None if argument.required => {
                quote!(let #value = <&::core::primitive::str as __p::FromArgument<'_, _>>::fetch(__i);)
            }
            None => {
                quote!(let #value = <::core::option::Option<&::core::primitive::str> as __p::FromArgument<'_, _>>::fetch(__i);)
            }
        }
    });
    let accepted = prompt
        .arguments
        .iter()
        .enumerate()
        .map(|(index, argument)| {
            let value = value(index);
            let absent = (!argument.required && argument.default.is_none())
                .then(|| quote!(.unwrap_or_default()));
            quote!(let #value = #value? #absent;)
        });
    let description = prompt.description.as_ref().map(|description| {
        let text = escaped(&description.text);
        quote!(__m.description(::core::format_args!(#text));)
    });
    let turns = prompt.turns.iter().map(|turn| {
        let template = Template::of(&turn.segments);
        let values = template.names.iter().filter_map(|name| {
            let declared = |it: &FileArgument| it.name.text == name.text;
            prompt.arguments.iter().position(declared).map(value)
        });
        let (format, role) = (&template.format, Ident::new(role(turn), Span::mixed_site()));
        quote!(__m.#role(::core::format_args!(#format #(, #values)*));)
    });
    let count = prompt.turns.len();
    quote! {
        __p::Render::Sync(|__i| {
            #(#fetches)*
            __i.accepted()?;
            #(#accepted)*
            let mut __m = __p::Messages::new(#count);
            #description
            #(#turns)*
            ::core::option::Option::Some(::core::result::Result::Ok(__m.finish()))
        })
    }
}

fn option(text: Option<&Located>) -> TokenStream {
    let Some(text) = text.map(|it| &it.text) else {
        return quote!(::core::option::Option::None);
    };
    quote!(::core::option::Option::Some(#text))
}

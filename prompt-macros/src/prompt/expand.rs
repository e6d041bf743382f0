//! Writes the companion type and the definition. The output is data and one closure; the logic is in the runtime.

use super::check::known_default;
use super::model::{Deprecated, Kind, Parameter, Prompt};
use super::parse::{ArgKeys, DefaultValue, Icon, Number};
use super::plain::Plain;
use crate::doc::{Doc, Piece};
use crate::keys::{string_of, ungroup};
use crate::registered::{self, Companion, embedded, field, list, option, template};
use crate::text::Text;
use crate::tokens::{end, is_punct, line, mixed, regrouped};
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, GenericArgument, LitStr, Path, PathArguments, ReturnType, Type};

/// The companion type and the registered definition of a prompt without mistakes.
pub(crate) fn definition(prompt: &Prompt) -> TokenStream {
    let lifetimes = prompt.lifetimes();
    let assertions = prompt
        .parameters
        .iter()
        .flat_map(|parameter| argument_assertions(parameter, &lifetimes));
    let value = value(prompt, &lifetimes);
    let companion = companion(prompt);
    let has_arguments = prompt.has_arguments();
    if prompt.parameters.iter().all(|it| is_std_type(&it.ty)) {
        let name = registered::static_name();
        let registered = registered::registered(&name, &[], &value);
        return companion.definition(has_arguments, &quote!(#(#assertions)* #registered), &name);
    }
    companion.typed_definition(
        has_arguments,
        generics(prompt).as_ref(),
        &quote!(#(#assertions)*),
        &value,
    )
}

/// Returns `true` for types that cannot be misspelt. Their definition can be a static, which costs the compiler less than a constant.
fn is_std_type(ty: &Type) -> bool {
    const STD: [&str; 18] = [
        "str", "String", "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16",
        "i32", "i64", "i128", "isize", "f32", "f64",
    ];
    match ty {
        Type::Reference(reference) => is_std_type(&reference.elem),
        Type::Path(path) if path.qself.is_none() && path.path.leading_colon.is_none() => {
            match (path.path.get_ident(), type_argument(&path.path)) {
                (Some(name), _) => STD.iter().any(|it| name == it),
                (None, Some((name, inside))) => {
                    let is_alone = path.path.segments.len() == 1;
                    is_alone && (name == "Option" || name == "Vec") && is_std_type(inside)
                }
                (None, None) => false,
            }
        }
        _ => false,
    }
}

/// Returns the last name of the path of a type and the only type in its `<…>`.
fn type_argument(path: &Path) -> Option<(&Ident, &Type)> {
    let last = path.segments.last()?;
    let PathArguments::AngleBracketed(inside) = &last.arguments else {
        return None;
    };
    match inside.args.first()? {
        GenericArgument::Type(ty) if inside.args.len() == 1 => Some((&last.ident, ty)),
        _ => None,
    }
}

/// The generics of the companion's `impl`, at the end of the function's name. For an unknown type, rustc suggests a type parameter of the
/// item that names it. Two errors that suggest the same, at the same place, are one.
fn generics(prompt: &Prompt) -> Option<TokenStream> {
    let place = end(prompt.sig.ident.span());
    let has_own = !prompt.sig.generics.params.is_empty();
    (!has_own).then(|| quote_spanned!(place=> < >))
}

/// Allows the lints that do not apply to a prompt: its arguments can be owned values, and as many as a form has fields. Only where they
/// would fire: a crate that forbids them refuses the attribute.
pub(crate) fn allowance(prompt: &Prompt) -> Option<TokenStream> {
    /// The number of parameters that clippy allows.
    const FEW: usize = 7;
    let is_owned = |parameter: &Parameter| {
        matches!(parameter.kind, Kind::Argument(_) | Kind::Arguments) && !is_copy(&parameter.ty)
    };
    let owned = prompt.parameters.iter().any(is_owned);
    let many = prompt.sig.inputs.len() > FEW;
    let lints: Vec<TokenStream> = [
        owned.then(|| quote!(clippy::needless_pass_by_value)),
        many.then(|| quote!(clippy::too_many_arguments)),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!lints.is_empty()).then(|| quote!(#[allow(#(#lints),*)]))
}

/// Returns true for references, also in an `Option`, and for primitive types, whose names are in lower case.
fn is_copy(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return matches!(ty, Type::Reference(_));
    };
    if let Some((name, inside)) = type_argument(&path.path) {
        return name == "Option" && is_copy(inside);
    }
    let last = path.path.segments.last();
    last.is_some_and(|last| {
        last.arguments.is_none() && last.ident.to_string().starts_with(char::is_lowercase)
    })
}

/// The name of a method's static, by the method's position among the prompts of its `impl`.
pub(crate) fn static_of_method(index: usize) -> Ident {
    Ident::new(&format!("__PROMPT_{index}"), Span::mixed_site())
}

/// The definition of a method as a constant with this name.
pub(crate) fn constant_of_method(prompt: &Prompt, name: &Ident) -> TokenStream {
    let lifetimes = prompt.lifetimes();
    let cfgs = &prompt.cfgs;
    let assertions = prompt
        .parameters
        .iter()
        .flat_map(|parameter| argument_assertions(parameter, &lifetimes));
    let value = value(prompt, &lifetimes);
    quote!(#(#cfgs)* const #name: __p::PromptDefinition = { #(#assertions)* #value };)
}

/// The definition as a value, for a method of a generic `impl`, whose type parameters no item inside it can name.
pub(crate) fn generic_definition(prompt: &Prompt) -> TokenStream {
    let lifetimes = prompt.lifetimes();
    let assertions = prompt.parameters.iter().flat_map(|parameter| {
        let cfgs = &parameter.marks.cfgs;
        assertions(parameter, &lifetimes).map(move |(_, assertion)| quote!(#(#cfgs)* #assertion;))
    });
    let definition = value(prompt, &lifetimes);
    quote!({ #(#assertions)* &#definition })
}

/// The companion type with an unregistered definition.
pub(crate) fn fallback(prompt: &Prompt) -> TokenStream {
    // Inside an `impl`, a type or a constant without a name is a syntax error.
    if prompt.is_method() {
        return TokenStream::new();
    }
    companion(prompt).fallback()
}

/// An item that rustc refuses in a trait, once.
pub(crate) fn marker(prompt: &Prompt) -> TokenStream {
    if prompt.is_method() {
        return TokenStream::new();
    }
    companion(prompt).marker()
}

fn companion(prompt: &Prompt) -> Companion {
    Companion {
        name: prompt.sig.ident.clone(),
        vis: prompt.vis.clone(),
        runtime: prompt.runtime.clone(),
        deprecated: prompt.uses_deprecated,
    }
}

/// The definition: a call with the properties of nearly every prompt, and the other fields around it.
fn value(prompt: &Prompt, lifetimes: &[&Ident]) -> TokenStream {
    let name = &prompt.name.text;
    let mut fields = TokenStream::new();
    field(&mut fields, "title", prompt.title.as_ref().map(text));
    let plain = Plain::of(prompt);
    if !plain.has_description {
        let description = description(prompt.description.as_ref(), &prompt.doc);
        field(&mut fields, "description", description);
    }
    let icons = prompt.icons.iter().map(icon);
    list(&mut fields, "icons", icons);
    let meta = prompt.meta.as_ref();
    let meta = meta.map(|meta| LitStr::new(&meta.json, meta.span));
    field(&mut fields, "meta", meta);
    let kinds = if plain.has_arguments {
        kinds(prompt, lifetimes)
    } else {
        arguments(&mut fields, prompt, lifetimes);
        Vec::new()
    };
    let state = prompt
        .parameters
        .iter()
        .filter_map(|parameter| state_key(parameter, lifetimes));
    list(&mut fields, "state", state);
    let contents = &prompt.contents;
    if !plain.has_texts {
        list(&mut fields, "texts", contents.texts.iter().map(template));
    }
    list(&mut fields, "embedded", contents.files.iter().map(embedded));
    list(&mut fields, "aliases", &prompt.aliases);
    list(&mut fields, "allowed_advice", &prompt.allow);
    let deprecated = prompt.deprecated.as_ref().map(deprecation);
    field(&mut fields, "deprecated", deprecated);
    let replaced_by = prompt.replaced_by.as_ref().map(|path| {
        let span = mixed(path.span());
        let method = prompt.owner.as_ref().and_then(|owner| owner.index(path));
        method.map_or_else(
            || quote_spanned!(span=> <#path>::PROMPT),
            |index| {
                let name = static_of_method(index);
                match &prompt.owner {
                    Some(owner) if owner.is_generic => quote_spanned!(span=> Self::#name),
                    _ => quote_spanned!(span=> &#name),
                }
            },
        )
    });
    field(&mut fields, "replaced_by", replaced_by);
    let (location, render) = (location(prompt), render(prompt, lifetimes));
    let packed = &plain.packed;
    let plain = quote! {
        __p::PromptDefinition::plain(#name, #packed, &[#(#kinds),*], #location, #render)
    };
    if fields.is_empty() {
        plain
    } else {
        quote!(__p::PromptDefinition { #fields ..#plain })
    }
}

/// References to the kinds of the arguments.
fn kinds(prompt: &Prompt, lifetimes: &[&Ident]) -> Vec<TokenStream> {
    let arguments = prompt.parameters.iter();
    arguments
        .filter(|parameter| matches!(parameter.kind, Kind::Argument(_)))
        .map(|parameter| {
            let ty = elide(parameter.ty.to_token_stream(), lifetimes);
            quote!(&<<#ty as __p::Probed>::Probe>::KIND)
        })
        .collect()
}

/// The definitions of the arguments, in groups if the prompt takes structs of arguments.
fn arguments(fields: &mut TokenStream, prompt: &Prompt, lifetimes: &[&Ident]) {
    let (mut groups, mut group) = (Vec::new(), Vec::new());
    for parameter in &prompt.parameters {
        if !matches!(parameter.kind, Kind::Arguments) {
            group.extend(argument_definition(parameter, lifetimes));
            continue;
        }
        let before = std::mem::take(&mut group);
        let ty = elide(parameter.ty.to_token_stream(), lifetimes);
        let cfgs = &parameter.marks.cfgs;
        groups.push(quote!(&[#(#before),*]));
        groups.push(quote!(#(#cfgs)* <#ty as __p::PromptArguments<'_>>::ARGUMENTS));
    }
    if groups.is_empty() {
        list(fields, "arguments", group);
    } else {
        groups.push(quote!(&[#(#group),*]));
        list(fields, "argument_groups", groups);
    }
}

/// `line!()` is the line of the attribute, which for a method is the attribute of the whole `impl`.
fn location(prompt: &Prompt) -> TokenStream {
    let line = match line(prompt.sig.ident.span()) {
        line if prompt.owner.is_some() && line > 0 => {
            Literal::usize_unsuffixed(line).into_token_stream()
        }
        _ => quote!(::core::line!()),
    };
    registered::location(&quote!(::core::file!()), &line)
}

fn text(text: &Text) -> TokenStream {
    match text {
        Text::Literal(literal) => literal.to_token_stream(),
        Text::Constant(expr) => constant(&quote!(&str), expr),
    }
}

/// The `description` key, or else the doc comment.
fn description(key: Option<&Text>, doc: &Doc) -> Option<TokenStream> {
    key.map(text).or_else(|| doc_text(doc))
}

/// A doc comment as one constant text. The compiler trims the end of an included file, because the macro does not read the file.
pub(crate) fn doc_text(doc: &Doc) -> Option<TokenStream> {
    match doc.pieces.as_slice() {
        [] => None,
        [Piece::Text(text)] => Some(quote!(#text)),
        pieces => {
            let last = pieces.len().saturating_sub(1);
            let pieces = pieces.iter().enumerate().map(|(index, piece)| match piece {
                Piece::Text(text) if index < last => {
                    let text = format!("{text}\n");
                    quote!(#text)
                }
                Piece::Text(text) => quote!(#text),
                Piece::Macro(expr) if index < last => quote!(#expr, "\n"),
                Piece::Macro(expr) => quote!(#expr),
            });
            Some(quote!(::core::concat!(#(#pieces),*).trim_ascii_end()))
        }
    }
}

fn icon(icon: &Icon) -> TokenStream {
    let src = &icon.src;
    let mime_type = option(icon.mime_type.as_ref());
    let sizes = &icon.sizes;
    let theme = option(icon.theme.as_ref());
    quote!(__p::IconDefinition { src: #src, mime_type: #mime_type, sizes: &[#(#sizes),*], theme: #theme })
}

fn deprecation(deprecated: &Deprecated) -> TokenStream {
    let since = option(deprecated.since.as_ref());
    let note = option(deprecated.note.as_ref());
    quote!(__p::Deprecation::new(#since, #note))
}

fn state_key(parameter: &Parameter, lifetimes: &[&Ident]) -> Option<TokenStream> {
    let (Kind::State | Kind::Server) = parameter.kind else {
        return None;
    };
    let cfgs = &parameter.marks.cfgs;
    let ty = elide(borrowed(&parameter.ty).to_token_stream(), lifetimes);
    Some(quote!(#(#cfgs)* <#ty as __p::State>::KEY))
}

/// The definition of an argument.
pub(crate) fn argument_definition(
    parameter: &Parameter,
    lifetimes: &[&Ident],
) -> Option<TokenStream> {
    let Kind::Argument(Some(name)) = &parameter.kind else {
        return None;
    };
    let keys = &parameter.marks.keys;
    let ty = elide(parameter.ty.to_token_stream(), lifetimes);
    // Every key is named, so that a new one does not compile until it is written.
    let ArgKeys {
        name: _,
        title,
        description: key,
        default,
        example,
        non_empty,
        max_len,
        min,
        max,
        values: listed,
        complete,
        // It is in the call that fetches the value.
        separator: _,
        aliases,
    } = keys;
    let name = &name.text;
    let description = option(description(key.as_ref(), &parameter.marks.doc));
    let required = if default.is_some() {
        quote!(false)
    } else {
        let via = conversion(keys);
        quote!(<#ty as #via>::REQUIRED)
    };
    let new = quote!(__p::ArgumentDefinition::new(#name, #description, #required, <<#ty as __p::Probed>::Probe>::KIND));
    let mut fields = TokenStream::new();
    field(&mut fields, "title", title.as_ref().map(text));
    if default.is_some() {
        fields.extend(quote!(has_default: true,));
    }
    field(&mut fields, "values", listed.as_ref().map(values));
    field(&mut fields, "example", example.as_ref());
    if non_empty.is_some() {
        fields.extend(quote!(non_empty: true,));
    }
    field(&mut fields, "max_len", max_len.map(|max| max.value));
    field(&mut fields, "min", min.as_ref().map(Number::text));
    field(&mut fields, "max", max.as_ref().map(Number::text));
    list(&mut fields, "aliases", aliases);
    let complete = complete.as_ref().map(|(_, path)| {
        let request = Ident::new("__c", Span::mixed_site());
        quote!(|#request| __p::Completer::complete(#path, #request))
    });
    field(&mut fields, "complete", complete);
    let cfgs = &parameter.marks.cfgs;
    // A call costs the compiler less than a struct with its fields.
    Some(if fields.is_empty() {
        quote!(#(#cfgs)* #new)
    } else {
        quote!(#(#cfgs)* __p::ArgumentDefinition { #fields ..#new })
    })
}

/// The trait that converts the request's text into a value.
fn conversion(keys: &ArgKeys) -> TokenStream {
    if keys.separator.is_some() {
        quote!(__p::FromList<'_, _>)
    } else {
        quote!(__p::FromArgument<'_, _>)
    }
}

/// The list of values, written with or without `&`.
fn values(expr: &Expr) -> TokenStream {
    match ungroup(expr) {
        Expr::Array(array) => quote!(&#array),
        other => constant(&quote!(&[&str]), other),
    }
}

/// An expression of the author with its type. Without the type, an error about it would quote the standard library. The constant is not an
/// item, so that it can name the parameters of a generic `impl`.
fn constant(ty: &TokenStream, expr: &Expr) -> TokenStream {
    quote!({ let __value: #ty = const { #expr }; __value })
}

/// The rules for an argument that only the compiler can check, as items.
pub(crate) fn argument_assertions(
    parameter: &Parameter,
    lifetimes: &[&Ident],
) -> impl Iterator<Item = TokenStream> {
    assertions(parameter, lifetimes).map(|(span, assertion)| {
        let cfgs = &parameter.marks.cfgs;
        quote_spanned!(span=> #(#cfgs)* const _: () = #assertion;)
    })
}

fn assertions(
    parameter: &Parameter,
    lifetimes: &[&Ident],
) -> impl Iterator<Item = (Span, TokenStream)> {
    let open = is_open(parameter, lifetimes);
    default_is_listed(parameter).into_iter().chain(open)
}

/// If the allowed values are given by a path, only the compiler can check that they contain a literal default.
fn default_is_listed(parameter: &Parameter) -> Option<(Span, TokenStream)> {
    let keys = &parameter.marks.keys;
    let (Some(DefaultValue::Expr(default)), Some(values), None) =
        (&keys.default, &keys.values, &keys.separator)
    else {
        return None;
    };
    if let Expr::Array(_) = ungroup(values) {
        return None;
    }
    let (text, span) = known_default(default)?;
    // The sentence is a format string, in which the default may contain braces.
    let sentence = format!("the default {text:?} is not among `values`: write one of them")
        .replace('{', "{{")
        .replace('}', "}}");
    let span = mixed(span);
    let assertion =
        quote_spanned!(span=> ::core::assert!(__p::is_listed(#values, #text), #sentence));
    Some((span, assertion))
}

/// A type with a closed set of values is completed with these values. Only the compiler recognizes such a type behind an alias or an
/// `Option`.
fn is_open(parameter: &Parameter, lifetimes: &[&Ident]) -> Option<(Span, TokenStream)> {
    let (word, _) = parameter.marks.keys.complete.as_ref()?;
    let ty = elide(parameter.ty.to_token_stream(), lifetimes);
    let span = mixed(*word);
    let assertion = quote_spanned! {span=>
        ::core::assert!(
            !<<#ty as __p::Probed>::Probe>::KIND.is_closed(),
            "this type is completed with all its values already: remove `complete`"
        )
    };
    Some((span, assertion))
}

/// The closure that fetches every argument in the order of declaration and then calls the function.
fn render(prompt: &Prompt, lifetimes: &[&Ident]) -> TokenStream {
    let invocation = Ident::new("__i", Span::mixed_site());
    if let Some(name) = shared_call(prompt) {
        let fetches = prompt
            .parameters
            .iter()
            .map(|parameter| fetcher(parameter, lifetimes, &invocation));
        let Call { function, convert } = Call::of(prompt, lifetimes);
        return quote! {
            __p::Render::Sync(|#invocation| __p::#name(#invocation, #(#fetches,)* #function, #convert))
        };
    }
    let mut fetches = TokenStream::new();
    let mut values = Vec::new();
    for (index, parameter) in prompt.parameters.iter().enumerate() {
        let cfgs = &parameter.marks.cfgs;
        let value = Ident::new(&format!("__{index}"), Span::mixed_site());
        let fetch = fetch(parameter, lifetimes, &invocation);
        fetches.extend(quote!(#(#cfgs)* let #value = #fetch;));
        values.push(quote!(#(#cfgs)* #value?));
    }
    let Call { function, convert } = Call::of(prompt, lifetimes);
    // A future that is not `Send` is an error about the whole function.
    let place = prompt.sig.asyncness.map(|keyword| mixed(keyword.span));
    let mut values = Group::new(Delimiter::Parenthesis, quote!(#(#values),*));
    values.set_span(place.unwrap_or_else(Span::mixed_site));
    let (kind, call) = if prompt.sig.asyncness.is_some() {
        (
            quote!(Async),
            quote!(__p::later(#function #values, #convert)),
        )
    } else {
        (quote!(Sync), quote!(#convert(#function #values)))
    };
    quote! {
        __p::Render::#kind(|#invocation| {
            #fetches
            #invocation.accepted()?;
            ::core::option::Option::Some(#call)
        })
    }
}

/// The name of the runtime's function that calls a prompt with this number of parameters. It is compiled once for all prompts with one
/// signature, so that a prompt costs the compiler little more than a list of functions.
fn shared_call(prompt: &Prompt) -> Option<Ident> {
    /// The maximum number of parameters for which the runtime has such functions.
    const MOST: usize = 12;
    let count = prompt.parameters.len();
    let conditional = prompt.parameters.iter().any(|it| !it.marks.cfgs.is_empty());
    let is_rust = prompt.sig.abi.is_none() && prompt.sig.asyncness.is_none();
    let shared = is_rust && !conditional && count <= MOST;
    shared.then(|| Ident::new(&format!("call{count}"), Span::mixed_site()))
}

/// A function that fetches the value of a parameter.
fn fetcher(parameter: &Parameter, lifetimes: &[&Ident], invocation: &Ident) -> TokenStream {
    let keys = &parameter.marks.keys;
    let ty = elide(parameter.ty.to_token_stream(), lifetimes);
    match &parameter.kind {
        Kind::Argument(_)
            if keys.separator.is_none()
                && keys.default.is_none()
                && keys.min.is_none()
                && keys.max.is_none() =>
        {
            quote!(<#ty as __p::FromArgument<'_, _>>::fetch)
        }
        Kind::Arguments => quote!(<#ty as __p::PromptArguments<'_>>::fetch),
        _ => {
            let fetch = fetch(parameter, lifetimes, invocation);
            quote!(|#invocation| #fetch)
        }
    }
}

/// The value of a parameter, or `None` if it was rejected.
fn fetch(parameter: &Parameter, lifetimes: &[&Ident], invocation: &Ident) -> TokenStream {
    let ty = elide(parameter.ty.to_token_stream(), lifetimes);
    match &parameter.kind {
        Kind::Argument(_) => argument_fetch(parameter, lifetimes, invocation),
        Kind::Arguments => quote!(<#ty as __p::PromptArguments<'_>>::fetch(#invocation)),
        Kind::State | Kind::Server => {
            let ty = elide(borrowed(&parameter.ty).to_token_stream(), lifetimes);
            quote!(<#ty as __p::State>::find(#invocation))
        }
        Kind::Context => quote!(<#ty as __p::FromContext<'_>>::from_context(#invocation)),
    }
}

/// The call of the author's function, and the conversion of its result. The conversion has the span of the return type, so that errors
/// about it appear there.
struct Call {
    function: TokenStream,
    convert: TokenStream,
}

impl Call {
    fn of(prompt: &Prompt, lifetimes: &[&Ident]) -> Self {
        let mut function = prompt.sig.ident.clone();
        let mut place = Span::mixed_site();
        if let Some(keyword) = &prompt.sig.asyncness {
            place = mixed(keyword.span);
            function.set_span(function.span().located_at(keyword.span));
        }
        let function = match &prompt.owner {
            Some(_) => quote_spanned!(place=> Self::#function),
            None => function.into_token_stream(),
        };
        let convert = match &prompt.sig.output {
            ReturnType::Type(_, ty) if !is_impl(ty) => {
                let ty = elide(ty.to_token_stream(), lifetimes);
                quote!(<#ty as __p::IntoPromptResult<_>>::into_prompt_result)
            }
            output => {
                let place = output.span();
                quote_spanned!(mixed(place)=> __p::IntoPromptResult::into_prompt_result)
            }
        };
        Self { function, convert }
    }
}

fn is_impl(ty: &Type) -> bool {
    ty.to_token_stream()
        .into_iter()
        .any(|token| matches!(token, TokenTree::Ident(word) if word == "impl"))
}

/// The call that fetches an argument's value.
pub(crate) fn argument_fetch(
    parameter: &Parameter,
    lifetimes: &[&Ident],
    invocation: &Ident,
) -> TokenStream {
    let keys = &parameter.marks.keys;
    let ty = elide(parameter.ty.to_token_stream(), lifetimes);
    let via = conversion(keys);
    let default = keys.default.as_ref().map(default);
    let fetch = match (&keys.separator, default) {
        (None, None) => quote!(<#ty as #via>::fetch(#invocation)),
        (None, Some(default)) => {
            quote!(<#ty as __p::FromArgumentOr<'_, _>>::fetch_or(#invocation, #default))
        }
        (Some(by), None) => quote!(<#ty as #via>::fetch_list(#invocation, #by)),
        (Some(by), Some(default)) => {
            quote!(<#ty as #via>::fetch_list_or(#invocation, #by, #default))
        }
    };
    if keys.min.is_none() && keys.max.is_none() {
        return fetch;
    }
    let limit = |limit: Option<&Number>| {
        limit.map_or_else(
            || quote!(&[]),
            |Number { minus, literal }| quote!(&[#minus #literal]),
        )
    };
    let (min, max) = (limit(keys.min.as_ref()), limit(keys.max.as_ref()));
    quote!(<#ty as __p::Bounded<_>>::within(#fetch, #invocation, #min, #max))
}

/// A function that creates the default. A string literal is converted into the parameter's type.
fn default(default: &DefaultValue) -> TokenStream {
    match default {
        DefaultValue::OfType(span) => {
            quote_spanned!(mixed(*span)=> || ::core::default::Default::default())
        }
        DefaultValue::Expr(expr) => {
            let span = mixed(expr.span());
            string_of(expr).map_or_else(
                || quote_spanned!(span=> || #expr),
                |literal| quote_spanned!(span=> || __p::FromLiteral::from_literal(#literal)),
            )
        }
    }
}

/// The target type of a reference.
fn borrowed(ty: &Type) -> &Type {
    match ty {
        Type::Reference(reference) => &reference.elem,
        other => other,
    }
}

/// Replaces the function's own lifetimes with `'_`, because they are not declared outside the function.
fn elide(tokens: TokenStream, lifetimes: &[&Ident]) -> TokenStream {
    if lifetimes.is_empty() {
        return tokens;
    }
    let mut after_tick = false;
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Ident(word) if after_tick && lifetimes.contains(&&word) => {
                after_tick = false;
                TokenTree::Ident(Ident::new("_", word.span()))
            }
            TokenTree::Group(group) => regrouped(&group, elide(group.stream(), lifetimes)),
            token => {
                after_tick = is_punct(&token, '\'');
                token
            }
        })
        .collect()
}

//! Checks a prompt, with one function for each rule. Each function records all mistakes against its rule.

mod argument;
mod icon;
mod meta;

pub(crate) use argument::known_default;

use super::item::is_our_mark;
use super::model::{Kind, Parameter, Prompt, is_shared};
use super::typo;
use crate::diagnostics::Errors;
use crate::name::Name;
use crate::text;
use crate::tokens::{has_word, is_word};
use proc_macro2::{Span, TokenStream, TokenTree};
use prompt_syntax::name::is_rule_id;
use quote::ToTokens;
use syn::{FnArg, GenericParam, Pat, Receiver, ReceiverKind, ReturnType, Safety, Type};

pub(crate) fn check(prompt: &Prompt, errors: &mut Errors) {
    check_receiver(prompt, errors);
    check_qualifiers(prompt, errors);
    check_generics(prompt, errors);
    check_return(prompt, errors);
    check_name(prompt, errors);
    check_aliases(prompt, errors);
    check_texts(prompt, errors);
    check_replacement(prompt, errors);
    check_allow(prompt, errors);
    if let Some(meta) = &prompt.meta {
        meta::check(meta, errors);
    }
    for icon in &prompt.icons {
        icon::check(icon, errors);
    }
    for parameter in &prompt.parameters {
        match &parameter.kind {
            Kind::Argument(_) => argument::check(parameter, errors),
            Kind::Arguments => refuse_impl(&parameter.ty, errors),
            Kind::State => check_borrowed(&parameter.ty, "state", "&Database", errors),
            Kind::Server => {}
            Kind::Context => check_borrowed(&parameter.ty, "context", "&Context", errors),
        }
        check_marks(parameter, errors);
    }
    argument::check_unique(&prompt.parameters, errors);
    typo::report(&prompt.typos, errors);
}

/// The rules for the fields of a struct of arguments.
pub(crate) fn check_arguments<'a>(
    arguments: impl Iterator<Item = &'a Parameter> + Clone,
    errors: &mut Errors,
) {
    for parameter in arguments.clone() {
        argument::check(parameter, errors);
    }
    argument::check_unique(arguments, errors);
}

fn check_receiver(prompt: &Prompt, errors: &mut Errors) {
    let Some(FnArg::Receiver(receiver)) = prompt.sig.inputs.first() else {
        return;
    };
    let place = receiver.self_token.span;
    for attribute in &receiver.attrs {
        if let Some(word) = attribute
            .path()
            .get_ident()
            .filter(|word| is_our_mark(word))
        {
            errors.at(
                word.span(),
                format!("`self` is the server and no argument: remove `#[{word}]`"),
            );
        }
    }
    if prompt.owner.is_none() {
        errors.at(
            place,
            "`self` makes this a method: write `#[prompt_methods]` on the `impl` around it",
        );
    } else if is_mutable(receiver) {
        errors.at(
            place,
            "all requests share the server: write `&self`, with a lock or an atomic inside where it changes",
        );
    } else if !is_shared(receiver) {
        errors.at(
            place,
            "a prompt borrows the server, which goes on to answer others: write `&self`",
        );
    }
}

fn is_mutable(receiver: &Receiver) -> bool {
    match &receiver.kind {
        ReceiverKind::Reference(_, _, mutability) => mutability.is_some(),
        ReceiverKind::Typed(_, ty) => {
            matches!(&**ty, Type::Reference(reference) if reference.mutability.is_some())
        }
        _ => false,
    }
}

fn check_qualifiers(prompt: &Prompt, errors: &mut Errors) {
    if let Safety::Unsafe(token) = &prompt.sig.safety {
        errors.at(
            token.span,
            "clients call a prompt, so it cannot be `unsafe`: remove `unsafe` and keep the unsafe block inside",
        );
    }
}

fn check_generics(prompt: &Prompt, errors: &mut Errors) {
    for parameter in &prompt.sig.generics.params {
        match parameter {
            GenericParam::Lifetime(_) => {}
            GenericParam::Type(parameter) => errors.at(
                parameter.ident.span(),
                format!(
                    "no client can choose the type `{}`: write the concrete type in its place",
                    parameter.ident
                ),
            ),
            GenericParam::Const(parameter) => errors.at(
                parameter.ident.span(),
                format!(
                    "no client can choose the constant `{}`: write its value in its place",
                    parameter.ident
                ),
            ),
        }
    }
}

fn check_return(prompt: &Prompt, errors: &mut Errors) {
    if let ReturnType::Type(_, ty) = &prompt.sig.output
        && let Type::ImplTrait(bounds) = &**ty
        && has_word(bounds.bounds.to_token_stream(), "Future")
    {
        errors.on(
            ty,
            format!(
                "a prompt that waits is an `async` function: write `async fn {}(…) -> String`",
                prompt.sig.ident
            ),
        );
    }
    // If the body has a value, rustc reports the missing return type and suggests it.
    if matches!(prompt.sig.output, ReturnType::Default) && !prompt.has_value {
        errors.at(
            prompt.sig.ident.span(),
            format!(
                "`{}` returns nothing, and a prompt is what it returns: add `-> String` or `-> GetPromptResult`",
                prompt.sig.ident
            ),
        );
    }
}

fn check_name(prompt: &Prompt, errors: &mut Errors) {
    if let Some(problem) = prompt.name.problem_of_prompt() {
        errors.at(prompt.name.span, problem);
    }
}

fn check_aliases(prompt: &Prompt, errors: &mut Errors) {
    let mut taken = vec![prompt.name.text.clone()];
    for alias in prompt.aliases.iter().map(Name::from) {
        if let Some(problem) = alias.problem_of_prompt() {
            errors.at(alias.span, problem);
        } else if taken.contains(&alias.text) {
            errors.at(
                alias.span,
                format!(
                    "`{}` is a name of this prompt already: remove the alias",
                    alias.text
                ),
            );
        }
        taken.push(alias.text);
    }
}

fn check_texts(prompt: &Prompt, errors: &mut Errors) {
    if let Some(title) = &prompt.title {
        text::check("the title", title, errors);
    }
    if let Some(description) = &prompt.description {
        text::check("the description", description, errors);
    }
    for literal in &prompt.doc.literals {
        text::check_visible("the description", literal, errors);
    }
    if let Some(note) = prompt.deprecated.as_ref().and_then(|it| it.note.as_ref()) {
        text::check_visible("the note of `#[deprecated]`", note, errors);
    }
}

fn check_replacement(prompt: &Prompt, errors: &mut Errors) {
    let Some(path) = &prompt.replaced_by else {
        return;
    };
    let member = prompt.owner.as_ref().and_then(|owner| owner.member(path));
    let replaced = match (&prompt.owner, member) {
        (None, _) => path.get_ident(),
        (Some(_), member) => member,
    };
    if replaced == Some(&prompt.sig.ident) {
        errors.on(
            path,
            "a prompt cannot replace itself: name the prompt that people should use instead",
        );
    } else if member.is_some()
        && prompt
            .owner
            .as_ref()
            .and_then(|owner| owner.index(path))
            .is_none()
    {
        errors.on(
            path,
            "no method of this `impl` that is marked `#[prompt]` has this name: write the name of one, or the path of a function",
        );
    } else if prompt.deprecated.is_none() {
        errors.on(
            path,
            "a prompt that is replaced is deprecated: add `#[deprecated(since = \"…\")]` to the function",
        );
    }
}

fn check_allow(prompt: &Prompt, errors: &mut Errors) {
    for rule in &prompt.allow {
        let id = rule.value();
        if !is_rule_id(&id) {
            errors.at(
                rule.span(),
                format!("{id:?} is no id of a rule: write it as `check` prints it, such as `allow = \"rule-id\"`"),
            );
        }
    }
}

/// State and context belong to the server, so a prompt borrows them.
fn check_borrowed(ty: &Type, word: &str, example: &str, errors: &mut Errors) {
    let reference = match ty {
        Type::Reference(reference) => reference,
        other => {
            errors.on(
                other,
                format!("`#[{word}]` is borrowed from the server: write a reference, such as `{example}`"),
            );
            return;
        }
    };
    if let Some(token) = &reference.mutability {
        errors.at(
            token.span,
            format!("`#[{word}]` is shared by all requests: write `{example}`, with a lock or an atomic inside where it changes"),
        );
    }
    if let Some(lifetime) = &reference.lifetime
        && lifetime.ident == "static"
    {
        errors.at(
            lifetime.ident.span(),
            format!("`#[{word}]` is borrowed for one request: write `{example}` without `'static`"),
        );
    }
    refuse_impl(ty, errors);
}

fn check_marks(parameter: &Parameter, errors: &mut Errors) {
    let marks = &parameter.marks;
    let words = [
        (marks.state, "`#[state]`"),
        (marks.context, "`#[context]`"),
        (marks.arguments, "`#[arguments]`"),
        (marks.arg, "`#[arg(…)]`"),
    ];
    let given: Vec<_> = words
        .iter()
        .filter_map(|(span, word)| span.map(|span| (span, *word)))
        .collect();
    if let [(_, first), others @ ..] = given.as_slice() {
        for (span, word) in others {
            errors.at(
                *span,
                format!("a parameter is one thing, and this one is {first} already: remove {word}"),
            );
        }
    }
}

fn refuse_impl(ty: &Type, errors: &mut Errors) {
    if let Some(span) = find(ty.to_token_stream(), &|token, _| is_word(token, "impl")) {
        errors.at(
            span,
            "no client can choose a type for `impl …`: write the concrete type",
        );
    }
}

/// The place of the first token that `wanted` accepts, also inside groups. `wanted` receives the preceding tokens of the same group.
fn find(tokens: TokenStream, wanted: &dyn Fn(&TokenTree, &[TokenTree]) -> bool) -> Option<Span> {
    let mut before = Vec::new();
    for token in tokens {
        if wanted(&token, &before) {
            return Some(token.span());
        }
        if let TokenTree::Group(group) = &token
            && let Some(span) = find(group.stream(), wanted)
        {
            return Some(span);
        }
        before.push(token);
    }
    None
}

/// The name of a pattern in an error message.
fn pattern_kind(pat: &Pat) -> &'static str {
    match pat {
        Pat::Wild(_) => "`_`",
        _ => "a pattern",
    }
}

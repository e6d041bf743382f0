//! A prompt as the author declared it, before the checks.

use super::item::Function;
use super::json::Object;
use super::parse::{ArgKeys, Icon, Marks, PromptKeys, marks};
use super::typo::{Typo, typos};
use crate::contents::Contents;
use crate::diagnostics::Errors;
use crate::doc::Doc;
use crate::keys::{CFG, DEPRECATED, NOTE, SINCE, string_of};
use crate::messages::scan;
use crate::name::Name;
use crate::text::Text;
use crate::tokens::{has_word, is_punct, uses_deprecated};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{
    Attribute, Expr, Field, FnArg, LitStr, Meta, Pat, PatIdent, PatType, Path, Receiver,
    ReceiverKind, Signature, Type, TypePath, Visibility,
};

pub(crate) struct Prompt {
    pub(crate) name: Name,
    pub(crate) title: Option<Text>,
    pub(crate) description: Option<Text>,
    pub(crate) doc: Doc,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Option<Object>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) replaced_by: Option<Path>,
    pub(crate) allow: Vec<LitStr>,
    pub(crate) runtime: Option<Path>,
    pub(crate) deprecated: Option<Deprecated>,
    /// `true` if the function is deprecated or allows the lint.
    pub(crate) uses_deprecated: bool,
    /// The `impl` of a method. Tokens written for a method contain `Self`, which `#[prompt_methods]` replaces.
    pub(crate) owner: Option<Owner>,
    /// The `cfg`s of a method. Those of a function are resolved before the macro runs.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    pub(crate) parameters: Vec<Parameter>,
    /// `true` if the body ends with an expression.
    pub(crate) has_value: bool,
    /// The texts and files in its body.
    pub(crate) contents: Contents,
    /// The misspelt names in the included files.
    pub(crate) typos: Vec<Typo>,
    /// `true` if the function is still being typed, so that it is not checked.
    pub(crate) half_typed: bool,
}

/// The `impl` that contains a method.
#[derive(Clone)]
pub(crate) struct Owner {
    pub(crate) ty: Type,
    /// `true` if the `impl` has parameters that are types or constants.
    pub(crate) is_generic: bool,
    /// The methods that are prompts.
    pub(crate) methods: Vec<Ident>,
}

impl Owner {
    /// The name after `Self::` or `MyServer::`.
    pub(crate) fn member<'a>(&self, path: &'a Path) -> Option<&'a Ident> {
        let names = |path: &'a Path| path.segments.iter().map(|segment| &segment.ident);
        let (member, before) = names(path)
            .collect::<Vec<_>>()
            .split_last()
            .map(|(last, before)| (*last, before.to_vec()))?;
        let is_self = matches!(before.as_slice(), [word] if *word == "Self");
        let is_type = matches!(&self.ty, Type::Path(ty) if !before.is_empty()
            && ty.path.segments.iter().map(|segment| &segment.ident).eq(before));
        (is_self || is_type).then_some(member)
    }

    /// The position of a prompt among those of the `impl`.
    pub(crate) fn index(&self, path: &Path) -> Option<usize> {
        let name = self.member(path)?;
        self.methods.iter().position(|method| method == name)
    }
}

/// The fields of `#[deprecated(…)]`.
#[derive(Default)]
pub(crate) struct Deprecated {
    pub(crate) since: Option<LitStr>,
    pub(crate) note: Option<LitStr>,
}

pub(crate) struct Parameter {
    pub(crate) marks: Marks,
    pub(crate) pat: Pat,
    pub(crate) ty: Type,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    /// An argument. The name is `None` if there is a pattern in its place, which is rejected.
    Argument(Option<Name>),
    /// A struct whose fields are arguments.
    Arguments,
    State,
    Context,
    /// `&self`.
    Server,
}

impl Prompt {
    pub(crate) fn new(
        keys: PromptKeys,
        function: Function,
        owner: Option<Owner>,
        errors: &mut Errors,
    ) -> Self {
        let Function {
            attrs,
            vis,
            sig,
            body,
        } = function;
        // Every key is named, so that a new one does not compile until it is used.
        let PromptKeys {
            name,
            title,
            description,
            icons,
            meta,
            aliases,
            replaced_by,
            allow,
            runtime,
        } = keys;
        let name = name
            .as_ref()
            .map_or_else(|| Name::from(&sig.ident), Name::from);
        let parameters: Vec<Parameter> =
            sig.inputs
                .iter()
                .filter_map(|input| match input {
                    FnArg::Typed(typed) => Some(Parameter::new(typed, errors)),
                    // The type of a rejected receiver must not cause a second error.
                    FnArg::Receiver(receiver) => (owner.is_some() && is_shared(receiver))
                        .then(|| Parameter::server(receiver)),
                })
                .collect();
        let contents = scan(&body);
        Self {
            typos: typos(&contents.names, &parameters, &body),
            name,
            title,
            description,
            doc: Doc::read(&attrs),
            icons,
            meta,
            aliases,
            replaced_by,
            allow,
            runtime,
            deprecated: deprecated(&attrs),
            uses_deprecated: uses_deprecated(&attrs),
            cfgs: match owner {
                Some(_) => cfgs(attrs),
                None => Vec::new(),
            },
            owner,
            vis,
            sig,
            parameters,
            has_value: ends_with_value(&body),
            contents,
            half_typed: false,
        }
    }

    pub(crate) fn has_arguments(&self) -> bool {
        self.parameters
            .iter()
            .any(|parameter| matches!(parameter.kind, Kind::Argument(_) | Kind::Arguments))
    }

    /// Returns true for a function with `self` in any form.
    pub(crate) fn is_method(&self) -> bool {
        matches!(self.sig.inputs.first(), Some(FnArg::Receiver(_)))
    }

    /// Returns true for a function with a parameter that rustc refuses in its signature: `...`, or one of the type `_`, `str` or, outside of an
    /// `impl`, `Self`. The definition would name the type and be refused too.
    pub(crate) fn has_illegal_type(&self) -> bool {
        let is_illegal = |parameter: &Parameter| {
            let ty = &parameter.ty;
            matches!(ty, Type::Infer(_) | Type::Slice(_) | Type::TraitObject(_))
                || matches!(ty, Type::Path(path) if path.path.is_ident("str"))
                || (self.owner.is_none() && has_word(ty.to_token_stream(), "Self"))
        };
        self.sig.variadic.is_some() || self.parameters.iter().any(is_illegal)
    }

    /// The lifetimes that the function declares. Emitted types have `'_` in their place.
    pub(crate) fn lifetimes(&self) -> Vec<&Ident> {
        self.sig
            .generics
            .lifetimes()
            .map(|parameter| &parameter.lifetime.ident)
            .collect()
    }
}

/// Returns `true` if the body ends with a value. A block at the end may be a statement, except the braces of a macro such as
/// `messages! { … }`.
fn ends_with_value(body: &TokenStream) -> bool {
    let Some(TokenTree::Group(block)) = body.clone().into_iter().last() else {
        return false;
    };
    let tokens: Vec<TokenTree> = block.stream().into_iter().collect();
    match tokens.as_slice() {
        [.., bang, TokenTree::Group(_)] if is_punct(bang, '!') => true,
        [.., TokenTree::Group(group)] => group.delimiter() != Delimiter::Brace,
        [.., last] => !is_punct(last, ';'),
        [] => false,
    }
}

fn cfgs(attributes: Vec<Attribute>) -> Vec<Attribute> {
    let is_cfg = |attribute: &Attribute| attribute.path().is_ident(CFG);
    attributes.into_iter().filter(is_cfg).collect()
}

/// Returns `true` for `&self`, the only valid receiver of a prompt.
pub(crate) fn is_shared(receiver: &Receiver) -> bool {
    match &receiver.kind {
        ReceiverKind::Reference(_, _, mutability) => mutability.is_none(),
        ReceiverKind::Typed(_, ty) => {
            matches!(&**ty, Type::Reference(reference) if reference.mutability.is_none()
                && matches!(&*reference.elem, Type::Path(ty) if ty.path.is_ident("Self")))
        }
        _ => false,
    }
}

impl Parameter {
    /// The server of a method, which is state of its type.
    fn server(receiver: &Receiver) -> Self {
        let span = receiver.self_token.span;
        Self {
            marks: Marks {
                state: Some(span),
                ..Marks::default()
            },
            pat: Pat::Verbatim(TokenStream::new()),
            ty: Type::Path(TypePath {
                attrs: Vec::new(),
                qself: None,
                path: Ident::new("Self", span).into(),
            }),
            kind: Kind::Server,
        }
    }

    /// A field of a struct of arguments.
    pub(crate) fn field(ident: &Ident, field: &Field, errors: &mut Errors) -> Self {
        let marks = marks(&field.attrs, errors);
        let name = marks.keys.name.as_ref().map(Name::from);
        Self {
            kind: Kind::Argument(Some(name.unwrap_or_else(|| Name::from(ident)))),
            pat: Pat::Ident(PatIdent {
                attrs: Vec::new(),
                by_ref: None,
                mutability: None,
                ident: ident.clone(),
                subpat: None,
            }),
            ty: ungroup(&field.ty).clone(),
            marks,
        }
    }

    fn new(typed: &PatType, errors: &mut Errors) -> Self {
        let marks = marks(&typed.attrs, errors);
        let kind = match (marks.state, marks.context, marks.arguments) {
            (Some(_), ..) => Kind::State,
            (None, Some(_), _) => Kind::Context,
            (None, None, Some(_)) => Kind::Arguments,
            (None, None, None) => Kind::Argument(argument_name(&marks.keys, &typed.pat)),
        };
        Self {
            marks,
            pat: (*typed.pat).clone(),
            ty: ungroup(&typed.ty).clone(),
            kind,
        }
    }
}

/// The type inside the invisible groups that `macro_rules!` adds around a fragment.
fn ungroup(ty: &Type) -> &Type {
    let mut ty = ty;
    while let Type::Group(group) = ty {
        ty = &group.elem;
    }
    ty
}

fn argument_name(keys: &ArgKeys, pat: &Pat) -> Option<Name> {
    match (&keys.name, pat) {
        (Some(name), _) => Some(Name::from(name)),
        (None, Pat::Ident(pat)) => Some(Name::from(&pat.ident)),
        (None, _) => None,
    }
}

/// Reads `#[deprecated]`. rustc reports the mistakes in it.
fn deprecated(attributes: &[Attribute]) -> Option<Deprecated> {
    let attribute = attributes
        .iter()
        .find(|attribute| attribute.path().is_ident(DEPRECATED))?;
    let mut deprecated = Deprecated::default();
    match &attribute.meta {
        Meta::Path(_) => {}
        Meta::NameValue(pair) => deprecated.note = string_of(&pair.value),
        Meta::List(list) => {
            let read = list.parse_nested_meta(|entry| {
                let value: Expr = entry.value()?.parse()?;
                let text = string_of(&value);
                if entry.path.is_ident(SINCE) {
                    deprecated.since = text;
                } else if entry.path.is_ident(NOTE) {
                    deprecated.note = text;
                }
                Ok(())
            });
            drop(read);
        }
    }
    Some(deprecated)
}

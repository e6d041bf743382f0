//! A prompt as the author declared it, before it is checked.

use super::item::Function;
use super::json::Object;
use super::parse::{ArgKeys, Icon, Marks, PromptKeys, marks};
use crate::diagnostics::Errors;
use crate::doc::Doc;
use crate::name::Name;
use crate::text::Text;
use proc_macro2::{Ident, TokenStream};
use syn::{Attribute, Expr, FnArg, LitStr, Meta, Pat, PatType, Path, Signature, Type, Visibility};

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
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    pub(crate) parameters: Vec<Parameter>,
    /// Raw, for the texts of its `messages!`.
    pub(crate) body: TokenStream,
}

/// What `#[deprecated(…)]` says.
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
    /// `None` for the name when a pattern stands in its place, which is refused.
    Argument(Option<Name>),
    State,
    Context,
}

impl Prompt {
    pub(crate) fn new(keys: PromptKeys, function: Function, errors: &mut Errors) -> Self {
        let Function {
            attrs,
            vis,
            sig,
            body,
        } = function;
        let name = keys
            .name
            .as_ref()
            .map_or_else(|| Name::from(&sig.ident), Name::from);
        let parameters = sig
            .inputs
            .iter()
            .filter_map(|input| match input {
                FnArg::Typed(typed) => Some(Parameter::new(typed, errors)),
                FnArg::Receiver(_) => None,
            })
            .collect();
        Self {
            name,
            title: keys.title,
            description: keys.description,
            doc: Doc::read(&attrs),
            icons: keys.icons,
            meta: keys.meta,
            aliases: keys.aliases,
            replaced_by: keys.replaced_by,
            allow: keys.allow,
            runtime: keys.runtime,
            deprecated: deprecated(&attrs),
            vis,
            sig,
            parameters,
            body,
        }
    }

    /// The lifetimes that the function declares; emitted types say `'_` in their place.
    pub(crate) fn lifetimes(&self) -> Vec<&Ident> {
        self.sig
            .generics
            .lifetimes()
            .map(|parameter| &parameter.lifetime.ident)
            .collect()
    }
}

impl Parameter {
    fn new(typed: &PatType, errors: &mut Errors) -> Self {
        let marks = marks(&typed.attrs, errors);
        let kind = match (marks.state, marks.context) {
            (Some(_), _) => Kind::State,
            (None, Some(_)) => Kind::Context,
            (None, None) => Kind::Argument(argument_name(&marks.keys, &typed.pat)),
        };
        Self {
            marks,
            pat: (*typed.pat).clone(),
            ty: ungroup(&typed.ty).clone(),
            kind,
        }
    }
}

/// The type inside the invisible groups that `macro_rules!` puts around a fragment.
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

/// Reads a `#[deprecated]` that rustc accepts; what it refuses is its own to report.
fn deprecated(attributes: &[Attribute]) -> Option<Deprecated> {
    let attribute = attributes
        .iter()
        .find(|attribute| attribute.path().is_ident("deprecated"))?;
    let mut deprecated = Deprecated::default();
    match &attribute.meta {
        Meta::Path(_) => {}
        Meta::NameValue(pair) => deprecated.note = crate::keys::string_of(&pair.value),
        Meta::List(list) => {
            let read = list.parse_nested_meta(|entry| {
                let value: Expr = entry.value()?.parse()?;
                let text = crate::keys::string_of(&value);
                if entry.path.is_ident("since") {
                    deprecated.since = text;
                } else if entry.path.is_ident("note") {
                    deprecated.note = text;
                }
                Ok(())
            });
            drop(read);
        }
    }
    Some(deprecated)
}

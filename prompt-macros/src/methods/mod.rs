//! `#[prompt_methods]`: the `impl` and its `#[prompt]` methods → the model of each → check → expand.

mod check;
mod expand;
mod item;
mod parse;
#[cfg(test)]
mod tests;

use crate::diagnostics;
use crate::keys::PROMPT_METHODS;
use crate::prompt::{self, Owner, Prompt};
use crate::tokens::regrouped;
use proc_macro2::{Ident, TokenStream};
use syn::{GenericParam, ItemImpl, Path};

/// The `impl` and the prompts among its methods.
struct Methods {
    header: ItemImpl,
    /// The name of the constant with the list.
    list: Option<Ident>,
    runtime: Option<Path>,
    prompts: Vec<Prompt>,
    /// `true` if a member is not complete.
    half_typed: bool,
}

/// Returns the `impl` without our attributes, and a second `impl` with the definitions of its prompts. Members that are still being typed are
/// completed or left out. If there are mistakes, returns the errors and an empty list in place of the definitions.
pub(crate) fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    diagnostics::items(|errors| {
        let keys = parse::keys(args, errors);
        let item = prompt::without_second(item, PROMPT_METHODS, keys.runtime.as_ref(), errors);
        let Some(block) = item::parse(item.clone(), errors) else {
            return item;
        };
        let mut marked = item::marked(&block.body, keys.runtime.as_ref(), errors);
        let owner = Owner {
            ty: (*block.header.self_ty).clone(),
            is_generic: is_generic(&block.header),
            methods: marked.names(),
        };
        let marks = marked.methods.len();
        let prompts: Vec<Prompt> = marked
            .methods
            .into_iter()
            .filter_map(|method| {
                let keys = prompt::prompt_keys(method.args, errors);
                let function = prompt::parse(method.tokens, errors)?;
                let prompt = Prompt {
                    half_typed: method.half_typed,
                    ..Prompt::new(keys, function, Some(owner.clone()), errors)
                };
                if let Some(member) = marked.stripped.get_mut(method.index) {
                    *member = prompt::bind(std::mem::take(member), &prompt.typos);
                }
                Some(prompt)
            })
            .collect();
        let methods = Methods {
            header: block.header,
            list: keys.list,
            runtime: keys.runtime,
            // rustc has reported a function that cannot be read.
            half_typed: marked.half_typed || prompts.len() < marks,
            prompts,
        };
        check::check(&methods, errors);
        let mut out = block.before;
        out.extend([regrouped(
            &block.braces,
            marked.stripped.into_iter().collect(),
        )]);
        out.extend(if errors.is_empty() && !methods.half_typed {
            expand::definitions(&methods)
        } else {
            expand::fallback(&methods)
        });
        out
    })
}

/// Returns `true` for an `impl` with parameters that are types or constants. Lifetime parameters are checked on their own.
fn is_generic(header: &ItemImpl) -> bool {
    let mut parameters = header.generics.params.iter();
    parameters.any(|parameter| !matches!(parameter, GenericParam::Lifetime(_)))
}

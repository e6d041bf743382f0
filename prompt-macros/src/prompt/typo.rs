//! Names in included files that no value of the function has, but nearly one. rustc would suggest to edit the path of the file.

use super::model::{Kind, Parameter};
use crate::contents::FileName;
use crate::diagnostics::Errors;
use crate::tokens::{is_word, regrouped};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use prompt_syntax::nearest::nearest;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::Pat;
use syn::ext::IdentExt as _;

/// A misspelt name in an included file.
pub(crate) struct Typo {
    name: Ident,
    /// An argument that it probably means. `None` for a variable of the body.
    argument: Option<Ident>,
    sentence: String,
}

/// Finds the misspelt names in the files that `body` includes.
pub(super) fn typos(names: &[FileName], parameters: &[Parameter], body: &TokenStream) -> Vec<Typo> {
    if names.is_empty() {
        return Vec::new();
    }
    let mut words = Words::default();
    let mut arguments = Vec::new();
    for parameter in parameters {
        words.add(parameter.pat.to_token_stream());
        if let (Kind::Argument(_), Pat::Ident(pat)) = (&parameter.kind, &parameter.pat) {
            arguments.push(&pat.ident);
            words.values.push(pat.ident.unraw().to_string());
        }
    }
    words.add(body.clone());
    let mut found: Vec<Typo> = Vec::new();
    for FileName { name, place } in names {
        let written = name.unraw().to_string();
        // A name in capital letters may be a constant of the module.
        if !written.contains(char::is_lowercase)
            || words.all.contains(&written)
            || found.iter().any(|it| it.name == *name)
        {
            continue;
        }
        let values = words.values.iter().map(String::as_str);
        found.extend(nearest(&written, values).map(|meant| {
            Typo {
                name: name.clone(),
                argument: arguments
                    .iter()
                    .find(|it| it.unraw() == meant)
                    .map(|it| (*it).clone()),
                sentence: format!(
                    "{place}: there is no value `{written}`: did you mean `{{{{ {meant} }}}}`?"
                ),
            }
        }));
    }
    found
}

/// The words of a function. What they mean is unknown, so each may be the name of a value.
#[derive(Default)]
struct Words {
    all: Vec<String>,
    /// Arguments, and the names after `let`.
    values: Vec<String>,
}

impl Words {
    fn add(&mut self, tokens: TokenStream) {
        let mut after_let = false;
        for token in tokens {
            match &token {
                TokenTree::Group(group) => self.add(group.stream()),
                TokenTree::Ident(word) => {
                    let name = word.unraw().to_string();
                    let binds = after_let && name != "mut";
                    if binds {
                        self.values.push(name.clone());
                    }
                    self.all.push(name);
                    after_let = is_word(&token, "let") || (after_let && !binds);
                    continue;
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            after_let = false;
        }
    }
}

pub(super) fn report(typos: &[Typo], errors: &mut Errors) {
    for Typo { name, sentence, .. } in typos {
        errors.at(name.span(), sentence);
    }
}

/// Adds a value for each misspelt name to the body, or rustc would report the name again.
pub(crate) fn bind(item: TokenStream, typos: &[Typo]) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    match tokens.pop() {
        Some(TokenTree::Group(body))
            if body.delimiter() == Delimiter::Brace && !typos.is_empty() =>
        {
            let values = typos.iter().map(|Typo { name, argument, .. }| {
                let value = argument
                    .as_ref()
                    .map_or_else(|| quote!(""), |it| quote!(&#it));
                quote_spanned!(name.span()=> let #name = #value;)
            });
            let inside = values.chain([body.stream()]).collect();
            tokens.push(regrouped(&body, inside));
        }
        last => tokens.extend(last),
    }
    tokens.into_iter().collect()
}

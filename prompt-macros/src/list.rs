//! `prompts![a, b::c]`: an explicit list of prompts, through the companion type of each.

use crate::diagnostics::Errors;
use crate::keys::{separator, skip_element};
use crate::paths;
use crate::tokens::mixed;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, Path, Token};

struct List {
    runtime: Option<Path>,
    prompts: Vec<(Vec<Attribute>, Path)>,
}

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let parse = |input: ParseStream| Ok(parse(input, &mut errors));
    let list = match parse.parse2(input) {
        Ok(list) => list,
        Err(error) => {
            errors.push(error);
            List {
                runtime: None,
                prompts: Vec::new(),
            }
        }
    };
    let errors = errors.finish();
    let array = array(&list);
    if errors.is_empty() {
        array
    } else {
        quote!({ #errors #array })
    }
}

fn parse(input: ParseStream, errors: &mut Errors) -> List {
    let mut list = List {
        runtime: None,
        prompts: Vec::new(),
    };
    if input.peek(Token![crate]) && input.peek2(Token![=]) {
        list.runtime = errors.keep(runtime(input));
        if list.runtime.is_none() {
            skip_element(input);
            drop(input.parse::<Option<Token![,]>>());
        }
    }
    while !input.is_empty() {
        match element(input) {
            Ok(prompt) => list.prompts.push(prompt),
            Err(error) => {
                errors.push(error);
                skip_element(input);
            }
        }
        separator(input, errors, skip_element);
    }
    list
}

/// `crate = ::path;` in front of the list.
fn runtime(input: ParseStream) -> syn::Result<Path> {
    let word: Token![crate] = input.parse()?;
    input.parse::<Token![=]>()?;
    let sentence = "write the runtime's path and `;` before the prompts: `prompts![crate = ::path; code_review]`";
    let refuse = |_| syn::Error::new(word.span, sentence);
    let path = Path::parse_mod_style(input).map_err(refuse)?;
    input.parse::<Token![;]>().map_err(refuse)?;
    Ok(path)
}

fn element(input: ParseStream) -> syn::Result<(Vec<Attribute>, Path)> {
    let attributes = input.call(Attribute::parse_outer)?;
    let span = input.span();
    let path = Path::parse_mod_style(input).map_err(|_| {
        syn::Error::new(
            span,
            "`prompts!` lists functions marked `#[prompt]`: write their paths, such as `prompts![code_review, text::summary]`",
        )
    })?;
    if input.peek(syn::token::Paren) || input.peek(Token![!]) {
        return Err(syn::Error::new(
            input.span(),
            "a prompt is listed, not called: write its path alone",
        ));
    }
    Ok((attributes, path))
}

fn array(list: &List) -> TokenStream {
    if list.prompts.is_empty() {
        let private = paths::private(list.runtime.as_ref());
        return quote!(([] as [&'static #private::PromptDefinition; 0]));
    }
    let prompts = list.prompts.iter().map(
        |(attributes, path)| quote_spanned!(mixed(path.span())=> #(#attributes)* <#path>::PROMPT),
    );
    quote!([#(#prompts),*])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(input: TokenStream) -> String {
        expand(input).to_string()
    }

    #[test]
    fn paths_become_definitions() {
        assert_eq!(
            expanded(quote!(code_review, text::summary,)),
            quote!([<code_review>::PROMPT, <text::summary>::PROMPT]).to_string()
        );
        assert_eq!(
            expanded(quote!(
                #[cfg(x)]
                r#match
            )),
            quote!([
                #[cfg(x)]
                <r#match>::PROMPT
            ])
            .to_string()
        );
        assert_eq!(
            expanded(quote!()),
            quote!(([] as [&'static ::prompt_runtime::__private::PromptDefinition; 0])).to_string()
        );
        assert_eq!(
            expanded(quote!(crate = ::renamed;)),
            quote!(([] as [&'static ::renamed::__private::PromptDefinition; 0])).to_string()
        );
    }

    #[test]
    fn every_mistake_is_said() {
        let out = expanded(quote!("code-review", a b, c(), crate = x));
        for sentence in ["lists functions", "expected `,`", "not called"] {
            assert!(out.contains(sentence), "{sentence}: {out}");
        }
    }
}

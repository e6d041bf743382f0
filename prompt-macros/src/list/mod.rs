//! `prompts![a, b::c]`: an explicit list of prompts, through the companion type of each prompt; paths → expand.

mod expand;
mod parse;

pub(crate) use parse::{method_of, runtime};

use crate::diagnostics;
use proc_macro2::TokenStream;
use syn::{Attribute, Path};

#[derive(Default)]
struct List {
    runtime: Option<Path>,
    prompts: Vec<(Vec<Attribute>, Path)>,
}

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    diagnostics::expression(|errors| {
        let list = parse::list(input, errors);
        expand::array(&list)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

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
            quote!(([] as [&'static ::prompt_runtime::__private0::PromptDefinition; 0]))
                .to_string()
        );
        assert_eq!(
            expanded(quote!(crate = ::renamed;)),
            quote!(([] as [&'static ::renamed::__private0::PromptDefinition; 0])).to_string()
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

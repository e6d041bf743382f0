//! The macros on any tokens.

use crate::{assert_no_controls, linear, split_first, text};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use prompt_fuzz_macros::{expand_derives, expand_messages, expand_methods, expand_prompt};
use quote::ToTokens;

/// Expands `messages!` on any tokens.
pub fn messages(data: &[u8]) {
    let Some(input) = tokens(&text(data)) else {
        return;
    };
    let out = expanded(data.len(), || expand_messages(input));
    assert!(!out.is_empty());
}

/// Expands the attributes and derives on any item. A function comes out, whatever is wrong with it.
pub fn prompt_macro(data: &[u8]) {
    let Some((choice, rest)) = split_first(data) else {
        return;
    };
    let input = text(rest);
    // The first line is the attribute's.
    let (args, item) = input.split_once('\n').unwrap_or(("", &input));
    let (Some(args), Some(item)) = (tokens(args), tokens(item)) else {
        return;
    };
    match choice % 3 {
        0 => {
            let function = syn::parse2::<syn::ItemFn>(item.clone());
            let out = expanded(rest.len(), || expand_prompt(args, item));
            if let Ok(function) = function {
                let body = function.block.to_token_stream().to_string();
                let items = syn::parse2::<syn::File>(out.clone());
                let items = items.unwrap_or_else(|error| panic!("{error}: {out}"));
                let name = &function.sig.ident;
                let is_it = |item: &syn::Item| matches!(item, syn::Item::Fn(it) if it.sig.ident == *name && it.block.to_token_stream().to_string() == body);
                assert!(items.items.iter().any(is_it), "no function in {out}");
            }
        }
        1 => drop(expanded(rest.len(), || expand_methods(args, item))),
        _ => drop(expanded(rest.len(), || {
            expand_derives(item).into_iter().collect()
        })),
    }
}

/// The tokens of a text without deep nesting, which the compiler's own parser refuses as well.
fn tokens(text: &str) -> Option<TokenStream> {
    let mut depth = 0_usize;
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > 100 {
            return None;
        }
    }
    text.parse().ok()
}

fn expanded(input: usize, expand: impl FnOnce() -> TokenStream) -> TokenStream {
    let out = linear(input, 20_000, expand);
    sentences(&out);
    out
}

/// The number of errors, whose sentences have no control characters.
fn sentences(tokens: &TokenStream) -> usize {
    let (mut count, mut is_error) = (0, false);
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(word) => is_error = word == "compile_error",
            TokenTree::Group(group) => {
                let literal = syn::parse2::<syn::LitStr>(group.stream());
                match literal {
                    Ok(sentence) if is_error && group.delimiter() != Delimiter::None => {
                        count += 1;
                        assert_no_controls(&sentence.value());
                    }
                    _ => count += sentences(&group.stream()),
                }
                is_error = false;
            }
            _ => {}
        }
    }
    count
}

use super::expand;
use crate::testing::sentences;
use proc_macro2::TokenStream;
use quote::quote;

mod arguments;
mod expansion;
mod mistakes;

fn errors(args: TokenStream, item: TokenStream) -> Vec<String> {
    sentences(&expand(args, item))
}

fn parameter_errors(parameter: &TokenStream) -> Vec<String> {
    errors(
        quote!(),
        quote!(fn f(#parameter) -> String { String::new() }),
    )
}

fn key_errors(args: TokenStream) -> Vec<String> {
    errors(
        args,
        quote!(
            fn f() -> String {
                String::new()
            }
        ),
    )
}

/// Asserts that there are exactly these errors, in this order, each containing its part.
#[track_caller]
fn assert_errors(found: &[String], parts: &[&str]) {
    let matches = found.len() == parts.len()
        && found
            .iter()
            .zip(parts)
            .all(|(sentence, part)| sentence.contains(part));
    assert!(matches, "expected {parts:#?}, found {found:#?}");
}

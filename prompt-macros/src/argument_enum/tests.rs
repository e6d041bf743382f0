use super::expand;
use crate::testing::{mangled, sentences};
use proc_macro2::TokenStream;
use quote::quote;

fn errors(item: TokenStream) -> Vec<String> {
    sentences(&expand(item))
}

#[track_caller]
fn assert_errors(item: TokenStream, parts: &[&str]) {
    let found = errors(item);
    let matches = found.len() == parts.len()
        && found
            .iter()
            .zip(parts)
            .all(|(sentence, part)| sentence.contains(part));
    assert!(matches, "expected {parts:#?}, found {found:#?}");
}

fn tone() -> TokenStream {
    quote! {
        /// How long.
        #[value(rename_all = "snake_case", crate = ::renamed)]
        #[non_exhaustive]
        pub enum Tone {
            /// A few words,
            /// at most.
            ///
            /// Longer story.
            VeryBrief,
            #[doc = include_str!("full.md")]
            #[value(name = "all of it", alias = ["full", "all"])]
            Full = 3,
            r#Match,
        }
    }
}

#[test]
fn values_descriptions_and_aliases() {
    let out = expand(tone()).to_string();
    for expected in [
        quote!(impl ::renamed::__private0::ArgumentEnum for Tone),
        quote!(
            const VALUES: &'static [&'static ::core::primitive::str] =
                &["very_brief", "all of it", "match"];
        ),
        quote!(&[
            ::core::option::Option::Some("A few words,\nat most."),
            ::core::option::Option::Some(::core::concat!(include_str!("full.md")).trim_ascii_end()),
            ::core::option::Option::None
        ]),
        quote!("all of it" | "full" | "all" => ::core::result::Result::Ok(Self::Full)),
        quote!(Self::r#Match => "match"),
    ] {
        let expected = expected.to_string();
        assert!(out.contains(&expected), "{expected}\n{out}");
    }
    syn::parse2::<syn::File>(expand(tone())).unwrap();
    let plain = expand(quote!(
        enum A {
            B,
        }
    ))
    .to_string();
    assert!(!plain.contains("DESCRIPTIONS"), "{plain}");
}

#[test]
fn only_enums_of_fixed_values() {
    assert_errors(
        quote!(
            struct A;
        ),
        &["this is a struct"],
    );
    assert_errors(quote!(union A { b: u8 }), &["this is a union"]);
    assert_errors(
        quote!(
            enum A {}
        ),
        &["allows no value"],
    );
    assert_errors(
        quote!(
            enum A<'a, T> {
                B(T),
                C {},
                D,
            }
        ),
        &["no parameters", "write `B` alone", "write `C` alone"],
    );
}

#[test]
fn values_differ_and_can_be_read() {
    assert_errors(
        quote!(
            enum A {
                B,
                #[value(name = "b", alias = "c")]
                X,
                #[value(alias = "c")]
                Y,
            }
        ),
        &["\"b\" is a value of `B`", "\"c\" is a value of `X`"],
    );
    assert_errors(
        quote!(
            enum A {
                #[value(name = "")]
                B,
                #[value(name = " c")]
                C,
                #[value(alias = "\u{2060}")]
                D,
                #[value(name = "a\nb")]
                E,
            }
        ),
        &["cannot be empty", "write \"c\"", "U+2060", "U+000A"],
    );
    assert_errors(
        quote!(
            enum A {
                __,
            }
        ),
        &["cannot be empty"],
    );
}

#[test]
fn keys_are_known_single_and_typed() {
    assert_errors(
        quote!(
            #[value(rename_al = "x", crate = 5)]
            #[value(rename_all = "kebabcase", rename_all = "lowercase")]
            enum A {
                #[value]
                B,
                #[value(nmae = "x", alias = 5)]
                C,
            }
        ),
        &[
            "did you mean `rename_all`?",
            "`crate` takes a path",
            "did you mean \"kebab-case\"?",
            "`rename_all` is given twice",
            "without keys says nothing",
            "did you mean `name`?",
            "`alias` takes string literals",
        ],
    );
}

#[test]
fn a_type_with_mistakes_still_has_its_traits() {
    let out = expand(quote!(
        enum A {
            B(u8),
        }
    ));
    let file: syn::File = syn::parse2(out).unwrap();
    let traits = file
        .items
        .iter()
        .filter(|item| matches!(item, syn::Item::Impl(_)))
        .count();
    assert_eq!(traits, 3);
}

#[test]
fn mangled_input_never_panics() {
    for item in mangled(&tone()) {
        let out = expand(item.clone());
        assert_eq!(out.to_string(), expand(item).to_string());
    }
}

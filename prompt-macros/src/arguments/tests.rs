use super::expand;
use crate::testing::{mangled, sentences};
use proc_macro2::TokenStream;
use quote::quote;

fn item() -> TokenStream {
    quote! {
        #[arguments(crate = ::renamed)]
        struct Review<'a> {
            /// How hard to look.
            #[arg(default)]
            strictness: Strictness,
            #[arg(name = "unified-diff", alias = "diff")]
            text: &'a str,
            #[arg(separator = ",", max_len = 80)]
            labels: Option<Vec<String>>,
        }
    }
}

#[test]
fn each_field_is_an_argument() {
    let spaceless = |tokens: TokenStream| tokens.to_string().replace(' ', "");
    let out = spaceless(expand(item()));
    assert_eq!(sentences(&expand(item())), Vec::<String>::new());
    for part in [
        quote!(
            use ::renamed::__private0 as __p;
        ),
        quote!(impl<'a> __p::PromptArguments<'a> for Review<'a>),
        quote!(<Strictness as __p::FromArgumentOr<'_, _>>::fetch_or),
        quote!(<&'_ str as __p::FromArgument<'_, _>>::REQUIRED),
        quote!("unified-diff", ::core::option::Option::None),
        quote!(Self {
            strictness: __0?,
            text: __1?,
            labels: __2?
        }),
    ] {
        let part = spaceless(part);
        assert!(out.contains(&part), "{part} in {out}");
    }
}

#[test]
fn every_mistake_is_reported() {
    for (item, expected) in [
        (
            quote!(
                struct A;
            ),
            &["has no fields"][..],
        ),
        (
            quote!(
                struct A {}
            ),
            &["has no fields"],
        ),
        (
            quote!(
                struct A(u8);
            ),
            &["a field without a name"],
        ),
        (
            quote!(
                enum A {
                    B,
                }
            ),
            &["an enum is one of several"],
        ),
        (quote!(union A { b: u8 }), &["a union does not tell"]),
        (
            quote!(
                struct A<'a, 'b, T, const N: u8> {
                    a: &'a str,
                    b: &'b str,
                    c: T,
                }
            ),
            &["write one lifetime", "the type `T`", "the constant `N`"],
        ),
        (
            quote!(
                #[arguments]
                struct A {
                    #[state]
                    a: u8,
                    #[context]
                    b: u8,
                    #[arguments]
                    c: u8,
                }
            ),
            &[
                "takes the path of the runtime",
                "`#[state]`",
                "`#[context]`",
                "`#[arguments]`",
            ],
        ),
        (
            quote!(
                #[arguments(crates = ::a)]
                struct A {
                    #[arg(nam = "x")]
                    a: u8,
                    #[arg(name = "a")]
                    b: u8,
                    #[arg(name = "a")]
                    c: u8,
                }
            ),
            &[
                "has no key `crates`",
                "has no key `nam`",
                "an argument `a` already",
                "an argument `a` already",
            ],
        ),
        (
            quote!(
                struct A {
                    #[arg(min = 3, max = 1)]
                    a: u8,
                    #[arg(default = 1)]
                    b: Option<u8>,
                }
            ),
            &["exchange `min` and `max`", "a default has no use"],
        ),
    ] {
        let found = sentences(&expand(item.clone()));
        assert_eq!(found.len(), expected.len(), "{item}: {found:#?}");
        for part in expected {
            assert!(
                found.iter().any(|it| it.contains(part)),
                "{part}: {found:#?}"
            );
        }
    }
}

#[test]
fn nothing_that_can_be_typed_makes_it_panic() {
    for item in mangled(&item()) {
        expand(item);
    }
}

use super::expand;
use crate::testing::{mangled, sentences};
use proc_macro2::TokenStream;
use quote::quote;

fn item() -> TokenStream {
    quote! {
        /// Kept.
        impl Server<{ 1 }> {
            const LIMIT: u8 = { 1 };
            #[inline] #[prompt(name = "a")] #[must_use]
            /// Kept.
            pub async fn a(&self, #[arg(default)] x: u8) -> Wrap<{ 2 }> { half typed. }
            fn b<F: Fn(u8) -> u8>(&self) where F: Copy {}
            #[rmcp::prompt] fn c() {}
            #[prompt_runtime::prompt] fn d() -> String { String::new() }
        }
    }
}

#[test]
fn the_impl_comes_out_without_our_attributes() {
    let out = expand(quote!(), item()).to_string();
    let expected = quote! {
        /// Kept.
        impl Server<{ 1 }> {
            const LIMIT: u8 = { 1 };
            #[inline] #[must_use]
            /// Kept.
            pub async fn a(&self, x: u8) -> Wrap<{ 2 }> { half typed. }
            fn b<F: Fn(u8) -> u8>(&self) where F: Copy {}
            #[rmcp::prompt] fn c() {}
            fn d() -> String { String::new() }
        }
    };
    assert!(out.starts_with(&expected.to_string()), "{out}");
}

#[test]
fn the_type_takes_the_place_of_self() {
    let item = quote! {
        impl crate::Server {
            #[prompt]
            fn a(&self, x: Self, #[arg(default = Self::X)] y: <Self as Kind>::Of) -> Self {}
        }
    };
    let out = expand(quote!(), item).to_string();
    let glue = out.split("enum __Definitions").nth(1).unwrap();
    assert!(!glue.contains("Self"), "{glue}");
    for part in [
        quote!(<crate::Server as __p::State>::KEY),
        quote!(<crate::Server>::X),
        quote!(<crate::Server as Kind>::Of),
        quote!(, <crate::Server>::a),
    ] {
        assert!(glue.contains(&part.to_string()), "{part} in {glue}");
    }
}

/// An item inside a generic `impl` cannot name its parameters, so there are neither statics nor entries of the inventory.
#[test]
fn prompts_of_a_generic_type_are_constants_of_the_type() {
    let item = quote! {
        impl<B: Backend, const N: usize> Server<B, N> where B: Clone {
            #[prompt(title = B::TITLE)]
            fn a(&self, #[arg(default = N)] x: usize) -> String {}
        }
    };
    let out = expand(quote!(), item).to_string();
    for part in [
        quote!(impl<B: Backend, const N: usize> __Prompts for Server<B, N>),
        quote!(where B: Clone, Server<B, N>: ::core::marker::Send + ::core::marker::Sync + 'static),
        quote!(<Self as __p::State>::KEY),
        quote!(const { B::TITLE }),
    ] {
        assert!(out.contains(&part.to_string()), "{part} in {out}");
    }
    assert!(!out.contains("static __PROMPT"), "{out}");
    assert!(!out.contains("inventory"), "{out}");
}

#[test]
fn methods_keep_their_cfgs() {
    let item = quote! {
        impl Server {
            #[cfg(x)] #[prompt] fn a(&self) -> String {}
        }
    };
    let out = expand(quote!(list = MORE), item).to_string();
    let cfgs = out.matches(&quote!(#[cfg(x)]).to_string()).count();
    // The method, its constant, its static, its entry, its place in the length and in the list.
    assert_eq!(cfgs, 6, "{out}");
    assert!(out.contains("(MORE ,"), "{out}");
}

#[test]
fn every_mistake_is_said() {
    let item = quote! {
        impl<T> Kind for Server<'a, T> {
            #[prompt(crate = ::x)] fn a(&mut self) -> String {}
            #[prompt = 1] fn b(self) {}
        }
    };
    let found = sentences(&expand(quote!(lists = A), item));
    for part in [
        "has no key `lists`",
        "takes keys in parentheses",
        "without a trait",
        "borrows nothing",
        "on the `impl`",
        "all requests share the server",
        "a prompt borrows the server",
        "returns nothing",
    ] {
        assert!(
            found.iter().any(|sentence| sentence.contains(part)),
            "{part}: {found:#?}"
        );
    }
    assert_eq!(found.len(), 8, "{found:#?}");
}

#[test]
fn nothing_that_can_be_typed_makes_it_panic() {
    for item in mangled(&item()) {
        expand(quote!(list = A), item);
    }
    for args in mangled(&quote!(list = A, crate = ::a::b)) {
        expand(args, item());
    }
}

/// rustc has reported these before the macro runs, and would report them again at another place.
#[test]
fn members_that_are_being_typed_are_completed_or_left_out() {
    for (typed, emitted) in [
        (
            quote!(
                const F: fn(u8) -> u8 = double;
            ),
            quote!(
                const F: fn(u8) -> u8 = double;
            ),
        ),
        (
            quote!(
                const H: Option<fn()> = None;
            ),
            quote!(
                const H: Option<fn()> = None;
            ),
        ),
        (
            quote!(fn later() -> Known<u8> by_a_later_rustc { body }),
            quote!(fn later() -> Known<u8> by_a_later_rustc { body }),
        ),
        (quote!(#[prompt] pub), quote!()),
        (quote!(#[prompt] pub fn), quote!()),
        (quote!(#[prompt] pub fn week), quote!()),
        (
            quote!(#[prompt] pub fn week(&self)),
            quote!(
                pub fn week(&self) {
                    loop {}
                }
            ),
        ),
        (
            quote!(#[prompt] fn week(&) -> {}),
            quote!(
                fn week(_: &str) {
                    loop {}
                }
            ),
        ),
        (
            quote!(#[prompt] fn week(&self) - {}),
            quote!(
                fn week(&self) {
                    loop {}
                }
            ),
        ),
        (
            quote!(#[prompt] fn week(&self, day: ) -> Result<String, { body }),
            quote!(
                fn week(&self, day: &str) {
                    loop {}
                }
            ),
        ),
        (
            quote!(fn help<F: Fn(u8) -> u8>(&self) -> u8),
            quote!(
                fn help<F: Fn(u8) -> u8>(&self) -> u8 {
                    loop {}
                }
            ),
        ),
        (quote!(pu), quote!()),
    ] {
        let item = quote! {
            impl Server {
                #[prompt]
                fn daily(&self) -> String {}
                #typed
            }
        };
        let out = expand(quote!(), item);
        assert!(sentences(&out).is_empty(), "{typed}: {:?}", sentences(&out));
        let expected = quote!(impl Server { fn daily(&self) -> String {} #emitted });
        assert!(
            out.to_string().starts_with(&expected.to_string()),
            "{typed}: {out}"
        );
    }
}

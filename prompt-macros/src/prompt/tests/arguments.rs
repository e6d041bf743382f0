use super::{assert_errors, parameter_errors};
use quote::quote;

#[test]
fn constraints_that_contradict() {
    for (parameter, parts) in [
        (
            quote!(#[arg(min = 5, max = -5)] a: i8),
            &["at least 5 and at most -5"][..],
        ),
        (quote!(#[arg(min = 5, max = 5)] a: i8), &[]),
        (
            quote!(#[arg(min = 0.5, max = 0.25)] a: f32),
            &["at least 0.5"],
        ),
        (quote!(#[arg(min = 1)] a: &str), &["this argument is text"]),
        (quote!(#[arg(max = 1)] a: bool), &["this argument is none"]),
        (
            quote!(#[arg(max = 1, separator = ",")] a: Vec<u8>),
            &["makes this a list"],
        ),
        (
            quote!(#[arg(max_len = 0, non_empty)] a: &str),
            &["`non_empty` and `max_len = 0` leave no value"],
        ),
        (
            quote!(#[arg(max_len = 0)] a: &str),
            &["leaves no value but an empty one"],
        ),
        (
            quote!(#[arg(default = " ", non_empty)] a: &str),
            &["the default is empty"],
        ),
        (
            quote!(#[arg(default, non_empty)] a: &'a str),
            &["the default is empty"],
        ),
        (
            quote!(#[arg(default, non_empty)] a: Cow<'_, str>),
            &["the default is empty"],
        ),
        (
            quote!(#[arg(default = "abc", max_len = 2)] a: &str),
            &["longer than `max_len = 2`"],
        ),
        (quote!(#[arg(default = "äö", max_len = 2)] a: &str), &[]),
        (
            quote!(#[arg(default = 11, min = 1, max = 10)] a: u8),
            &["the default 11 is beyond `max = 10`"],
        ),
        (
            quote!(#[arg(default = -1, min = 0)] a: i8),
            &["the default -1 is beyond `min = 0`"],
        ),
        (
            quote!(#[arg(default, min = 1)] a: u8),
            &["the default 0 is beyond `min = 1`"],
        ),
        (
            quote!(#[arg(default = "c", values = ["a", "b"])] a: &str),
            &["write one of [\"a\", \"b\"]"],
        ),
        (
            quote!(#[arg(default, values = &["a"])] a: String),
            &["the default \"\" is not among"],
        ),
        (
            quote!(#[arg(default = 3, values = ["1", "2"])] a: u8),
            &["the default \"3\" is not among"],
        ),
        (
            quote!(#[arg(default = "a", values = ["a", B])] a: &str),
            &[],
        ),
        (
            quote!(#[arg(values = [])] a: &str),
            &["no value is allowed"],
        ),
        (
            quote!(#[arg(values = ["a", "a", "", 5], non_empty)] a: &str),
            &["listed twice", "`non_empty` refuses", "as a string literal"],
        ),
        (
            quote!(#[arg(values = ["abc"], max_len = 2)] a: &str),
            &["`max_len = 2` refuses"],
        ),
        (
            quote!(#[arg(values = "a,b")] a: &str),
            &["takes a list of strings"],
        ),
        (
            quote!(#[arg(complete = x, values = V)] a: &str),
            &["remove `complete`"],
        ),
        (
            quote!(#[arg(separator = "")] a: Vec<u8>),
            &["separates nothing"],
        ),
    ] {
        assert_errors(&parameter_errors(&parameter), parts);
    }
}

#[test]
fn values_that_no_list_can_hold_are_refused() {
    assert_errors(
        &parameter_errors(
            &quote!(#[arg(separator = ",", values = ["a,b", " c", "d e"])] a: Vec<String>),
        ),
        &["can hold its separator \",\"", "never matches: write \"c\""],
    );
    assert_errors(
        &parameter_errors(&quote!(#[arg(values = ["a,b", " c"])] a: &str)),
        &[],
    );
}

#[test]
fn the_range_of_a_default_is_that_of_its_number() {
    assert_errors(
        &parameter_errors(&quote!(#[arg(default, min = 1)] a: u8)),
        &["the default 0 is beyond `min = 1`"],
    );
    assert_errors(
        &parameter_errors(&quote!(#[arg(default = -3, min = -2)] a: i8)),
        &["the default -3 is beyond `min = -2`"],
    );
    assert_errors(
        &parameter_errors(&quote!(#[arg(default = "5", max = 2)] a: Score)),
        &[],
    );
}

#[test]
fn an_option_has_no_default() {
    for ty in [
        quote!(Option<u8>),
        quote!(core::option::Option<&str>),
        quote!(::std::option::Option<Vec<u8>>),
    ] {
        assert_errors(
            &parameter_errors(&quote!(#[arg(default = 3)] a: #ty)),
            &["an `Option` is absent by itself"],
        );
        assert_errors(&parameter_errors(&quote!(a: #ty)), &[]);
    }
    assert_errors(
        &parameter_errors(&quote!(#[arg(default = 3)] a: finance::Option<u8>)),
        &[],
    );
}

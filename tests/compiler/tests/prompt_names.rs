//! Whatever the author calls things, the expansion means its own.
#![allow(dead_code, unused_macros, non_camel_case_types)]
#![no_implicit_prelude]

mod core {}
mod std {}
mod prompt_runtime {}
struct str;
struct String;
struct Vec;
struct Option;
struct Some;
struct Result;
struct Ok;
trait Default {}
trait Send {}
macro_rules! concat {
    ($($t:tt)*) => {};
}
macro_rules! env {
    ($($t:tt)*) => {};
}
macro_rules! file {
    ($($t:tt)*) => {};
}
macro_rules! line {
    ($($t:tt)*) => {};
}
macro_rules! module_path {
    ($($t:tt)*) => {};
}

/// How hard to look.
#[derive(::prompt_runtime::ArgumentEnum)]
enum Strictness {
    /// A little.
    #[value(alias = "soft")]
    Lenient,
    Err,
}

/// Review.
#[::prompt_runtime::prompt(title = "Review", alias = "old-review")]
fn review(
    strictness: Strictness,
    #[arg(default = "text")] text: ::std::string::String,
    #[arg(separator = ",", default)] numbers: ::std::vec::Vec<u8>,
    #[arg(max = 3)] limit: ::std::option::Option<u8>,
) -> ::std::string::String {
    ::std::format!("{strictness} {text} {numbers:?} {limit:?}")
}

/// Review later.
#[::prompt_runtime::prompt(replaced_by = review)]
#[deprecated]
async fn review_later(text: &::std::primitive::str) -> ::std::string::String {
    ::std::borrow::ToOwned::to_owned(text)
}

#[::core::prelude::v1::test]
fn compiles_and_runs() {
    let [first, second] = ::prompt_runtime::prompts![review, review_later];
    ::std::assert_eq!(first.name(), "review");
    ::std::assert_eq!(second.name(), "review_later");
}

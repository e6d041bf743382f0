//! Items for the expansions of the macros. They are not part of the public interface: the macro crate is pinned to the same version.

pub use crate::argument::{
    ArgumentDefinition, ArgumentEnum, ArgumentKind, Bounded, FromArgument, FromArgumentOr,
    FromContext, FromList, Invocation, Probe, ProbeFallback, Probed, PromptArguments, UnknownValue,
};
pub use crate::complete::{CompleteFn, Completer, CompleterResult, CompletionRequest};
pub use crate::definition::{
    Deprecation, EmbeddedFile, Entry, FileNotice, IconDefinition, Location, Outcome,
    PromptDefinition, Render, State, TextDefinition,
};
use crate::future::BoxFuture;
pub use crate::message::{
    ContentBlock, GetPromptResult, IntoContent, IntoPromptResult, Messages, Turn, straight,
};
pub use crate::prompt_error::PromptError;
pub use crate::testing::Call;
pub use inventory;
pub use prompt_macros::{call, items};

use crate::message::{AudioContent, ContentError, EmbeddedResource, ImageContent};
use std::future::Future;

/// Boxes the future of an async prompt and converts its output.
pub fn later<'a, T, F>(future: F, convert: fn(T) -> Outcome) -> BoxFuture<'a, Outcome>
where
    T: 'a,
    F: Future<Output = T> + Send + 'a,
{
    Box::pin(async move { convert(future.await) })
}

/// A function that fetches the value of one parameter. It returns `None` if the value was rejected.
type Fetch<'a, T> = fn(&mut Invocation<'a>) -> Option<T>;

macro_rules! calls {
    ($($name:ident: $($value:ident)*;)*) => {$(
        /// Fetches all values in the order of the parameters, calls the function unless a value was rejected, and converts its result.
        #[allow(non_snake_case, clippy::elidable_lifetime_names, clippy::too_many_arguments)]
        pub fn $name<'a, $($value,)* Returned>(
            invocation: &mut Invocation<'a>,
            $($value: Fetch<'a, $value>,)*
            function: fn($($value),*) -> Returned,
            convert: fn(Returned) -> Outcome,
        ) -> Option<Outcome> {
            $(let $value = $value(invocation);)*
            invocation.accepted()?;
            Some(convert(function($($value?),*)))
        }
    )*};
}

// The arguments are function pointers: with generic function types, each function would be compiled for each prompt.
calls! {
    call0: ;
    call1: A;
    call2: A B;
    call3: A B C;
    call4: A B C D;
    call5: A B C D E;
    call6: A B C D E F;
    call7: A B C D E F G;
    call8: A B C D E F G H;
    call9: A B C D E F G H I;
    call10: A B C D E F G H I J;
    call11: A B C D E F G H I J K;
    call12: A B C D E F G H I J K L;
}

/// A type that can have a string literal as its default.
#[diagnostic::on_unimplemented(
    message = "a string is no default for `{Self}`",
    label = "not a `{Self}`",
    note = "write an expression of the parameter's own type after `default =`"
)]
pub trait FromLiteral: Sized {
    fn from_literal(text: &'static str) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: From<&'static str>> FromLiteral for T {
    fn from_literal(text: &'static str) -> Self {
        text.into()
    }
}

/// The content of an optional turn. Without this function, an error about the receiver of `Option::map` would quote the standard library.
pub fn optional<T: IntoContent>(value: Option<T>) -> Option<ContentBlock> {
    value.map(T::into_content)
}

/// Returns `true` if the default is among values that only the compiler can evaluate.
#[must_use]
pub const fn is_listed(values: &[&str], value: &str) -> bool {
    let mut values = values;
    while let [first, rest @ ..] = values {
        if is_equal(first.as_bytes(), value.as_bytes()) {
            return true;
        }
        values = rest;
    }
    false
}

/// Compares bytes, because `==` is not a `const fn`.
const fn is_equal(mut left: &[u8], mut right: &[u8]) -> bool {
    while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
        if *a != *b {
            return false;
        }
        (left, right) = (left_rest, right_rest);
    }
    left.is_empty() && right.is_empty()
}

/// An image that the macro has read, checked and encoded.
#[must_use]
pub fn embedded_image(base64: &'static str, mime_type: &'static str) -> ContentBlock {
    ContentBlock::Image(ImageContent::embedded(base64, mime_type))
}

/// Audio that the macro has read, checked and encoded.
#[must_use]
pub fn embedded_audio(base64: &'static str, mime_type: &'static str) -> ContentBlock {
    ContentBlock::Audio(AudioContent::embedded(base64, mime_type))
}

/// A text file that the macro has read and checked.
#[must_use]
pub fn embedded_text(
    text: &'static str,
    uri: &'static str,
    mime_type: &'static str,
) -> ContentBlock {
    ContentBlock::Resource(EmbeddedResource::embedded_text(text, uri, mime_type))
}

/// A binary file that the macro has read, checked and encoded.
#[must_use]
pub fn embedded_blob(
    base64: &'static str,
    uri: &'static str,
    mime_type: &'static str,
) -> ContentBlock {
    ContentBlock::Resource(EmbeddedResource::embedded_blob(base64, uri, mime_type))
}

/// An image that the macro could not read, as in some editors. It is encoded on every call.
#[must_use]
pub fn unseen_image(bytes: &'static [u8], mime_type: &'static str) -> ContentBlock {
    or_why_not(ImageContent::from_bytes(bytes, mime_type))
}

/// Audio that the macro could not read.
#[must_use]
pub fn unseen_audio(bytes: &'static [u8], mime_type: &'static str) -> ContentBlock {
    or_why_not(AudioContent::from_bytes(bytes, mime_type))
}

/// A binary file that the macro could not read.
#[must_use]
pub fn unseen_blob(
    bytes: &'static [u8],
    uri: &'static str,
    mime_type: &'static str,
) -> ContentBlock {
    or_why_not(EmbeddedResource::blob(uri, mime_type, bytes))
}

fn or_why_not(content: Result<impl Into<ContentBlock>, ContentError>) -> ContentBlock {
    content.map_or_else(|why| ContentBlock::text(why.to_string()), Into::into)
}

/// Creates the error of an `ArgumentEnum` for an unknown text.
#[must_use]
pub const fn unknown_value() -> UnknownValue {
    UnknownValue::new()
}

/// The items of a prompt as one item. rustc shows the name of this macro where it refuses the item.
#[doc(hidden)]
#[macro_export]
macro_rules! __for_methods_write_prompt_methods_on_the_impl {
    ($module:ident $($items:tt)*) => {
        #[$crate::__private0::items]
        mod $module { $($items)* }
    };
}
/// The list of the prompts of a type. rustc shows the name of this macro where the type has another list of that name.
#[doc(hidden)]
#[macro_export]
macro_rules! __for_another_impl_write_list_equals_another_name {
    ($name:ident, $length:expr, $prompts:expr) => {
        /// The prompts among the methods of this type.
        pub const $name: [&'static $crate::__private0::PromptDefinition; $length] = $prompts;
    };
}
pub use crate::__for_another_impl_write_list_equals_another_name as for_another_impl_write_list_equals_another_name;
pub use crate::__for_methods_write_prompt_methods_on_the_impl as for_methods_write_prompt_methods_on_the_impl;

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn an_unseen_file_is_encoded_or_says_why_not() {
        let json = |content: ContentBlock| serde_json::to_string(&content).unwrap();
        let image = json(unseen_image(&[1, 2], "image/png"));
        assert!(image.contains("\"data\":\"AQI=\""), "{image}");
        let audio = json(unseen_audio(&[1, 2], "audio/wav"));
        assert!(audio.contains("\"mimeType\":\"audio/wav\""), "{audio}");
        let blob = json(unseen_blob(&[1, 2], "x:y", "application/pdf"));
        assert!(blob.contains("\"blob\":\"AQI=\""), "{blob}");
        let empty = json(unseen_image(&[], "image/png"));
        assert!(empty.contains("\"type\":\"text\""), "{empty}");
    }
}

use super::fetch::{FromArgument, Once};
use super::invocation::{ArgumentValue, Invocation};
use super::items::{ItemError, Items, items};
use std::borrow::Cow;
use std::fmt::Display;

/// A `Vec` as an argument, written as text with a separator between the items, or as a JSON array of strings, numbers and booleans, because
/// some clients encode lists as JSON.
///
/// White space around an item is removed, except in a JSON array. Empty text is an empty list.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a list argument",
    label = "not a list of argument values",
    note = "`separator` goes with `Vec<T>` or `Option<Vec<T>>`, where `T` implements `FromStr` with a `Display` error"
)]
pub trait FromList<'a, Via>: Sized {
    /// `true` if the prompt cannot be called without this argument.
    const REQUIRED: bool;

    #[doc(hidden)]
    fn from_list(text: &'a str, separator: &str) -> Result<Self, ItemError<'a>>;

    #[doc(hidden)]
    #[must_use]
    fn absent() -> Option<Self> {
        None
    }

    #[doc(hidden)]
    fn fetch_list(invocation: &mut Invocation<'a>, separator: &str) -> Option<Self> {
        match invocation.take() {
            ArgumentValue::Text(text) => invocation.parsed_list(Self::from_list(text, separator)),
            ArgumentValue::Absent => Self::absent(),
            ArgumentValue::Describing => {
                invocation.info()?.separator = Some(separator.to_owned());
                None
            }
            ArgumentValue::Refused => None,
        }
    }

    #[doc(hidden)]
    fn fetch_list_or<F: FnOnce() -> Self>(
        invocation: &mut Invocation<'a>,
        separator: &str,
        default: F,
    ) -> Option<Self>
    where
        Self: DefaultList,
    {
        match invocation.take() {
            ArgumentValue::Text(text) => invocation.parsed_list(Self::from_list(text, separator)),
            ArgumentValue::Absent => Some(default()),
            ArgumentValue::Describing => {
                invocation.info()?.separator = Some(separator.to_owned());
                let value = default();
                invocation.info()?.default = Some(value.show(separator));
                Some(value)
            }
            ArgumentValue::Refused => None,
        }
    }
}

/// A list that can have a default. Its items must be `Display`, and it cannot be an `Option`, which may be absent anyway.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot have a default",
    label = "no default possible for this list",
    note = "the listing shows a default, so the items of the list implement `Display`",
    note = "an `Option` is absent by itself: write `Vec<T>` without `Option`, or remove the default"
)]
pub trait DefaultList {
    #[doc(hidden)]
    fn show(&self, separator: &str) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: Display> DefaultList for Vec<T> {
    fn show(&self, separator: &str) -> String {
        let items: Vec<String> = self.iter().map(ToString::to_string).collect();
        items.join(separator)
    }
}

impl<'a, V: Once, T: FromArgument<'a, V>> FromList<'a, V> for Vec<T> {
    const REQUIRED: bool = true;

    fn from_list(text: &'a str, separator: &str) -> Result<Self, ItemError<'a>> {
        let error = |item: usize, text, why| ItemError {
            item: item + 1,
            text,
            why,
        };
        match items(text, separator) {
            Items::Separated(items) => (items.into_iter().enumerate())
                .map(|(item, text)| {
                    T::from_text(text).map_err(|why| error(item, Cow::Borrowed(text), why))
                })
                .collect(),
            Items::Array(items) => (items.into_iter().enumerate())
                .map(|(item, text)| {
                    T::from_item(text.clone()).map_err(|why| error(item, text, why))
                })
                .collect(),
        }
    }
}

impl<'a, V, T: FromList<'a, V>> FromList<'a, V> for Option<T> {
    const REQUIRED: bool = false;

    fn from_list(text: &'a str, separator: &str) -> Result<Self, ItemError<'a>> {
        T::from_list(text, separator).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

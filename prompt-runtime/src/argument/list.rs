use super::fetch::{FromArgument, Once};
use super::invocation::{Invocation, Taken};
use std::fmt::Display;

/// A `Vec` as an argument, written as text with a separator between the items.
///
/// White space around an item is dropped; empty text is an empty list.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a list argument",
    label = "not a list of argument values",
    note = "`separator` goes with `Vec<T>` or `Option<Vec<T>>`, where `T` implements `FromStr` with a `Display` error"
)]
pub trait FromList<'a, Via>: Sized {
    /// Whether the prompt cannot be called without it.
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
            Taken::Text(text) => invocation.parsed_list(Self::from_list(text, separator)),
            Taken::Absent => Self::absent(),
            Taken::Describing => {
                invocation.describe()?.separator = Some(separator.to_owned());
                None
            }
            Taken::Refused => None,
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
            Taken::Text(text) => invocation.parsed_list(Self::from_list(text, separator)),
            Taken::Absent => Some(default()),
            Taken::Describing => {
                invocation.describe()?.separator = Some(separator.to_owned());
                let value = default();
                invocation.describe()?.default = Some(value.show(separator));
                Some(value)
            }
            Taken::Refused => None,
        }
    }
}

/// An item of a list that is not a value.
#[doc(hidden)]
#[derive(Debug)]
pub struct ItemError<'a> {
    /// From 1.
    pub(super) item: usize,
    pub(super) text: &'a str,
    pub(super) why: String,
}

/// A list that can have a default: not an `Option`, which is absent by itself, and of items that can be shown.
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
        items(text, separator)
            .map(|(item, text)| T::from_text(text).map_err(|why| ItemError { item, text, why }))
            .collect()
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

/// The items of a list with their numbers, from 1.
pub(super) fn items<'a>(text: &'a str, separator: &str) -> impl Iterator<Item = (usize, &'a str)> {
    let text = (!text.trim().is_empty()).then_some(text);
    text.into_iter()
        .flat_map(move |text| text.split(separator))
        .enumerate()
        .map(|(index, item)| (index + 1, item.trim()))
}

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
    fn from_list(text: &'a str, separator: &str) -> Result<Self, String>;

    #[doc(hidden)]
    fn absent() -> Option<Self> {
        None
    }

    #[doc(hidden)]
    fn show(&self, separator: &str) -> Option<String>;

    #[doc(hidden)]
    fn fetch_list(invocation: &mut Invocation<'a>, separator: &str) -> Option<Self> {
        match invocation.take() {
            Taken::Text(text) => invocation.parsed(text, Self::from_list(text, separator)),
            Taken::Absent => Self::absent(),
            Taken::Refused | Taken::Describing => None,
        }
    }

    #[doc(hidden)]
    fn fetch_list_or<F: FnOnce() -> Self>(
        invocation: &mut Invocation<'a>,
        separator: &str,
        default: F,
    ) -> Option<Self> {
        match invocation.take() {
            Taken::Text(text) => invocation.parsed(text, Self::from_list(text, separator)),
            Taken::Absent => Some(default()),
            Taken::Describing => {
                if let Some(text) = default().show(separator) {
                    invocation.describe_default(text);
                }
                None
            }
            Taken::Refused => None,
        }
    }
}

impl<'a, V: Once, T: FromArgument<'a, V> + Display> FromList<'a, V> for Vec<T> {
    const REQUIRED: bool = true;

    fn from_list(text: &'a str, separator: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Ok(Self::new());
        }
        text.split(separator)
            .enumerate()
            .map(|(index, item)| {
                T::from_text(item.trim()).map_err(|error| format!("item {}: {error}", index + 1))
            })
            .collect()
    }

    fn show(&self, separator: &str) -> Option<String> {
        Some(
            self.iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(separator),
        )
    }
}

impl<'a, V, T: FromList<'a, V>> FromList<'a, V> for Option<T> {
    const REQUIRED: bool = false;

    fn from_list(text: &'a str, separator: &str) -> Result<Self, String> {
        T::from_list(text, separator).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn show(&self, separator: &str) -> Option<String> {
        self.as_ref().and_then(|list| list.show(separator))
    }
}

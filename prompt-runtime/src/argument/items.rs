//! Splits the text of a list into its items.

use serde::Deserialize;
use std::borrow::Cow;

/// The error of an item of a list.
#[doc(hidden)]
#[derive(Debug)]
pub struct ItemError<'a> {
    /// The position in the list, from 1.
    pub(super) item: usize,
    pub(super) text: Cow<'a, str>,
    pub(super) why: String,
}

/// The items of a list.
pub(super) enum Items<'a> {
    Separated(Vec<&'a str>),
    Array(Vec<Cow<'a, str>>),
}

impl Items<'_> {
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        let (separated, array) = match self {
            Self::Separated(items) => (items.as_slice(), &[][..]),
            Self::Array(items) => (&[][..], items.as_slice()),
        };
        let separated = separated.iter().copied();
        separated.chain(array.iter().map(AsRef::as_ref))
    }
}

/// Splits a list into its items.
pub(super) fn items<'a>(text: &'a str, separator: &str) -> Items<'a> {
    let trimmed = text.trim();
    if trimmed.starts_with('[')
        && let Ok(items) = serde_json::from_str::<Vec<Scalar<'a>>>(trimmed)
    {
        return Items::Array(items.into_iter().map(Scalar::into_text).collect());
    }
    Items::Separated(match trimmed {
        "" => Vec::new(),
        _ => text.split(separator).map(str::trim).collect(),
    })
}

/// An item of a JSON array.
#[derive(Deserialize)]
#[serde(untagged)]
enum Scalar<'a> {
    #[serde(borrow)]
    Borrowed(&'a str),
    Text(String),
    Number(serde_json::Number),
    Flag(bool),
}

impl<'a> Scalar<'a> {
    fn into_text(self) -> Cow<'a, str> {
        match self {
            Self::Borrowed(text) => Cow::Borrowed(text),
            Self::Text(text) => Cow::Owned(text),
            Self::Number(number) => Cow::Owned(number.to_string()),
            Self::Flag(flag) => Cow::Borrowed(if flag { "true" } else { "false" }),
        }
    }
}

/// Adds the position of the list item to a detail.
pub(super) fn of_item(item: Option<usize>, detail: Option<String>) -> Option<String> {
    match (item, detail) {
        (None, detail) => detail,
        (Some(item), None) => Some(format!("item {item}")),
        (Some(item), Some(detail)) => Some(format!("item {item}: {detail}")),
    }
}

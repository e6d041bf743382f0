use crate::message::JsonObject;
use serde_json::Value;
use std::fmt;

/// The arguments of a request, borrowed. Convert a server's own type with `From`.
///
/// Absent, `null` and `{}` mean the same, because hosts send all three for "no arguments".
#[derive(Clone, Copy, Default)]
pub struct Arguments<'a>(Source<'a>);

#[derive(Clone, Copy, Default)]
enum Source<'a> {
    #[default]
    None,
    Object(&'a JsonObject),
    Pairs(&'a [(&'a str, &'a str)]),
    NotAnObject,
}

/// The value given for one argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RawValue<'a> {
    Text(&'a str),
    Null,
    NotAString,
}

impl<'a> Arguments<'a> {
    #[inline]
    pub(crate) fn is_malformed(&self) -> bool {
        matches!(self.0, Source::NotAnObject)
    }

    /// Returns the value of `name` if it is a string.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'a str> {
        match self.given(name) {
            Some(RawValue::Text(text)) => Some(text),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn given(&self, name: &str) -> Option<RawValue<'a>> {
        match self.0 {
            Source::None | Source::NotAnObject => None,
            Source::Object(object) => object.get(name).map(|value| match value {
                Value::String(text) => RawValue::Text(text),
                Value::Null => RawValue::Null,
                _ => RawValue::NotAString,
            }),
            Source::Pairs(pairs) => pairs
                .iter()
                .rfind(|(key, _)| *key == name)
                .map(|(_, text)| RawValue::Text(text)),
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        match self.0 {
            Source::None | Source::NotAnObject => 0,
            Source::Object(object) => object.len(),
            Source::Pairs(pairs) => pairs.len(),
        }
    }

    pub(crate) fn names(&self) -> Vec<&'a str> {
        match self.0 {
            Source::None | Source::NotAnObject => Vec::new(),
            Source::Object(object) => object.keys().map(String::as_str).collect(),
            Source::Pairs(pairs) => pairs.iter().map(|(key, _)| *key).collect(),
        }
    }

    /// Copies the arguments into an object.
    pub(crate) fn to_object(self) -> JsonObject {
        match self.0 {
            Source::None | Source::NotAnObject => JsonObject::new(),
            Source::Object(object) => object.clone(),
            Source::Pairs(pairs) => pairs
                .iter()
                .map(|(key, text)| ((*key).to_owned(), Value::from(*text)))
                .collect(),
        }
    }

    /// The name and text of every string value. A name that occurs several times is returned several times.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let (object, pairs) = match self.0 {
            Source::None | Source::NotAnObject => (None, None),
            Source::Object(object) => (Some(object), None),
            Source::Pairs(pairs) => (None, Some(pairs)),
        };
        let of_object = object.into_iter().flatten();
        of_object
            .filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)))
            .chain(pairs.into_iter().flatten().copied())
    }
}

impl fmt::Debug for Arguments<'_> {
    /// Prints the names alone: values are the user's, and may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Arguments").field(&self.names()).finish()
    }
}

impl<'a> From<&'a JsonObject> for Arguments<'a> {
    fn from(object: &'a JsonObject) -> Self {
        Self(Source::Object(object))
    }
}

impl<'a> From<Option<&'a JsonObject>> for Arguments<'a> {
    fn from(object: Option<&'a JsonObject>) -> Self {
        object.map_or_else(Self::default, Self::from)
    }
}

impl<'a> From<&'a Value> for Arguments<'a> {
    /// Values other than an object or `null` are rejected when the prompt is called.
    fn from(value: &'a Value) -> Self {
        match value {
            Value::Null => Self::default(),
            Value::Object(object) => Self::from(object),
            _ => Self(Source::NotAnObject),
        }
    }
}

impl<'a> From<&'a [(&'a str, &'a str)]> for Arguments<'a> {
    /// If a name occurs several times, its last value counts.
    fn from(pairs: &'a [(&'a str, &'a str)]) -> Self {
        Self(Source::Pairs(pairs))
    }
}

impl<'a, const N: usize> From<&'a [(&'a str, &'a str); N]> for Arguments<'a> {
    fn from(pairs: &'a [(&'a str, &'a str); N]) -> Self {
        Self(Source::Pairs(pairs))
    }
}

impl From<()> for Arguments<'_> {
    fn from((): ()) -> Self {
        Self::default()
    }
}

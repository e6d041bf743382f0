use std::fmt;

/// An argument type with a closed set of values. `#[derive(ArgumentEnum)]` implements it for an enum without fields.
pub trait ArgumentEnum: Sized {
    /// The values as clients send them, in the order of declaration.
    const VALUES: &'static [&'static str];

    /// The meaning of each value: the first paragraph of the variant's doc comment.
    #[doc(hidden)]
    const DESCRIPTIONS: &'static [Option<&'static str>] = &[];

    /// Former values that are still accepted.
    #[doc(hidden)]
    const ALIASES: &'static [&'static str] = &[];

    /// Returns the value as clients send it.
    fn as_str(&self) -> &'static str;
}

/// The error for text that is not a value of an [`ArgumentEnum`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownValue(());

impl UnknownValue {
    pub(crate) const fn new() -> Self {
        Self(())
    }
}

impl fmt::Display for UnknownValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not one of the allowed values")
    }
}

impl std::error::Error for UnknownValue {}

use std::fmt;

/// A closed set of values that an argument can have. Implemented by `#[derive(ArgumentEnum)]` on an enum without fields.
pub trait ArgumentEnum: Sized {
    /// The values, in the order of declaration, as they stand on the wire.
    const VALUES: &'static [&'static str];

    /// The meaning of each value: the first paragraph of the variant's doc comment.
    #[doc(hidden)]
    const DESCRIPTIONS: &'static [Option<&'static str>] = &[];

    /// Former values that are still accepted.
    #[doc(hidden)]
    const ALIASES: &'static [&'static str] = &[];

    /// The value on the wire.
    fn as_str(&self) -> &'static str;
}

/// The text is none of the values of an [`ArgumentEnum`].
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

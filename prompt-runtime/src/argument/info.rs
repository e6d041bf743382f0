//! Facts about an argument that only its Rust type provides.

/// Facts about an argument that only its Rust type provides.
#[derive(Debug, Clone, Default)]
pub(crate) struct ArgumentInfo {
    /// The default as text from `Display`.
    pub(crate) default: Option<String>,
    /// The separator of the items, for a list.
    pub(crate) separator: Option<String>,
    pub(crate) fault: Option<DefaultFault>,
}

/// Reasons why a declared default is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DefaultFault {
    Panics,
    OutOfBounds,
}

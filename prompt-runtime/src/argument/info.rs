//! Facts about an argument that only its Rust type provides.

/// Facts about an argument that only its Rust type provides.
#[derive(Debug, Clone, Default)]
pub(crate) struct ArgumentInfo {
    /// The default as text from `Display`.
    pub(crate) default: Option<String>,
    /// The separator of the items, for a list.
    pub(crate) separator: Option<String>,
    /// `true` if the type, or a default, lets the argument be absent.
    pub(crate) optional: bool,
    pub(crate) fault: Option<DefaultFault>,
}

/// Reasons why a declared default is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DefaultFault {
    Panics,
    OutOfBounds,
}

use std::fmt;
use std::str::FromStr;

/// Declares the revisions, oldest first, from one list.
macro_rules! revisions {
    ($($(#[$attribute:meta])* $name:ident = $date:literal,)*) => {
        /// A revision of the protocol.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        #[non_exhaustive]
        pub enum Revision {
            $($(#[$attribute])* $name,)*
        }

        impl Revision {
            /// All revisions, oldest first.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The revision's date, as in `protocolVersion`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $date,)*
                }
            }
        }
    };
}

revisions! {
    /// 2024-11-05
    V2024_11_05 = "2024-11-05",
    /// 2025-03-26: audio, `completions` capability, batches.
    V2025_03_26 = "2025-03-26",
    /// 2025-06-18: titles, `_meta`, resource links, completion context.
    V2025_06_18 = "2025-06-18",
    /// 2025-11-25: icons.
    #[default]
    V2025_11_25 = "2025-11-25",
    /// 2026-07-28: no handshake; result types, caching hints, input required.
    V2026_07_28 = "2026-07-28",
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The error for text that does not name a known revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownRevision(());

impl fmt::Display for UnknownRevision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a known revision of the protocol")
    }
}

impl std::error::Error for UnknownRevision {}

impl FromStr for Revision {
    type Err = UnknownRevision;

    fn from_str(text: &str) -> Result<Self, UnknownRevision> {
        Self::ALL
            .iter()
            .copied()
            .find(|revision| revision.as_str() == text)
            .ok_or(UnknownRevision(()))
    }
}

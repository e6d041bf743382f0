//! Differences between the revisions of the protocol, each in one place.

mod answer;
mod beside;
mod cursor;
mod differences;
mod handshake;
mod meta;
pub mod params;
mod revision;
pub(crate) mod shape;

pub use answer::JsonAnswer;
pub use beside::{Beside, ListBeside};
pub(crate) use cursor::{decode as decode_cursor, encode as encode_cursor};
pub(crate) use differences::Addition;
pub use revision::{Revision, UnknownRevision};

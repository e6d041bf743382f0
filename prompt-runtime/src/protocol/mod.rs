//! What differs between the revisions of the protocol, each difference in one place.

mod answer;
mod cursor;
mod handshake;
mod meta;
pub mod params;
mod revision;
pub(crate) mod shape;

pub use answer::JsonAnswer;
pub(crate) use cursor::{decode as decode_cursor, encode as encode_cursor};
pub use revision::{Revision, UnknownRevision};

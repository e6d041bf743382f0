//! What differs between the revisions of the protocol, each difference in one place.

mod cursor;
mod revision;

pub(crate) use cursor::{decode as decode_cursor, encode as encode_cursor};
pub use revision::{Revision, UnknownRevision};

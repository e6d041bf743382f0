//! The protocol's revisions, the differences between them, params and cursors.

mod cursor;
mod differences;
pub mod params;
mod revision;
pub(crate) mod shape;

pub(crate) use cursor::{decode as decode_cursor, encode as encode_cursor};
pub(crate) use differences::Addition;
pub use revision::{Revision, UnknownRevision};
pub use shape::without_audio;

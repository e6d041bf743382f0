//! The differences between protocol revisions, and the JSON interface for servers without an edge.

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

//! The JSON interface for servers without an edge: params in, JSON-RPC results and errors out.

mod answer;
mod beside;
mod handshake;
mod meta;

pub use answer::JsonAnswer;
pub use beside::{Beside, ListBeside};

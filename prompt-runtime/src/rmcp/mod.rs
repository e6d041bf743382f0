//! Prompts in a server that speaks through the `rmcp` crate.

mod answer;
mod by_hand;
mod convert;
mod error;
mod merge;
mod mounted;
mod notify;
mod pass;
mod probe;
mod question;
mod request;
mod router;
mod server;
mod tools;

pub use by_hand::ByHand;
pub use error::MountError;
pub use mounted::Mounted;
pub(crate) use request::{Find, find};
pub use server::PromptServer;
pub use tools::PromptTools;

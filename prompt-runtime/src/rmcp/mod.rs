//! Prompts in a server that speaks through [rmcp](https://docs.rs/rmcp).

mod convert;
mod merge;
mod mounted;
mod notify;
mod peer;
mod server;

pub use mounted::{MountError, Mounted};
pub use server::PromptServer;

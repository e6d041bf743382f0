//! The mount and everything around it. Compiled once for each version of rmcp; what differs between the versions is in `super`.

#[macro_use]
mod pass;

mod answers;
mod error;
mod handlers;
mod incoming;
mod merge;
mod mounted;
mod notify;
mod probe;
mod question;
mod router;
mod server;
mod stdio;
mod tools;

pub use error::MountError;
pub use handlers::PromptHandlers;
pub use incoming::carried;
pub use mounted::Mounted;
pub use router::add_to;
pub use server::PromptServer;
pub use tools::PromptTools;

use super::rmcp;
use super::{
    Version, append, called_prompt, capabilities, client, completed, got_prompt, hand_on_round,
    hint, hints_of, names, page, revision, round,
};
use prompt_runtime::PromptError;
use rmcp::ErrorData;
use rmcp::model::ErrorCode;

/// The error in rmcp's form.
fn error_data(error: &PromptError) -> ErrorData {
    ErrorData::new(
        ErrorCode(error.code()),
        error.message().to_owned(),
        error.data(),
    )
}

//! The mount and everything around it. Compiled once for each version of rmcp; what differs between the versions is in `super`.

#[macro_use]
mod pass;

mod answers;
mod elicit;
mod error;
mod handlers;
mod incoming;
mod loss;
mod merge;
mod mounted;
mod notify;
mod probe;
mod router;
mod server;
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
    Version, answered, append, called_prompt, capabilities, client, completed, got_prompt,
    hand_on_round, hint, hints_of, names, page, pinned, question, revision, round, tool_content,
};
pub(super) use pass::Answer;
use prompt_runtime::PromptError;
use rmcp::ErrorData;
use rmcp::model::ErrorCode;

/// The error in rmcp's form.
pub(super) fn error_data(error: &PromptError) -> ErrorData {
    ErrorData::new(
        ErrorCode(error.code()),
        error.message().to_owned(),
        error.data(),
    )
}

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
mod returned;
mod router;
mod server;
mod tools;

pub use error::MountError;
pub use handlers::PromptHandlers;
pub use incoming::carried;
pub use mounted::Mounted;
pub use returned::RmcpResult;
modules_of_this_version!();
pub use router::add_to;
pub use server::PromptServer;
pub use tools::PromptTools;

use super::rmcp;
use super::{
    Version, answered, append, began_with_handshake, called_prompt, capabilities, client,
    completed, got_prompt, hand_on_round, hint, hints_of, names, page, pinned, question, revision,
    round, tool_content,
};
pub(super) use pass::Answer;
use prompt_runtime::PromptError;
use rmcp::ErrorData;
use rmcp::model::ErrorCode;

/// The error in rmcp's form. An error of rmcp's own, which a prompt that was written for rmcp returns, goes out as it is.
pub(super) fn error_data(error: &PromptError) -> ErrorData {
    if let Some(theirs) = error.source().and_then(|error| error.downcast_ref()) {
        return ErrorData::clone(theirs);
    }
    ErrorData::new(
        ErrorCode(error.code()),
        error.message().to_owned(),
        error.data(),
    )
}

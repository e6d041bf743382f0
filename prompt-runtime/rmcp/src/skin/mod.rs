//! The mount and everything around it. This module is compiled once for each version of rmcp; the differences are in `super`.

#[macro_use]
mod pass;

mod answers;
mod elicit;
mod error;
mod handlers;
mod merge;
mod mounted;
mod notify;
mod probe;
mod prompt_router;
mod request;
mod returned;
mod router;
mod serve;
mod server;
mod tools;

pub use error::MountError;
pub use handlers::PromptHandlers;
pub use mounted::Mounted;
pub use prompt_router::add_to;
pub use request::request_extension;
pub use router::{OfRouter, RouterServer};
pub use server::PromptServer;
pub use tools::PromptTools;

use super::rmcp;
use super::{
    Version, append, cache_hints_of, capabilities, client, complete_result, copy_round,
    has_handshake, names, newest_revision, page, prompt_response, prompt_tool_response, revision,
    round, set_cache_hints,
};
pub(super) use pass::Answer;
use prompt_runtime::PromptError;
use rmcp::ErrorData;
use rmcp::model::ErrorCode;

/// The error in rmcp's form. rmcp's own error, returned by a prompt written for rmcp, is sent unchanged.
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

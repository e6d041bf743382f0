//! Servers of rmcp 1.
//!
//! rmcp 1 cannot express audio in prompts. From rmcp 1.4 on it is sent as an embedded resource with the same bytes; with rmcp 1.3 the answer is
//! the error -32603. `_meta` and annotations of a text are dropped. In each case a report names the prompt. A question to the user is sent
//! while the prompt runs. Subscriptions, cache hints and the questions of revision 2026-07-28 need rmcp 3.

use ::rmcp1 as rmcp;

/// The version of rmcp, for [`Mount`](prompt_runtime::edge::Mount).
#[derive(Debug)]
#[allow(clippy::exhaustive_enums)]
pub enum Version {}

/// Type names that differ between the versions.
mod names {
    pub(super) use super::rmcp::model::{
        CallToolResult as ToolResponse, ClientResult::CreateElicitationResult as ElicitAnswer,
        Content as ContentBlock, CreateElicitationRequest as ElicitRequest,
        CreateElicitationRequestParams as ElicitRequestParams,
        CreateElicitationResult as ElicitResult, GetPromptResult as PromptResponse,
        GetTaskInfoParams as GetTask, GetTaskResultParams as GetTaskPayload,
        PromptMessageRole as Role, ReadResourceResult as ResourceResponse, ServerInfo,
    };
    pub(super) const MAJOR: &str = "rmcp 1";
    /// `true` if a handler without completions answers with an empty list and not with an error.
    pub(super) const COMPLETES_BY_DEFAULT: bool = true;
}

/// The methods that only this version has and that a wrapper forwards.
macro_rules! pass_this_version {
    ($to:ident) => {
        pass_tasks!($to);
    };
}

#[macro_use]
#[path = "before_3.rs"]
#[allow(clippy::duplicate_mod)]
mod before_3;

// Some conversions that another version needs are identities in this one.
#[path = "skin/mod.rs"]
#[allow(clippy::duplicate_mod, clippy::useless_conversion)]
mod skin;

#[allow(clippy::wildcard_imports)]
use before_3::*;
pub use skin::*;

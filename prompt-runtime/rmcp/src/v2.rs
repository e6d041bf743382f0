//! Servers of rmcp 2.
//!
//! A question to the user is sent while the prompt runs. Subscriptions, cache hints and the questions of revision 2026-07-28 need rmcp 3.

use ::rmcp2 as rmcp;

/// The version of rmcp, for [`Mount`](prompt_runtime::edge::Mount).
#[derive(Debug)]
#[allow(clippy::exhaustive_enums)]
pub enum Version {}

/// Type names that differ between the versions.
mod names {
    pub(super) use super::rmcp::model::{
        CallToolResult as ToolResponse, ClientResult::ElicitResult as ElicitAnswer, ContentBlock,
        ElicitRequest, ElicitRequestParams, ElicitResult, GetPromptResult as PromptResponse,
        GetTaskParams as GetTask, GetTaskPayloadParams as GetTaskPayload,
        ReadResourceResult as ResourceResponse, Role, ServerInfo,
    };
    pub(super) const MAJOR: &str = "rmcp 2";
    /// `true` if a handler without completions answers with an empty list and not with an error.
    pub(super) const COMPLETES_BY_DEFAULT: bool = true;
}

/// The methods that only this version has and that a wrapper forwards.
macro_rules! pass_this_version {
    ($to:ident) => {
        pass_tasks!($to);
        pass! {
            $to:
            on_task_status(params: model::TaskStatusNotificationParam, context: Notification) -> ();
        }
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

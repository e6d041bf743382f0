//! Servers of rmcp 2.
//!
//! A prompt that asks the person asks while it runs. Subscriptions, cache hints and the questions of revision 2026-07-28 need rmcp 3.

use ::rmcp2 as rmcp;

/// The version of rmcp, for [`Mount`](prompt_runtime::edge::Mount).
#[derive(Debug)]
#[allow(clippy::exhaustive_enums)]
pub enum Version {}

/// The names that types of this version have in the others.
mod names {
    pub(super) use super::rmcp::model::{
        CallToolResult as ToolResponse, ClientResult::ElicitResult as ElicitAnswer, ContentBlock,
        ElicitRequest, ElicitRequestParams, ElicitResult, GetPromptResult as PromptResponse,
        GetTaskParams as GetTask, GetTaskPayloadParams as GetTaskPayload,
        ReadResourceResult as ResourceResponse, Role, ServerInfo,
    };
    pub(super) const MAJOR: &str = "rmcp 2";
    /// `true` if a handler without completions answers with none instead of an error.
    pub(super) const COMPLETES_BY_DEFAULT: bool = true;
}

/// The methods of this version alone that a wrapper hands on.
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

// A conversion of one version is none in another.
#[path = "skin/mod.rs"]
#[allow(clippy::duplicate_mod, clippy::useless_conversion)]
mod skin;

#[allow(clippy::wildcard_imports)]
use before_3::*;
pub use skin::*;

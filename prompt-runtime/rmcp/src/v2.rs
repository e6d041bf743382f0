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
        CallToolResult as CalledTool, ContentBlock, ElicitRequest, ElicitRequestParams,
        ElicitResult, GetPromptResult as GotPrompt, ReadResourceResult as ReadResource, Role,
        ServerInfo,
    };
    pub(super) const MAJOR: &str = "rmcp 2";
    /// `true` if a handler without completions answers with none instead of an error.
    pub(super) const COMPLETES_BY_DEFAULT: bool = true;
}

/// The methods of this version alone that a wrapper hands on.
macro_rules! pass_this_version {
    ($to:ident) => {
        pass! {
            $to:
            enqueue_task(params: CallToolRequestParams, context: Request) -> Answer<model::CreateTaskResult>;
            on_task_status(params: model::TaskStatusNotificationParam, context: Notification) -> ();
            list_tasks(params: Page, context: Request) -> Answer<model::ListTasksResult>;
            get_task_info(params: model::GetTaskParams, context: Request) -> Answer<model::GetTaskResult>;
            get_task_result(params: model::GetTaskPayloadParams, context: Request) -> Answer<model::GetTaskPayloadResult>;
            cancel_task(params: model::CancelTaskParams, context: Request) -> Answer<model::CancelTaskResult>;
        }
    };
}

macro_rules! declare_this_version {
    ($to:ident) => {};
}

macro_rules! subscribe_this_version {
    () => {};
}

macro_rules! pass_subscriptions {
    ($to:ident) => {};
}

/// The modules of this version alone: none.
macro_rules! modules_of_this_version {
    () => {};
}

// A conversion of one version is none in another.
#[path = "skin/mod.rs"]
#[allow(clippy::duplicate_mod, clippy::useless_conversion)]
mod skin;

#[path = "before_3.rs"]
#[allow(clippy::duplicate_mod)]
mod before_3;

use before_3::{
    append, called_prompt, capabilities, client, completed, got_prompt, hand_on_round, hint,
    hints_of, page, pinned, revision, round,
};
pub use skin::{
    MountError, Mounted, PromptHandlers, PromptServer, PromptTools, RmcpResult, add_to, carried,
};

use names::{ContentBlock, ElicitRequest, ElicitResult};
use rmcp::model::{ClientResult, ServerRequest};

fn question(request: ElicitRequest) -> ServerRequest {
    ServerRequest::ElicitRequest(request)
}

fn answered(result: ClientResult) -> Option<ElicitResult> {
    match result {
        ClientResult::ElicitResult(result) => Some(result),
        _ => None,
    }
}

/// Content of a message as content of a tool's result.
#[allow(clippy::needless_pass_by_value, clippy::unnecessary_wraps)]
fn tool_content(content: ContentBlock) -> skin::Answer<ContentBlock> {
    Ok(content)
}

/// Returns `true` for a request of a session that began with `initialize`, as all do in this version.
fn began_with_handshake(request: &rmcp::service::RequestContext<rmcp::RoleServer>) -> bool {
    request.peer.peer_info().is_some()
}

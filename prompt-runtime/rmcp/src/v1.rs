//! Servers of rmcp 1.
//!
//! Its prompts cannot carry audio, which arrives as an embedded resource, nor `_meta` and annotations of a text, which are dropped with a
//! report that names the prompt. A prompt that asks the person asks while it runs. Subscriptions, cache hints and the questions of revision 2026-07-28 need rmcp 3.

use ::rmcp1 as rmcp;

/// The version of rmcp, for [`Mount`](prompt_runtime::edge::Mount).
#[derive(Debug)]
#[allow(clippy::exhaustive_enums)]
pub enum Version {}

/// The names that types of this version have in the others.
mod names {
    pub(super) use super::rmcp::model::{
        CallToolResult as CalledTool, Content as ContentBlock,
        CreateElicitationRequest as ElicitRequest,
        CreateElicitationRequestParams as ElicitRequestParams,
        CreateElicitationResult as ElicitResult, GetPromptResult as GotPrompt,
        PromptMessageRole as Role, ReadResourceResult as ReadResource, ServerInfo,
    };
    pub(super) const MAJOR: &str = "rmcp 1";
    /// `true` if a handler without completions answers with none instead of an error.
    pub(super) const COMPLETES_BY_DEFAULT: bool = true;
}

/// The methods of this version alone that a wrapper hands on.
macro_rules! pass_this_version {
    ($to:ident) => {
        pass! {
            $to:
            enqueue_task(params: CallToolRequestParams, context: Request) -> Answer<model::CreateTaskResult>;
            list_tasks(params: Page, context: Request) -> Answer<model::ListTasksResult>;
            get_task_info(params: model::GetTaskInfoParams, context: Request) -> Answer<model::GetTaskResult>;
            get_task_result(params: model::GetTaskResultParams, context: Request) -> Answer<model::GetTaskPayloadResult>;
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

use crate::json;
use names::{ContentBlock, ElicitRequest, ElicitResult};
use rmcp::model::{ClientResult, PromptMessageContent, ServerRequest};

fn question(request: ElicitRequest) -> ServerRequest {
    ServerRequest::CreateElicitationRequest(request)
}

fn answered(result: ClientResult) -> Option<ElicitResult> {
    match result {
        ClientResult::CreateElicitationResult(result) => Some(result),
        _ => None,
    }
}

/// Content of a message as content of a tool's result.
#[allow(clippy::needless_pass_by_value, clippy::unnecessary_wraps)]
fn tool_content(content: PromptMessageContent) -> skin::Answer<ContentBlock> {
    json::convert(&content).map_err(|error| skin::error_data(&error))
}

/// Returns `true` for a request of a session that began with `initialize`, as all do in this version.
fn began_with_handshake(request: &rmcp::service::RequestContext<rmcp::RoleServer>) -> bool {
    request.peer.peer_info().is_some()
}

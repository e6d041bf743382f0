//! The common parts of rmcp 1 and 2. Like `skin`, they are compiled once for each version; names that differ come from `super`.

use super::names::{ContentBlock, ToolResponse};
use super::rmcp::RoleServer;
use super::rmcp::model::{
    CallToolRequestParams, CompleteResult, GetPromptRequestParams, GetPromptResult,
    ListPromptsResult, PaginatedRequestParams,
};
use super::rmcp::service::RequestContext;
use super::skin::Answer;
use crate::json;
use prompt_runtime::edge::{CacheHints, Reply, Round};
use prompt_runtime::model::JsonObject;
use prompt_runtime::{Client, PromptError, Revision};

/// The task methods, which only these versions have.
macro_rules! pass_tasks {
    ($to:ident) => {
        pass! {
            $to:
            enqueue_task(params: CallToolRequestParams, context: Request) -> Answer<model::CreateTaskResult>;
            list_tasks(params: Page, context: Request) -> Answer<model::ListTasksResult>;
            get_task_info(params: super::names::GetTask, context: Request) -> Answer<model::GetTaskResult>;
            get_task_result(params: super::names::GetTaskPayload, context: Request) -> Answer<model::GetTaskPayloadResult>;
            cancel_task(params: model::CancelTaskParams, context: Request) -> Answer<model::CancelTaskResult>;
        }
    };
}

// These versions have no discovery, no subscriptions and no server processes of ours.
macro_rules! declare_this_version {
    ($to:ident) => {};
}

macro_rules! subscribe_this_version {
    () => {};
}

macro_rules! pass_subscriptions {
    ($to:ident) => {};
}

macro_rules! pass_all_of_this_version {
    ($to:ident) => {};
}

macro_rules! serve_this_version {
    ($server:ident) => {
        methods_off!($server is no Process: serve_stdio() serve_stdio_with(options) serve_http(listener) serve_http_with(listener, options));
    };
}

/// The revision that the client requested. The session uses an older one if the server names one; see `newest_revision`.
pub(super) fn revision(request: &RequestContext<RoleServer>) -> Revision {
    let info = request.peer.peer_info();
    let requested = info
        .as_deref()
        .and_then(|info| info.protocol_version.as_str().parse::<Revision>().ok());
    requested.unwrap_or_default().min(NEWEST)
}

/// The newest revision for which this rmcp has types.
const NEWEST: Revision = Revision::V2025_11_25;

/// The newest revision of the server. rmcp answers `initialize` with it if the client requests a newer one.
pub(super) fn newest_revision(info: &super::names::ServerInfo) -> Option<Revision> {
    info.protocol_version.as_str().parse().ok()
}

pub(super) fn client(request: &RequestContext<RoleServer>) -> Option<Client> {
    let info = request.peer.peer_info();
    let client = &info.as_deref()?.client_info;
    Some(Client::new(client.name.clone(), client.version.clone()))
}

pub(super) fn capabilities(request: &RequestContext<RoleServer>) -> Option<JsonObject> {
    let info = request.peer.peer_info();
    json::object(&info.as_deref()?.capabilities)
}

/// Rounds of questions came with revision 2026-07-28. Before that, a prompt asks while it runs.
pub(super) fn round(_: &GetPromptRequestParams) -> Round {
    Round::new(None, None)
}

/// Converts the answer to `prompts/get`.
pub(super) fn prompt_response(reply: Reply) -> Result<(GetPromptResult, json::Loss), PromptError> {
    match reply {
        Reply::Complete(result) => json::convert_answer(result),
        _ => Err(PromptError::from(
            "this version of rmcp has no questions between two requests",
        )),
    }
}

/// The answer to `completion/complete`.
pub(super) fn complete_result(
    result: &prompt_runtime::model::CompleteResult,
) -> Result<CompleteResult, PromptError> {
    json::convert(result)
}

pub(super) fn copy_round(_: CallToolRequestParams, _: &mut GetPromptRequestParams) {}

/// The result of the tool call that got a prompt.
pub(super) fn prompt_tool_response(
    response: GetPromptResult,
    content: impl FnOnce(GetPromptResult) -> Answer<Vec<ContentBlock>>,
) -> Answer<ToolResponse> {
    Ok(ToolResponse::success(content(response)?))
}

/// Cache hints came with revision 2026-07-28.
pub(super) fn set_cache_hints(_: &mut ListPromptsResult, _: Option<CacheHints>, _: Option<()>) {}

pub(super) fn cache_hints_of(_: &ListPromptsResult) {}

/// Appends a page to the previous ones.
pub(super) fn append(whole: &mut ListPromptsResult, page: ListPromptsResult) {
    whole.prompts.extend(page.prompts);
    whole.next_cursor = page.next_cursor;
}

/// The params for the page after a cursor.
pub(super) fn page(cursor: Option<String>) -> PaginatedRequestParams {
    PaginatedRequestParams::default().with_cursor(cursor)
}

/// Returns `true` for a request of a session that began with `initialize`, as all do in these versions.
pub(super) fn has_handshake(request: &RequestContext<RoleServer>) -> bool {
    request.peer.peer_info().is_some()
}

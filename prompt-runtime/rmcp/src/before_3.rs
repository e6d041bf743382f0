//! The parts that rmcp 1 and 2 have in common. Compiled once for each, as `skin` is; the names that differ come from `super`.

use super::names::{CalledTool, ContentBlock};
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

/// The revision that the client asked for. The session speaks an older one where the server names one; see `pinned`.
pub(super) fn revision(request: &RequestContext<RoleServer>) -> Revision {
    let info = request.peer.peer_info();
    let asked = info
        .as_deref()
        .and_then(|info| info.protocol_version.as_str().parse::<Revision>().ok());
    asked.unwrap_or_default().min(NEWEST)
}

/// The newest revision that this rmcp has types for.
const NEWEST: Revision = Revision::V2025_11_25;

/// The newest revision that the server speaks: rmcp answers `initialize` with it when the client asks for a newer one.
pub(super) fn pinned(info: &super::names::ServerInfo) -> Option<Revision> {
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

/// There are no rounds of questions before revision 2026-07-28: a prompt asks while it runs.
pub(super) fn round(_: &GetPromptRequestParams) -> Round {
    Round::new(None, None)
}

/// The answer to `prompts/get`, and whether rmcp's type dropped a part of it.
pub(super) fn got_prompt(reply: Reply) -> Result<(GetPromptResult, bool), PromptError> {
    match reply {
        Reply::Complete(result) => json::convert_and_compare(&result),
        _ => Err(PromptError::from(
            "this version of rmcp has no questions between two requests",
        )),
    }
}

/// The answer to `completion/complete`.
pub(super) fn completed(
    result: &prompt_runtime::model::CompleteResult,
) -> Result<CompleteResult, PromptError> {
    json::convert(result)
}

pub(super) fn hand_on_round(_: CallToolRequestParams, _: &mut GetPromptRequestParams) {}

/// The result of a tool that got a prompt.
pub(super) fn called_prompt(
    got: GetPromptResult,
    content: impl FnOnce(GetPromptResult) -> Answer<Vec<ContentBlock>>,
) -> Answer<CalledTool> {
    Ok(CalledTool::success(content(got)?))
}

/// Cache hints came with revision 2026-07-28.
pub(super) fn hint(_: &mut ListPromptsResult, _: Option<CacheHints>, _: Option<()>) {}

pub(super) fn hints_of(_: &ListPromptsResult) {}

/// Adds a page to those before it.
pub(super) fn append(whole: &mut ListPromptsResult, page: ListPromptsResult) {
    whole.prompts.extend(page.prompts);
    whole.next_cursor = page.next_cursor;
}

/// The page after a cursor.
pub(super) fn page(cursor: Option<String>) -> PaginatedRequestParams {
    PaginatedRequestParams::default().with_cursor(cursor)
}

//! Servers of rmcp 3, from 3.9 on.
//!
//! This file and its folder contain everything that differs between the versions of rmcp. The rest, in `skin`, is compiled once for each
//! version.

use ::rmcp3 as rmcp;

use crate::changes::Changes;
use crate::json;
use prompt_runtime::edge::{CacheHints, Reply, Round};
use prompt_runtime::model::JsonObject;
use prompt_runtime::{Client, PromptError, PromptRegistry, Revision};
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResult, CompleteResult, ContentBlock,
    GetPromptRequestParams, GetPromptResult, InputRequiredResult, ListPromptsResult,
    PaginatedRequestParams, ResultType,
};
use rmcp::service::{RequestContext, SubscriptionContext, SubscriptionSink};
use rmcp::{ErrorData, RoleServer};
use std::convert::Infallible;

/// The version of rmcp, for [`Mount`](prompt_runtime::edge::Mount).
#[derive(Debug)]
#[allow(clippy::exhaustive_enums)]
pub enum Version {}

/// Type names that differ between the versions.
mod names {
    pub(super) use super::rmcp::model::{
        CallToolResponse as ToolResponse, ClientResult::ElicitResult as ElicitAnswer, ContentBlock,
        ElicitRequest, ElicitRequestParams, ElicitResult, GetPromptResponse as PromptResponse,
        ReadResourceResponse as ResourceResponse, Role, ServerConfig as ServerInfo,
    };
    pub(super) const MAJOR: &str = "rmcp 3";
    /// `true` if a handler without completions answers with an empty list and not with an error.
    pub(super) const COMPLETES_BY_DEFAULT: bool = false;
}

/// The methods that only this version has and that a wrapper forwards.
macro_rules! pass_this_version {
    ($to:ident) => {
        pass! {
            $to:
            get_task(params: model::GetTaskParams, context: Request) -> Answer<model::GetTaskResult>;
            update_task(params: model::UpdateTaskParams, context: Request) -> Answer<()>;
            cancel_task(params: model::CancelTaskParams, context: Request) -> Answer<()>;
            list_skills(params: Page, context: Request) -> Answer<model::ListSkillsResult>;
            get_skill(params: model::GetSkillRequestParams, context: Request) -> Answer<model::GetSkillResult>;
            read_resource_directory(
                params: model::ReadResourceDirectoryRequestParams,
                context: Request
            ) -> Answer<model::ReadResourceDirectoryResult>;
        }

        fn supported_protocol_versions(&self) -> ::std::borrow::Cow<'static, [model::ProtocolVersion]> {
            self.$to().supported_protocol_versions()
        }
    };
}

/// The methods that only this version has and in which a wrapper declares capabilities.
macro_rules! declare_this_version {
    ($to:ident) => {
        fn negotiate_initialize(
            &self,
            params: &InitializeRequestParams,
        ) -> Answer<InitializeResult> {
            let mut result = self.$to().negotiate_initialize(params)?;
            self.declare(&mut result.capabilities);
            Ok(result)
        }

        fn discover(
            &self,
            request: Request,
        ) -> impl Future<Output = Answer<model::DiscoverResult>> + MaybeSendFuture + '_ {
            Box::pin(async move {
                self.warn_of_state();
                let mut result = self.$to().discover(request).await?;
                self.declare(&mut result.capabilities);
                Ok(result)
            })
        }
    };
}

/// Subscriptions to changes of the prompts, which only this version has.
macro_rules! subscribe_this_version {
    () => {
        fn accepted_subscription_filter(
            &self,
            requested: &model::SubscriptionFilter,
        ) -> Option<model::SubscriptionFilter> {
            let theirs = self.inner().accepted_subscription_filter(requested);
            if !self.registry.is_live() {
                return theirs;
            }
            let mut both = theirs.unwrap_or_default();
            both.prompts_list_changed = requested.prompts_list_changed;
            Some(both)
        }

        fn listen(
            &self,
            context: super::super::rmcp::service::SubscriptionContext,
        ) -> impl Future<Output = Answer<()>> + MaybeSendFuture + '_ {
            Box::pin(async move {
                if !self.registry.is_live() || context.accepted().prompts_list_changed != Some(true)
                {
                    return self.inner().listen(context).await;
                }
                if self
                    .inner()
                    .accepted_subscription_filter(context.requested())
                    .is_none()
                {
                    // The wrapped server does not support subscriptions, so this one serves only the prompts.
                    super::super::until_cancelled(&self.registry, &context).await;
                    return Ok(());
                }
                let ours = super::super::subscription(&self.registry, context.sink().clone());
                tokio::select! {
                    biased;
                    theirs = self.inner().listen(context) => theirs,
                    never = ours => match never {},
                }
            })
        }
    };
}

/// Forwards the methods that only this version has to a server that declares its own capabilities.
macro_rules! pass_all_of_this_version {
    ($to:ident) => {
        pass_subscriptions!($to);

        pass! {
            $to:
            discover(context: Request) -> Answer<model::DiscoverResult>;
        }

        fn negotiate_initialize(
            &self,
            params: &InitializeRequestParams,
        ) -> Answer<InitializeResult> {
            self.$to().negotiate_initialize(params)
        }
    };
}

/// Forwards subscriptions to a mount, which adds the prompts to them.
macro_rules! pass_subscriptions {
    ($to:ident) => {
        pass! {
            $to:
            listen(context: super::super::rmcp::service::SubscriptionContext) -> Answer<()>;
        }

        fn accepted_subscription_filter(
            &self,
            requested: &model::SubscriptionFilter,
        ) -> Option<model::SubscriptionFilter> {
            self.$to().accepted_subscription_filter(requested)
        }
    };
}

#[macro_use]
mod serving;
mod convert;
mod stdio;

// Some conversions that another version needs are identities in this one.
#[path = "skin/mod.rs"]
#[allow(clippy::duplicate_mod, clippy::useless_conversion)]
mod skin;

pub use skin::*;

/// The revision of the client of this request.
fn revision(request: &RequestContext<RoleServer>) -> Revision {
    request
        .protocol_version()
        .and_then(|version| version.as_str().parse().ok())
        .unwrap_or_default()
}

/// rmcp 3 provides the revision of each request.
fn newest_revision(_: &names::ServerInfo) -> Option<Revision> {
    None
}

/// Returns `true` for a request of a session that began with `initialize`.
fn has_handshake(request: &RequestContext<RoleServer>) -> bool {
    request.peer.peer_info().is_some() && !request.meta.contains_key(META_REVISION)
}

/// The member of `_meta` with the revision. Every request without a handshake has it.
const META_REVISION: &str = "io.modelcontextprotocol/protocolVersion";

fn client(request: &RequestContext<RoleServer>) -> Option<Client> {
    let client = request.client_info()?;
    Some(Client::new(client.name, client.version))
}

fn capabilities(request: &RequestContext<RoleServer>) -> Option<JsonObject> {
    request
        .client_capabilities()
        .and_then(|capabilities| json::object(&capabilities))
}

/// The answers of the previous round of questions.
fn round(params: &GetPromptRequestParams) -> Round {
    let responses = params.input_responses.as_ref().and_then(json::object);
    Round::new(responses, params.request_state.clone())
}

/// Converts the answer to `prompts/get`. The types of this version express all of it.
fn prompt_response(reply: Reply) -> Result<(names::PromptResponse, json::Loss), PromptError> {
    match reply {
        Reply::Complete(result) => {
            let result = convert::result(result)?;
            Ok((result.into(), json::Loss::default()))
        }
        Reply::InputRequired(input) => {
            let requests = serde_json::from_value(input.requests.into())?;
            let input = InputRequiredResult::new(Some(requests), Some(input.state));
            Ok((input.into(), json::Loss::default()))
        }
        _ => Err(PromptError::from("this kind of answer is not known")),
    }
}

/// The answer to `completion/complete`.
fn complete_result(
    result: &prompt_runtime::model::CompleteResult,
) -> Result<CompleteResult, PromptError> {
    let mut result: CompleteResult = json::convert(result)?;
    result.result_type = Some(ResultType::COMPLETE);
    Ok(result)
}

/// Passes the answers of the previous round to the prompt that a tool calls.
fn copy_round(call: CallToolRequestParams, prompt: &mut GetPromptRequestParams) {
    prompt.input_responses = call.input_responses;
    prompt.request_state = call.request_state;
}

/// The result of the tool call that got a prompt.
fn prompt_tool_response(
    response: names::PromptResponse,
    content: impl FnOnce(GetPromptResult) -> Answer<Vec<ContentBlock>>,
) -> Result<names::ToolResponse, ErrorData> {
    match response {
        names::PromptResponse::Complete(result) => {
            Ok(CallToolResult::success(content(result)?).into())
        }
        names::PromptResponse::InputRequired(result) => Ok(result.into()),
        _ => Err(ErrorData::internal_error("internal error", None)),
    }
}

/// Sets the time for which the listing may be kept: the shorter one of the registry and of `theirs`, the wrapped server.
fn set_cache_hints(
    result: &mut ListPromptsResult,
    ours: Option<CacheHints>,
    theirs: Option<Hints>,
) {
    let Some(ours) = ours else {
        (result.ttl_ms, result.cache_scope) = (None, None);
        return;
    };
    let both = match theirs {
        None => ours,
        Some((ttl_ms, scope)) => ours.merged(ttl_ms, scope == Some(CacheScope::Public)),
    };
    result.ttl_ms = Some(both.ttl_ms());
    result.cache_scope = Some(if both.is_private() {
        CacheScope::Private
    } else {
        CacheScope::Public
    });
}

type Hints = (Option<u64>, Option<CacheScope>);

fn cache_hints_of(page: &ListPromptsResult) -> Hints {
    (page.ttl_ms, page.cache_scope)
}

/// Appends a page to the previous ones. The listing may be kept for the shortest time of its pages.
fn append(whole: &mut ListPromptsResult, page: ListPromptsResult) {
    whole.prompts.extend(page.prompts);
    whole.ttl_ms = whole.ttl_ms.min(page.ttl_ms);
    if whole.cache_scope != page.cache_scope {
        whole.cache_scope = None;
    }
    whole.next_cursor = page.next_cursor;
}

/// Notifies one `subscriptions/listen` stream until the client cancels it.
async fn until_cancelled(registry: &PromptRegistry, stream: &SubscriptionContext) {
    tokio::select! {
        () = stream.cancelled() => {}
        never = subscription(registry, stream.sink().clone()) => match never {},
    }
}

/// Notifies one `subscriptions/listen` stream. The future is dropped with the stream.
async fn subscription(registry: &PromptRegistry, sink: SubscriptionSink) -> Infallible {
    let mut changes = Changes::of_stream(registry);
    while changes.next().await {
        if sink.notify_prompt_list_changed().await.is_err() {
            break;
        }
    }
    drop(changes);
    // The client or the wrapped server ends the stream.
    std::future::pending().await
}

/// The params for the page after a cursor.
fn page(cursor: Option<String>) -> PaginatedRequestParams {
    PaginatedRequestParams::default().with_cursor(cursor)
}

impl PromptHandlers<'_> {
    /// Notifies a `subscriptions/listen` stream of changes to the prompts, until the client cancels it. Call it from
    /// [`listen`](rmcp::ServerHandler::listen), if [`accepted_subscription_filter`](rmcp::ServerHandler::accepted_subscription_filter) has
    /// accepted `prompts_list_changed`.
    pub async fn listen(&self, context: &SubscriptionContext) {
        until_cancelled(self.registry(), context).await;
    }
}

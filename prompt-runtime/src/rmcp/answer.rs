//! The answers about the registry's prompts, whoever gives them: the mount, an author's own handler, a route of rmcp's router.

use super::convert;
use super::request::{Incoming, always, revision};
use crate::argument::Arguments;
use crate::context::Context;
use crate::error::PromptError;
use crate::message::{GetPromptResult, JsonObject};
use crate::protocol::Revision;
use crate::registry::{PromptRegistry, RegisteredPrompt, RegistryError};
use crate::report::Report;
use ::rmcp::model::{
    CacheScope, CompleteRequestParams, CompleteResult, CustomRequest, GetPromptResponse,
    ListPromptsResult, PaginatedRequestParams, ServerCapabilities,
};
use ::rmcp::service::RequestContext;
use ::rmcp::{ErrorData, RoleServer};
use std::any::Any;
use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;

/// The prompts, and the server that answers with them, which is state of its own type.
#[derive(Clone, Copy)]
pub(super) struct Answers<'a> {
    pub(super) registry: &'a PromptRegistry,
    pub(super) server: &'a (dyn Any + Send + Sync),
}

impl Answers<'_> {
    pub(super) fn check_state(self) -> Result<(), RegistryError> {
        self.registry
            .check_state_on(Some(self.server.type_id()), &always())
    }

    /// The answer of a prompt that need not be awaited; `None` for another, which is not called.
    pub(super) fn get_now(
        self,
        prompt: &RegisteredPrompt,
        arguments: Option<&JsonObject>,
        context: &Context,
    ) -> Option<Result<GetPromptResponse, ErrorData>> {
        let arguments = Arguments::from(arguments);
        let result = self
            .registry
            .call_now(prompt, arguments, context, Some(self.server))?;
        Some(self.answer(prompt, result, context))
    }

    pub(super) async fn get(
        self,
        prompt: &RegisteredPrompt,
        arguments: Option<&JsonObject>,
        context: &Context,
        request: &RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = Arguments::from(arguments);
        let registry = self.registry;
        let called = pin!(registry.call(prompt, arguments, context, Some(self.server)));
        let result = until_cancelled(request, called).await?;
        self.answer(prompt, result, context)
    }

    fn answer(
        self,
        prompt: &RegisteredPrompt,
        result: Result<GetPromptResult, PromptError>,
        context: &Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        let response = match result {
            Ok(result) => convert::result(result, context.revision())
                .map(GetPromptResponse::from)
                .inspect_err(|error| {
                    self.registry.report(&Report::Failed {
                        prompt: prompt.name(),
                        error,
                    });
                }),
            #[cfg(feature = "elicitation")]
            Err(error) => error
                .into_input_required()
                .and_then(convert::input_required)
                .map(GetPromptResponse::from),
            #[cfg(not(feature = "elicitation"))]
            Err(error) => Err(error),
        };
        response.map_err(|error| convert::error(&error))
    }

    pub(super) async fn complete(
        self,
        prompt: &RegisteredPrompt,
        params: CompleteRequestParams,
        context: &Context,
        request: &RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let given: HashMap<String, String> = params
            .context
            .and_then(|context| context.arguments)
            .unwrap_or_default();
        let given: Vec<(&str, &str)> = given
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        let suggested = pin!(self.registry.suggest(
            prompt,
            &params.argument.name,
            &params.argument.value,
            Arguments::from(&*given),
            context,
            Some(self.server),
        ));
        until_cancelled(request, suggested)
            .await
            .map(convert::completion)
    }
}

/// Runs ours until the request is cancelled. A client that cancels gets no answer; one whose server stops gets this one.
async fn until_cancelled<T>(
    request: &RequestContext<RoleServer>,
    mut ours: Pin<&mut impl Future<Output = T>>,
) -> Result<T, ErrorData> {
    // Most prompts are done at once, and need nobody to watch them.
    if let Poll::Ready(answer) = poll_fn(|context| Poll::Ready(ours.as_mut().poll(context))).await {
        return Ok(answer);
    }
    Box::pin(async {
        tokio::select! {
            biased;
            answer = ours => Ok(answer),
            () = request.ct.cancelled() => {
                Err(ErrorData::internal_error("the request was cancelled", None))
            }
        }
    })
    .await
}

/// Adds what the prompts need to what a server declares.
pub(super) fn declare(registry: &PromptRegistry, capabilities: &mut ServerCapabilities) {
    let prompts = capabilities.prompts.get_or_insert_default();
    if registry.is_live() {
        prompts.list_changed = Some(true);
    }
    if registry.has_completions() {
        capabilities.completions.get_or_insert_default();
    }
}

/// The context for a listing; only a predicate looks further than the revision.
pub(super) fn listing_context(
    registry: &PromptRegistry,
    request: &RequestContext<RoleServer>,
) -> Context {
    if registry.depends_on_caller() {
        Incoming::new(request.clone(), registry).context()
    } else {
        Context::new(revision(request))
    }
}

/// A page of the registry's own prompts.
pub(super) fn list(
    registry: &PromptRegistry,
    params: Option<PaginatedRequestParams>,
    request: &RequestContext<RoleServer>,
) -> Result<ListPromptsResult, ErrorData> {
    let context = listing_context(registry, request);
    let cursor = params.and_then(|params| params.cursor);
    let page = registry
        .list(cursor.as_deref(), &context)
        .map_err(|error| convert::error(&error))?;
    let revision = context.revision();
    let mut result = ListPromptsResult {
        prompts: page
            .prompts
            .into_iter()
            .map(|prompt| convert::prompt(prompt, revision))
            .collect(),
        next_cursor: page.next_cursor,
        ..ListPromptsResult::default()
    };
    hint(&mut result, registry, revision, None);
    Ok(result)
}

/// How long the listing may be kept, and for whom: what we and `theirs`, the wrapped server, both allow. From 2026-07-28 on.
pub(super) fn hint(
    result: &mut ListPromptsResult,
    registry: &PromptRegistry,
    revision: Revision,
    theirs: Option<(Option<u64>, Option<CacheScope>)>,
) {
    if revision < Revision::V2026_07_28 {
        (result.ttl_ms, result.cache_scope) = (None, None);
        return;
    }
    let ours = registry.cache_hints();
    // What a server leaves unsaid means not at all, and for the asker alone.
    let (ttl_ms, private) = theirs.map_or((u64::MAX, false), |(ttl_ms, scope)| {
        (ttl_ms.unwrap_or(0), scope != Some(CacheScope::Public))
    });
    result.ttl_ms = Some(ttl_ms.min(ours.ttl_ms()));
    result.cache_scope = Some(if private || ours.is_private() {
        CacheScope::Private
    } else {
        CacheScope::Public
    });
}

/// The answer to a request of a prompt method whose params rmcp could not read and handed on as a custom request; `None` for every
/// other custom request.
pub(super) fn malformed(request: &CustomRequest) -> Option<ErrorData> {
    crate::protocol::malformed(&request.method, request.params.as_ref())
        .map(|error| convert::error(&error))
}

//! The answers about the registry's prompts, for the mount and for an author's own handlers.

use super::names::PromptResponse;
use super::pass::{Answer, Request};
use super::request::{RequestState, RmcpRequest};
use super::rmcp::ErrorData;
use super::rmcp::model::{
    CompleteRequestParams, CompleteResult, CustomRequest, ServerCapabilities,
};
use super::{error_data, names};
use crate::warn;
use prompt_runtime::arguments::Arguments;
use prompt_runtime::edge::{self, Listing, Provide, check_state, params};
use prompt_runtime::model::JsonObject;
use prompt_runtime::{Context, PromptRegistry, RegisteredPrompt, RegistryError, Report};
use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;

/// The registry, and the server that its prompts run on.
#[derive(Clone, Copy)]
pub(super) struct Answers<'a> {
    pub(super) registry: &'a PromptRegistry,
    pub(super) server: &'a dyn Provide,
    pub(super) state: &'a RequestState,
}

impl<'a> Answers<'a> {
    pub(super) fn check_state(self) -> Result<(), RegistryError> {
        check_state(self.registry, Some(self.server), |id| self.state.brings(id))
    }

    pub(super) fn request(self, context: &'a Context) -> edge::Request<'a> {
        edge::Request::new(self.registry, context).on(self.server)
    }

    pub(super) async fn get(
        self,
        prompt: &RegisteredPrompt,
        arguments: Option<&JsonObject>,
        context: &Context,
        request: &Request,
    ) -> Answer<PromptResponse> {
        let get = pin!(
            self.request(context)
                .get(prompt, Arguments::from(arguments))
        );
        let answer = until_cancelled(request, get).await?;
        answer
            .and_then(|reply| {
                let (response, loss) = super::prompt_response(reply).inspect_err(|error| {
                    self.registry.report(&Report::Failed {
                        prompt: prompt.name(),
                        error,
                    });
                })?;
                warn::lossy_answer(self.registry, prompt.name(), loss, names::MAJOR);
                Ok(response)
            })
            .map_err(|error| error_data(&error))
    }

    pub(super) async fn complete(
        self,
        prompt: &RegisteredPrompt,
        params: CompleteRequestParams,
        context: &Context,
        request: &Request,
    ) -> Answer<CompleteResult> {
        let given: HashMap<String, String> = params
            .context
            .and_then(|context| context.arguments)
            .unwrap_or_default();
        let given: Vec<(&str, &str)> = given
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        let complete = pin!(self.request(context).complete(
            prompt,
            &params.argument.name,
            &params.argument.value,
            Arguments::from(&*given),
        ));
        completion(&until_cancelled(request, complete).await?)
    }
}

pub(super) fn completion(result: &prompt_runtime::model::CompleteResult) -> Answer<CompleteResult> {
    super::complete_result(result).map_err(|error| error_data(&error))
}

/// Runs a future until the request is cancelled. A client that cancels receives no answer. If the server stops, the client receives this
/// error.
async fn until_cancelled<T>(
    request: &Request,
    mut future: Pin<&mut impl Future<Output = T>>,
) -> Result<T, ErrorData> {
    // Most prompts finish at the first poll and need no cancellation.
    if let Poll::Ready(answer) = poll_fn(|context| Poll::Ready(future.as_mut().poll(context))).await
    {
        return Ok(answer);
    }
    Box::pin(async {
        tokio::select! {
            biased;
            answer = future => Ok(answer),
            () = request.ct.cancelled() => {
                Err(ErrorData::internal_error("the request was cancelled", None))
            }
        }
    })
    .await
}

/// Adds the capabilities that the prompts need to those of a server.
pub(super) fn declare(registry: &PromptRegistry, capabilities: &mut ServerCapabilities) {
    let prompts = capabilities.prompts.get_or_insert_default();
    if registry.is_live() {
        prompts.list_changed = Some(true);
    }
    if registry.has_completions() {
        capabilities.completions.get_or_insert_default();
    }
}

/// The context for a listing. Only a visibility predicate reads more than the revision.
pub(super) fn listing_context(
    registry: &PromptRegistry,
    request: &Request,
    state: &RequestState,
) -> Context {
    if registry.list_needs_request() {
        RmcpRequest::new(request.clone(), state).context()
    } else {
        Context::new(state.revision(request))
    }
}

/// The listing after a cursor.
pub(super) fn listing<'a>(
    registry: &'a PromptRegistry,
    cursor: Option<&str>,
    context: &'a Context,
) -> Answer<Listing<'a>> {
    let listing = edge::Request::new(registry, context).list(cursor);
    listing.map_err(|error| error_data(&error))
}

/// The answer to a request of a prompt method whose params rmcp could not read and passed on as a custom request. `None` for every other
/// custom request.
pub(super) fn malformed(request: &CustomRequest) -> Option<ErrorData> {
    params::malformed(&request.method, request.params.as_ref()).map(|error| error_data(&error))
}

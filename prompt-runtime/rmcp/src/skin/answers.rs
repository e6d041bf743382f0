//! The answers about the registry's prompts, for the mount and for handlers of an author's own.

use super::incoming::{Incoming, RequestState};
use super::names::GotPrompt;
use super::pass::{Answer, Request};
use super::rmcp::ErrorData;
use super::rmcp::model::{
    CompleteRequestParams, CompleteResult, CustomRequest, ServerCapabilities,
};
use super::{error_data, loss};
use prompt_runtime::arguments::Arguments;
use prompt_runtime::edge::{self, Listing, Provide, check_state, params};
use prompt_runtime::model::JsonObject;
use prompt_runtime::{Context, PromptRegistry, RegisteredPrompt, RegistryError, Report};
use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;

/// The prompts, and the server that they run on.
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

    pub(super) fn asked(self, context: &'a Context) -> edge::Request<'a> {
        edge::Request::new(self.registry, context).on(self.server)
    }

    pub(super) async fn get(
        self,
        prompt: &RegisteredPrompt,
        arguments: Option<&JsonObject>,
        context: &Context,
        request: &Request,
    ) -> Answer<GotPrompt> {
        let asked = edge::Request::new(self.registry, context).on(self.server);
        let called = pin!(asked.get(prompt, Arguments::from(arguments)));
        let answer = until_cancelled(request, called).await?;
        answer
            .and_then(|reply| {
                let (got, dropped) = super::got_prompt(reply).inspect_err(|error| {
                    self.registry.report(&Report::Failed {
                        prompt: prompt.name(),
                        error,
                    });
                })?;
                if dropped {
                    loss::of_answer(self.registry, prompt.name());
                }
                Ok(got)
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
        let asked = edge::Request::new(self.registry, context).on(self.server);
        let suggested = pin!(asked.complete(
            prompt,
            &params.argument.name,
            &params.argument.value,
            Arguments::from(&*given),
        ));
        completion(&until_cancelled(request, suggested).await?)
    }
}

pub(super) fn completion(result: &prompt_runtime::model::CompleteResult) -> Answer<CompleteResult> {
    super::completed(result).map_err(|error| error_data(&error))
}

/// Runs a future until the request is cancelled. A client that cancels gets no answer; one whose server stops gets this error.
async fn until_cancelled<T>(
    request: &Request,
    mut future: Pin<&mut impl Future<Output = T>>,
) -> Result<T, ErrorData> {
    // Most prompts are done at once, and need no watch.
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

/// Calls `list` with the listing after a cursor.
pub(super) fn with_listing<T>(
    registry: &PromptRegistry,
    cursor: Option<&str>,
    request: &Request,
    state: &RequestState,
    list: impl FnOnce(Listing<'_>) -> T,
) -> Answer<T> {
    // Only a visibility predicate looks further than the revision.
    let context = if registry.depends_on_caller() {
        Incoming::new(request.clone(), state).context()
    } else {
        Context::new(state.revision(request))
    };
    edge::Request::new(registry, &context)
        .list(cursor)
        .map(list)
        .map_err(|error| error_data(&error))
}

/// The answer to a request of a prompt method whose params rmcp could not read and handed on as a custom request; `None` for every
/// other custom request.
pub(super) fn malformed(request: &CustomRequest) -> Option<ErrorData> {
    params::malformed(&request.method, request.params.as_ref()).map(|error| error_data(&error))
}

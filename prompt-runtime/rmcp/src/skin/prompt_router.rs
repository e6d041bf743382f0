//! Routes for rmcp's prompt router.

use super::MountError;
use super::handlers::PromptHandlers;
use super::names::PromptResponse;
use super::pass::Answer;
use super::request::RequestState;
use super::rmcp::ServerHandler;
use super::rmcp::handler::server::prompt::PromptContext;
use super::rmcp::handler::server::router::prompt::{PromptRoute, PromptRouter};
use super::rmcp::model::{GetPromptRequestParams, Prompt};
use crate::json;
use prompt_runtime::edge::check_state;
use prompt_runtime::{PromptRegistry, Report};
use std::any::TypeId;

/// Adds the prompts of a registry to rmcp's prompt router, beside the existing ones.
///
/// A [mount](PromptRegistry::mount) does more. The router has no place for the following, so they are lost: completions; pages and cache
/// hints; in the listing, the form of older revisions; [visibility](prompt_runtime::RegistryBuilder::visible_when) in the listing (a hidden
/// prompt is listed, but a call is rejected); prompts that are inserted later; errors for malformed requests, which rmcp answers with
/// -32601. The server must declare the capability itself. [`PromptHandlers::check`] finds out if it does not; otherwise the first
/// `prompts/get` reports it.
///
/// # Errors
/// [`MountError::Registry`] for state that is not provided, [`MountError::Names`] for names that the router already has. In both cases
/// nothing is added.
pub fn add_to<S: ServerHandler + Send + Sync>(
    registry: &PromptRegistry,
    router: &mut PromptRouter<S>,
) -> Result<(), MountError> {
    let brings = RequestState::default();
    check_state(registry, None, |id| {
        id == TypeId::of::<S>() || brings.brings(id)
    })
    .map_err(MountError::Registry)?;
    let prompts = registry.prompts();
    let names = prompts.iter().map(|prompt| prompt.name().to_owned());
    let names = names.filter(|name| router.has_route(name));
    if let Some(error) = MountError::of_names(registry, names) {
        return Err(error);
    }
    for prompt in prompts {
        let listing: Prompt = match json::convert(prompt.listing()) {
            Ok(listing) => listing,
            Err(error) => {
                registry.report(&Report::Failed {
                    prompt: prompt.name(),
                    error: &error,
                });
                continue;
            }
        };
        let registry = registry.clone();
        router.add_route(PromptRoute::new_dyn(listing, move |call| {
            Box::pin(answer(registry.clone(), call))
        }));
    }
    Ok(())
}

async fn answer<S: ServerHandler + Send + Sync>(
    registry: PromptRegistry,
    call: PromptContext<'_, S>,
) -> Answer<PromptResponse> {
    let mut params = GetPromptRequestParams::new(call.name);
    params.arguments = call.arguments;
    PromptHandlers::new(&registry, call.server)
        .get_prompt(params, call.context)
        .await
}

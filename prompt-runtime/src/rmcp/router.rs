//! Routes for the prompt router of rmcp.

use super::request::always;
use super::{MountError, convert};
use crate::protocol::Revision;
use crate::registry::PromptRegistry;
use ::rmcp::ErrorData;
use ::rmcp::handler::server::prompt::PromptContext;
use ::rmcp::handler::server::router::prompt::{PromptRoute, PromptRouter};
use ::rmcp::model::{GetPromptRequestParams, GetPromptResponse};
use std::any::TypeId;

impl PromptRegistry {
    /// Adds these prompts to a prompt router of rmcp, beside those that are there.
    ///
    /// A [mount](Self::mount) does more. What this way loses, because the router has no place for it: completions; paging and caching
    /// hints; fields and content in the shape of older revisions, in the listing; [visibility](crate::RegistryBuilder::visible_when)
    /// of the listing (a hidden prompt is listed, and refused when it is asked for); prompts that are inserted later; malformed
    /// requests, which rmcp answers with -32601; and the capability, which the server declares itself.
    ///
    /// # Errors
    /// [`MountError::Registry`] for state that nobody provides, [`MountError::Names`] for names that the router has already. Nothing
    /// is added then.
    pub fn add_to<S: Send + Sync + 'static>(
        &self,
        router: &mut PromptRouter<S>,
    ) -> Result<(), MountError> {
        self.check_state_on(Some(TypeId::of::<S>()), &always())
            .map_err(MountError::Registry)?;
        let prompts = self.prompts();
        let taken: Vec<String> = prompts
            .iter()
            .map(|prompt| prompt.name())
            .filter(|name| router.has_route(name))
            .map(str::to_owned)
            .collect();
        if !taken.is_empty() {
            return Err(MountError::Names(taken));
        }
        for prompt in prompts {
            let listing = convert::prompt(prompt.listing().clone(), Revision::default());
            let registry = self.clone();
            router.add_route(PromptRoute::new_dyn(listing, move |call| {
                Box::pin(answer(registry.clone(), call))
            }));
        }
        Ok(())
    }
}

async fn answer<S: Send + Sync + 'static>(
    registry: PromptRegistry,
    call: PromptContext<'_, S>,
) -> Result<GetPromptResponse, ErrorData> {
    let mut params = GetPromptRequestParams::new(call.name);
    params.arguments = call.arguments;
    registry
        .by_hand(call.server)
        .get_prompt(params, call.context)
        .await
}

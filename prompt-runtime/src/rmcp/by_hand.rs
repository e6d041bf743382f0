//! For authors who write their own `impl ServerHandler`.

use super::answer::{self, Answers};
use super::request::Incoming;
use super::{convert, notify};
use crate::registry::{PromptRegistry, RegistryError, unknown};
use ::rmcp::model::{
    CompleteRequestParams, CompleteResult, CustomRequest, ErrorCode, GetPromptRequestParams,
    GetPromptResponse, ListPromptsResult, PaginatedRequestParams, Reference, ServerCapabilities,
};
use ::rmcp::service::{RequestContext, SubscriptionContext};
use ::rmcp::{ErrorData, RoleServer};
use std::fmt;

/// The prompts, answering from within an author's own [`ServerHandler`](::rmcp::ServerHandler). Made by
/// [`PromptRegistry::by_hand`].
#[derive(Clone, Copy)]
pub struct ByHand<'a> {
    answers: Answers<'a>,
}

impl PromptRegistry {
    /// The answers that a server gives from its own `impl ServerHandler`, by the same rules as a [mount](Self::mount). `server` is
    /// state that prompts find by its type.
    ///
    /// ```no_run
    /// use prompt_runtime::PromptRegistry;
    /// use rmcp::model::*;
    /// use rmcp::service::RequestContext;
    /// use rmcp::{ErrorData, RoleServer, ServerHandler};
    ///
    /// struct MyServer {
    ///     prompts: PromptRegistry,
    /// }
    ///
    /// impl ServerHandler for MyServer {
    ///     fn get_info(&self) -> ServerConfig {
    ///         let mut capabilities = ServerCapabilities::default();
    ///         self.prompts.by_hand(self).declare(&mut capabilities);
    ///         ServerConfig::new(capabilities)
    ///     }
    ///
    ///     async fn list_prompts(
    ///         &self,
    ///         params: Option<PaginatedRequestParams>,
    ///         context: RequestContext<RoleServer>,
    ///     ) -> Result<ListPromptsResult, ErrorData> {
    ///         self.prompts.by_hand(self).list_prompts(params, &context)
    ///     }
    ///
    ///     async fn get_prompt(
    ///         &self,
    ///         params: GetPromptRequestParams,
    ///         context: RequestContext<RoleServer>,
    ///     ) -> Result<GetPromptResponse, ErrorData> {
    ///         self.prompts.by_hand(self).get_prompt(params, context).await
    ///     }
    ///
    ///     async fn complete(
    ///         &self,
    ///         params: CompleteRequestParams,
    ///         context: RequestContext<RoleServer>,
    ///     ) -> Result<CompleteResult, ErrorData> {
    ///         self.prompts.by_hand(self).complete(params, context).await
    ///     }
    ///
    ///     async fn on_custom_request(
    ///         &self,
    ///         request: CustomRequest,
    ///         _: RequestContext<RoleServer>,
    ///     ) -> Result<CustomResult, ErrorData> {
    ///         Err(self.prompts.by_hand(self).refuse(&request))
    ///     }
    /// }
    /// ```
    ///
    /// A server whose prompts change while it runs also calls [`notify`](ByHand::notify) and [`listen`](ByHand::listen).
    #[must_use]
    pub fn by_hand<'a, S: Send + Sync + 'static>(&'a self, server: &'a S) -> ByHand<'a> {
        ByHand {
            answers: Answers {
                registry: self,
                server,
            },
        }
    }
}

impl ByHand<'_> {
    /// Checks that every piece of state that a prompt needs is provided. Call it once, before the server is served.
    ///
    /// # Errors
    /// Every prompt with a type that nobody provides.
    pub fn check(self) -> Result<(), RegistryError> {
        self.answers.check_state()
    }

    /// Adds what the prompts need to what the server declares.
    pub fn declare(self, capabilities: &mut ServerCapabilities) {
        answer::declare(self.answers.registry, capabilities);
    }

    /// Answers `prompts/list`.
    ///
    /// # Errors
    /// -32602 for a cursor that this registry did not hand out.
    pub fn list_prompts(
        self,
        params: Option<PaginatedRequestParams>,
        context: &RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        answer::list(self.answers.registry, params, context)
    }

    /// Answers `prompts/get`. A cancelled request drops the prompt's future.
    ///
    /// # Errors
    /// As [`PromptRegistry::get`].
    pub async fn get_prompt(
        self,
        params: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let incoming = Incoming::new(context, self.answers.registry);
        let context = incoming.context();
        #[cfg(feature = "elicitation")]
        let context = context.with_round(convert::round(&params));
        let prompt = self
            .answers
            .registry
            .find(&params.name, &context)
            .ok_or_else(|| convert::error(&unknown(&params.name)))?;
        self.answers
            .get(
                &prompt,
                params.arguments.as_ref(),
                &context,
                incoming.request(),
            )
            .await
    }

    /// Answers `completion/complete` for arguments of prompts. A server that completes resource templates looks at
    /// [`params.ref`](CompleteRequestParams::ref) first.
    ///
    /// # Errors
    /// -32602 for an unknown prompt, and for a reference to something other than a prompt.
    pub async fn complete(
        self,
        params: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let Reference::Prompt(reference) = &params.r#ref else {
            let sentence = "only arguments of prompts can be completed";
            return Err(ErrorData::invalid_params(sentence, None));
        };
        let incoming = Incoming::new(context, self.answers.registry);
        let context = incoming.context();
        let prompt = self
            .answers
            .registry
            .find(&reference.name, &context)
            .ok_or_else(|| convert::error(&unknown(&reference.name)))?;
        self.answers
            .complete(&prompt, params, &context, incoming.request())
            .await
    }

    /// The error for a custom request: -32602 for one of a prompt method, whose params rmcp could not read and handed on as a custom
    /// one, and -32601 for any other. A server with custom requests of its own asks this for those it does not know.
    #[must_use]
    pub fn refuse(self, request: &CustomRequest) -> ErrorData {
        answer::malformed(request).unwrap_or_else(|| {
            ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method.clone(), None)
        })
    }

    /// Tells the client of this request when the set of prompts changes, until its session ends. To be called from
    /// [`initialize`](::rmcp::ServerHandler::initialize), so only for clients of revisions before 2026-07-28.
    pub fn notify(self, context: &RequestContext<RoleServer>) {
        if self.answers.registry.is_live() {
            let ended = context.ct.clone().cancelled_owned();
            notify::session(self.answers.registry, context.peer.clone(), ended);
        }
    }

    /// Tells a `subscriptions/listen` stream when the set of prompts changes, until the client cancels it. To be called from
    /// [`listen`](::rmcp::ServerHandler::listen), when [`accepted_subscription_filter`](::rmcp::ServerHandler::accepted_subscription_filter)
    /// has accepted `prompts_list_changed`.
    pub async fn listen(self, context: &SubscriptionContext) {
        notify::until_cancelled(self.answers.registry, context).await;
    }
}

impl fmt::Debug for ByHand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByHand")
            .field("registry", self.answers.registry)
            .finish_non_exhaustive()
    }
}

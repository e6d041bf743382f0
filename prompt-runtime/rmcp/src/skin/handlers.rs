//! Answers for servers with their own `impl ServerHandler`.

use super::answers::{self, Answers, listing, listing_context};
use super::names::PromptResponse;
use super::pass::{Answer, Page, Request};
use super::request::{RequestState, RmcpRequest};
use super::rmcp::model::{
    CompleteRequestParams, CompleteResult, CustomRequest, ErrorCode, GetPromptRequestParams,
    ListPromptsResult, Reference, ServerCapabilities,
};
use super::rmcp::{ErrorData, ServerHandler};
use super::{MountError, error_data, notify};
use crate::{json, warn};
use prompt_runtime::PromptRegistry;
use prompt_runtime::edge::{MergedPrompt, Provide, unknown};
use std::any::{Any, TypeId, type_name};
use std::fmt;

/// The answers for a server's own [`ServerHandler`](super::rmcp::ServerHandler). They follow the same rules as a
/// [mount](PromptRegistry::mount).
#[derive(Clone)]
pub struct PromptHandlers<'a> {
    registry: &'a PromptRegistry,
    server: &'a (dyn Any + Send + Sync),
    name: &'static str,
    capabilities: fn(&(dyn Any + Send + Sync)) -> Option<ServerCapabilities>,
    state: RequestState,
}

impl<'a> PromptHandlers<'a> {
    /// Creates the handlers for the prompts of `registry` on `server`, which prompts find as state by its type.
    ///
    /// ```no_run
    /// # use rmcp3 as rmcp;
    /// use prompt_rmcp::v3::PromptHandlers;
    /// use prompt_runtime::PromptRegistry;
    /// use rmcp::model::*;
    /// use rmcp::service::RequestContext;
    /// use rmcp::{ErrorData, RoleServer, ServerHandler};
    ///
    /// struct MyServer {
    ///     prompts: PromptRegistry,
    /// }
    ///
    /// impl MyServer {
    ///     fn handlers(&self) -> PromptHandlers<'_> {
    ///         PromptHandlers::new(&self.prompts, self)
    ///     }
    /// }
    ///
    /// impl ServerHandler for MyServer {
    ///     fn get_info(&self) -> ServerConfig {
    ///         let mut capabilities = ServerCapabilities::default();
    ///         self.handlers().declare(&mut capabilities);
    ///         ServerConfig::new(capabilities)
    ///     }
    ///
    ///     async fn list_prompts(
    ///         &self,
    ///         params: Option<PaginatedRequestParams>,
    ///         context: RequestContext<RoleServer>,
    ///     ) -> Result<ListPromptsResult, ErrorData> {
    ///         self.handlers().list_prompts(params, &context)
    ///     }
    ///
    ///     async fn get_prompt(
    ///         &self,
    ///         params: GetPromptRequestParams,
    ///         context: RequestContext<RoleServer>,
    ///     ) -> Result<GetPromptResponse, ErrorData> {
    ///         self.handlers().get_prompt(params, context).await
    ///     }
    ///
    ///     async fn complete(
    ///         &self,
    ///         params: CompleteRequestParams,
    ///         context: RequestContext<RoleServer>,
    ///     ) -> Result<CompleteResult, ErrorData> {
    ///         self.handlers().complete(params, context).await
    ///     }
    ///
    ///     async fn on_custom_request(
    ///         &self,
    ///         request: CustomRequest,
    ///         _: RequestContext<RoleServer>,
    ///     ) -> Result<CustomResult, ErrorData> {
    ///         Err(self.handlers().refuse(&request))
    ///     }
    /// }
    /// ```
    ///
    /// If the prompts change while the server runs, also call [`notify`](Self::notify) and, with rmcp 3, `listen`.
    #[must_use]
    pub fn new<S: ServerHandler + Send + Sync>(
        registry: &'a PromptRegistry,
        server: &'a S,
    ) -> Self {
        Self {
            registry,
            server,
            name: type_name::<S>(),
            capabilities: |server| Some(server.downcast_ref::<S>()?.get_info().capabilities),
            state: RequestState::default(),
        }
    }

    /// Reads state of type `T` from each request, as [`Mounted::with_state`](super::Mounted::with_state) does.
    #[must_use]
    pub fn with_state<T: Send + Sync + 'static>(
        mut self,
        read: impl Fn(&Request) -> Option<T> + Send + Sync + 'static,
    ) -> Self {
        self.state.add(read);
        self
    }

    /// The registry.
    #[must_use]
    pub fn registry(&self) -> &'a PromptRegistry {
        self.registry
    }

    fn answers(&self) -> Answers<'_> {
        Answers {
            registry: self.registry,
            server: self,
            state: &self.state,
        }
    }
}

impl Provide for PromptHandlers<'_> {
    fn value(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        (self.server.type_id() == id).then_some(self.server)
    }

    fn innermost(&self) -> &'static str {
        self.name
    }
}

impl PromptHandlers<'_> {
    /// Checks that every state type that a prompt needs is provided, and that the server declares the capability `prompts`. Call it once,
    /// before serving. Otherwise the first request reports the error.
    ///
    /// # Errors
    /// [`MountError::Registry`] with every prompt that needs a type that is not provided, or [`MountError::Undeclared`].
    pub fn check(&self) -> Result<(), MountError> {
        self.answers().check_state().map_err(MountError::Registry)?;
        let capabilities = (self.capabilities)(self.server).unwrap_or_default();
        if capabilities.prompts.is_none() {
            return Err(MountError::Undeclared);
        }
        Ok(())
    }

    /// Reports, once, the error of [`check`](Self::check), for servers that do not call it.
    fn report_check(&self) {
        warn::check_once(self.registry, self.name, || self.check());
    }

    /// Adds the capabilities that the prompts need to those of the server.
    pub fn declare(&self, capabilities: &mut ServerCapabilities) {
        answers::declare(self.registry, capabilities);
    }

    /// Answers `prompts/list`.
    ///
    /// # Errors
    /// -32602 for a cursor that this registry did not create.
    pub fn list_prompts(&self, params: Page, context: &Request) -> Answer<ListPromptsResult> {
        self.report_check();
        let cursor = params.and_then(|params| params.cursor);
        let context = listing_context(self.registry, context, &self.state);
        let listing = listing(self.registry, cursor.as_deref(), &context)?;
        let hints = listing.cache_hints();
        let page = listing.merge([], |name: &String| name);
        let mut result = ListPromptsResult::default();
        super::set_cache_hints(&mut result, hints, None);
        for prompt in page.prompts {
            if let MergedPrompt::Ours(prompt) = prompt {
                let prompt = json::convert(&prompt).map_err(|error| error_data(&error))?;
                result.prompts.push(prompt);
            }
        }
        result.next_cursor = page.next_cursor;
        Ok(result)
    }

    /// Answers `prompts/get`. Cancelling the request drops the prompt's future.
    ///
    /// # Errors
    /// The same as for [`PromptRegistry::get`].
    pub async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        context: Request,
    ) -> Answer<PromptResponse> {
        self.report_check();
        let rmcp_request = RmcpRequest::new(context, &self.state);
        let context = rmcp_request.context();
        let context = context.with_round(super::round(&params));
        let answers = self.answers();
        let prompt = answers
            .request(&context)
            .find(&params.name)
            .ok_or_else(|| error_data(&unknown(&params.name)))?;
        answers
            .get(
                &prompt,
                params.arguments.as_ref(),
                &context,
                rmcp_request.request(),
            )
            .await
    }

    /// Answers `completion/complete` for arguments of prompts. A server that completes resource templates must check
    /// [`params.ref`](CompleteRequestParams::ref) first.
    ///
    /// # Errors
    /// -32602 for an unknown prompt, and for a reference to anything other than a prompt.
    pub async fn complete(
        &self,
        params: CompleteRequestParams,
        context: Request,
    ) -> Answer<CompleteResult> {
        let Reference::Prompt(reference) = &params.r#ref else {
            let sentence = "only arguments of prompts can be completed";
            return Err(ErrorData::invalid_params(sentence, None));
        };
        self.report_check();
        let rmcp_request = RmcpRequest::new(context, &self.state);
        let context = rmcp_request.context();
        let answers = self.answers();
        let prompt = answers
            .request(&context)
            .find(&reference.name)
            .ok_or_else(|| error_data(&unknown(&reference.name)))?;
        answers
            .complete(&prompt, params, &context, rmcp_request.request())
            .await
    }

    /// The error for a custom request: -32602 for a prompt method whose params rmcp could not read, and -32601 for any other method. A
    /// server with its own custom requests calls this for all others.
    #[must_use]
    pub fn refuse(&self, request: &CustomRequest) -> ErrorData {
        answers::malformed(request).unwrap_or_else(|| {
            ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method.clone(), None)
        })
    }

    /// Notifies the client of this request of changes to the prompts, until its session ends. Call it from
    /// [`initialize`](super::rmcp::ServerHandler::initialize), which only clients of revisions before 2026-07-28 use.
    pub fn notify(&self, context: &Request) {
        if self.registry.is_live() {
            let ended = context.ct.clone().cancelled_owned();
            notify::session(self.registry, context.peer.clone(), ended);
        }
    }
}

impl fmt::Debug for PromptHandlers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PromptHandlers")
            .field("registry", self.registry)
            .finish_non_exhaustive()
    }
}

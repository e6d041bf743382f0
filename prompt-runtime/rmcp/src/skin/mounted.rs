use super::answers::{self, Answers, completion};
use super::names::{
    COMPLETES_BY_DEFAULT, PromptResponse, ResourceResponse, ServerInfo, ToolResponse,
};
use super::pass::{Answer, Notification, Page, Request};
use super::request::{RequestState, RmcpRequest};
use super::rmcp::model::{
    self, CallToolRequestParams, CompleteRequestMethod, CompleteRequestParams, CompleteResult,
    CustomRequest, CustomResult, ErrorCode, GetPromptRequestParams, InitializeRequestParams,
    InitializeResult, ListPromptsResult, ListToolsResult, PromptReference, Reference,
    ServerCapabilities, Tool,
};
use super::rmcp::service::MaybeSendFuture;
use super::rmcp::{ErrorData, ServerHandler};
use super::tools::PromptTools;
use super::{MountError, error_data, has_handshake, merge, names, notify, probe};
use crate::warn;
use prompt_runtime::edge::params::COMPLETE;
use prompt_runtime::edge::{Mount, Mounts, Provide, Wrapped, once, unknown};
use prompt_runtime::{PromptRegistry, Report};
use std::any::type_name;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A server with prompts added to it. Made by [`PromptRegistry::mount`].
///
/// It is a [`ServerHandler`] itself, so it goes wherever the bare server went. Everything but prompts is answered by the wrapped
/// server, exactly as it answers alone; `prompts/list` merges both sets by name, and names that the registry does not know fall
/// through to the wrapped server. With a registry that changes, `subscriptions/listen` is accepted for it also where the wrapped
/// server knows of none.
///
/// Malformed requests of the prompt methods are answered with -32602 and a sentence that says what is wrong. Two kinds are beyond
/// the reach of any handler: rmcp takes a cursor that is no string for none, and has -32600 for a message whose `params` or `_meta`
/// is no object. What is no JSON, or nested deeper than 127 levels, has no answer over rmcp's own stdio transport;
/// `serve_stdio`, which rmcp 3 has, answers both kinds.
///
/// A prompt finds the server itself with `#[state] server: &MyServer`, however deep it is wrapped in `Arc`, mounts and
/// [`PromptTools`], and rmcp's `RequestContext<RoleServer>` the same way.
///
/// A prompt runs in the task of its request, beside all others, so it must not block. What blocks is awaited from another thread:
///
/// ```
/// # use prompt_runtime::prompt;
/// /// Explains the newest entries of the log.
/// #[prompt]
/// async fn explain_log() -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
///     let log = tokio::task::spawn_blocking(|| std::fs::read_to_string("server.log")).await??;
///     Ok(format!("Explain the newest entries of this log:\n\n{log}"))
/// }
/// ```
///
/// State that a prompt needs and that is not provided is an error of [`serve`](Self::serve) and [`check`](Self::check). Where neither is
/// called, as under Streamable HTTP, where every session has its own mount, it is one report when a client comes: call `check` once
/// before.
#[derive(Debug, Clone)]
pub struct Mounted<S> {
    pub(super) server: Wrapped<S>,
    /// The server as a source of state. Rust cannot ask in general whether `S` is one.
    provider: fn(&Wrapped<S>) -> &dyn Provide,
    pub(in super::super) registry: PromptRegistry,
    state: RequestState,
    /// `true` once a request has reached this mount that a wrapper around it does not hand on by itself.
    is_reached: Arc<AtomicBool>,
}

#[diagnostic::do_not_recommend]
impl<S: ServerHandler + Send + Sync> Mount<super::Version, S> for Mounts {
    type Mounted = Mounted<S>;

    fn mount(registry: &PromptRegistry, server: S) -> Mounted<S> {
        Mounted::new(registry, Wrapped::within::<Mounted<S>>(server), |server| {
            server
        })
    }
}

impl<S: ServerHandler> Mounted<S> {
    pub(super) fn new(
        registry: &PromptRegistry,
        server: Wrapped<S>,
        provider: fn(&Wrapped<S>) -> &dyn Provide,
    ) -> Self {
        // Without a newer revision than the server's own, as older versions of rmcp negotiate it.
        let state = RequestState::up_to(super::newest_revision(&server.get().get_info()));
        Self {
            server,
            provider,
            registry: registry.clone(),
            state,
            is_reached: Arc::default(),
        }
    }
}

impl<S> Mounted<S> {
    /// The wrapped server.
    #[must_use]
    pub fn inner(&self) -> &S {
        self.server.get()
    }

    /// The prompts.
    #[must_use]
    pub fn registry(&self) -> &PromptRegistry {
        &self.registry
    }

    /// Announces that requests bring state of type `T`, and reads it from a request. `None` leaves it to the server and the registry to
    /// provide it.
    ///
    /// Values that a layer of the HTTP server has put into the HTTP request, such as the authenticated user, become state of prompts
    /// this way, or shorter with [`request_extension`](super::request_extension):
    ///
    /// ```
    /// # use rmcp3 as rmcp;
    /// # use prompt_runtime::PromptRegistry;
    /// # #[derive(Clone)]
    /// # struct User(String);
    /// # fn f(prompts: PromptRegistry, server: impl rmcp::ServerHandler + Send + Sync) {
    /// prompts.mount(server).with_state(|request| {
    ///     let parts = request.extensions.get::<http::request::Parts>()?;
    ///     parts.extensions.get::<User>().cloned()
    /// });
    /// # }
    /// ```
    #[must_use]
    pub fn with_state<T: Send + Sync + 'static>(
        mut self,
        read: impl Fn(&Request) -> Option<T> + Send + Sync + 'static,
    ) -> Self {
        self.state.add(read);
        self
    }
}

impl<S: ServerHandler> Mounted<S> {
    /// Offers the prompts as two tools as well, `list_prompts` and `get_prompt`, for hosts that know tools only.
    ///
    /// They list and get what `prompts/list` and `prompts/get` do, the wrapped server's own prompts included, with the same checks.
    /// A mistake in a call comes back as a tool result with `isError`, in the same words, so that the model can mend it.
    ///
    /// The wrapped server's own tools stay as they are: its listing is paged as before, with these two at its end. A tool of its own
    /// with one of these names is an error of [`PromptTools::serve`] and [`PromptTools::check`]; one that comes later is found with
    /// [`ServerHandler::get_tool`] and answers in place of ours.
    #[must_use]
    pub fn with_prompt_tools(self) -> PromptTools<S>
    where
        S: Send + Sync,
    {
        PromptTools::new(self)
    }

    /// Checks what can be wrong between the prompts and the server: state that is provided nowhere, and names that both have. The
    /// wrapped server is asked for its prompts once. Where it does not list them to a client without authorization, that part is left out;
    /// where the listing takes longer than five seconds, a report says that the names were not checked.
    ///
    /// # Errors
    /// [`MountError::Registry`] or [`MountError::Names`], each with everything that is wrong.
    pub async fn check(&self) -> Result<(), MountError> {
        self.answers().check_state().map_err(MountError::Registry)?;
        warn::lossy_listings::<model::Prompt>(&self.registry, names::MAJOR);
        let mut names = probe::prompt_names(&self.registry, self.inner()).await;
        names.retain(|name| self.registry.prompt(name).is_some());
        if names.is_empty() {
            Ok(())
        } else {
            Err(MountError::Names(names))
        }
    }

    fn answers(&self) -> Answers<'_> {
        Answers {
            registry: &self.registry,
            server: (self.provider)(&self.server),
            state: &self.state,
        }
    }

    /// Reports missing state, once for each kind of server, at what clients begin with.
    pub(super) fn warn_of_state(&self) {
        self.is_reached.store(true, Ordering::Relaxed);
        if once(&self.registry, type_name::<S>())
            && let Err(error) = self.answers().check_state()
        {
            let error = MountError::Registry(error).to_string();
            self.registry.report(&Report::Warning(error.into()));
        }
    }

    /// Reports a wrapper around this mount that hands on tools and not prompts: a session that began with `initialize`, of which only calls
    /// of tools arrive here. Without a handshake a client may call a tool and nothing else.
    fn warn_of_wrapper(&self, request: &Request) {
        if self.is_reached.load(Ordering::Relaxed) || !has_handshake(request) {
            return;
        }
        let warning = "a tool was called through this mount, and neither `initialize` nor a request for prompts came this way: a wrapper \
                       around it does not hand on all requests, so clients see no prompts; mount last, around every wrapper";
        warn::warn_once(&self.registry, warning);
    }

    fn declare(&self, capabilities: &mut ServerCapabilities) {
        answers::declare(&self.registry, capabilities);
    }

    /// Returns `true` when this server declares `completion/complete`.
    fn completes(&self) -> bool {
        self.registry.has_completions()
            || self.inner().get_info().capabilities.completions.is_some()
    }

    /// The wrapped server's suggestions for one of its prompts.
    async fn complete_theirs(
        &self,
        name: String,
        params: CompleteRequestParams,
        request: Request,
    ) -> Answer<CompleteResult> {
        let answer = self.inner().complete(params, request.clone()).await;
        let is_unanswered = match &answer {
            Err(error) => error.code == ErrorCode::METHOD_NOT_FOUND,
            Ok(result) => {
                let result = &result.completion;
                COMPLETES_BY_DEFAULT && result.values.is_empty() && result.total.is_none()
            }
        };
        match answer {
            _ if is_unanswered => {
                let theirs = merge::list_all(self.inner(), None, request)
                    .await
                    .map_err(|why| why.into_error(&self.registry))?;
                let mut prompts = theirs.unwrap_or_default().prompts.into_iter();
                // The capability is ours: for prompts of a server without completions there is nothing to suggest.
                if prompts.any(|prompt| prompt.name == name) {
                    completion(&prompt_runtime::model::CompleteResult::default())
                } else {
                    Err(error_data(&unknown(&name)))
                }
            }
            answer => answer,
        }
    }
}

// A method that rmcp adds must be passed on too, not fall back to its default. What is done here and large is boxed, or every request
// of the server, whatever its method, would take the space of ours.
#[deny(clippy::missing_trait_methods)]
#[allow(deprecated)]
impl<S: ServerHandler> ServerHandler for Mounted<S> {
    pass_the_rest!(inner);
    declare_this_version!(inner);
    subscribe_this_version!();

    pass! {
        inner:
        on_initialized(context: Notification) -> ();
        list_tools(params: Page, context: Request) -> Answer<ListToolsResult>;
    }

    fn call_tool(
        &self,
        params: CallToolRequestParams,
        request: Request,
    ) -> impl Future<Output = Answer<ToolResponse>> + MaybeSendFuture + '_ {
        self.warn_of_wrapper(&request);
        self.inner().call_tool(params, request)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.inner().get_tool(name)
    }

    fn get_info(&self) -> ServerInfo {
        let mut info = self.inner().get_info();
        self.declare(&mut info.capabilities);
        info
    }

    fn initialize(
        &self,
        params: InitializeRequestParams,
        request: Request,
    ) -> impl Future<Output = Answer<InitializeResult>> + MaybeSendFuture + '_ {
        Box::pin(async move {
            self.warn_of_state();
            let session = self
                .registry
                .is_live()
                .then(|| (request.peer.clone(), request.ct.clone()));
            let mut result = self.inner().initialize(params, request).await?;
            self.declare(&mut result.capabilities);
            if let Some((peer, ended)) = session {
                notify::session(&self.registry, peer, ended.cancelled_owned());
            }
            Ok(result)
        })
    }

    fn list_prompts(
        &self,
        params: Page,
        request: Request,
    ) -> impl Future<Output = Answer<ListPromptsResult>> + MaybeSendFuture + '_ {
        Box::pin(async move {
            self.warn_of_state();
            merge::list(&self.registry, self.inner(), &self.state, params, request).await
        })
    }

    fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        request: Request,
    ) -> impl Future<Output = Answer<PromptResponse>> + MaybeSendFuture + '_ {
        // Made outside of the future, which with room for the request would be larger than the blocks that allocators keep at hand.
        let rmcp_request = RmcpRequest::new(request, &self.state);
        Box::pin(async move {
            self.is_reached.store(true, Ordering::Relaxed);
            let context = rmcp_request.context().with_round(super::round(&params));
            if let Some(prompt) = self.answers().request(&context).find(&params.name) {
                let arguments = params.arguments.as_ref();
                return self
                    .answers()
                    .get(&prompt, arguments, &context, rmcp_request.request())
                    .await;
            }
            drop(context);
            let name = params.name.clone();
            match self
                .inner()
                .get_prompt(params, rmcp_request.into_request())
                .await
            {
                // The wrapped server has no prompts at all: to the client that is a prompt it does not know.
                Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                    Err(error_data(&unknown(&name)))
                }
                answer => answer,
            }
        })
    }

    fn complete(
        &self,
        params: CompleteRequestParams,
        request: Request,
    ) -> impl Future<Output = Answer<CompleteResult>> + MaybeSendFuture + '_ {
        Box::pin(async move {
            let Reference::Prompt(PromptReference { name, .. }) = &params.r#ref else {
                return self.inner().complete(params, request).await;
            };
            let rmcp_request = RmcpRequest::new(request, &self.state);
            let context = rmcp_request.context();
            match self.answers().request(&context).find(name) {
                Some(prompt) if self.completes() => {
                    self.answers()
                        .complete(&prompt, params, &context, rmcp_request.request())
                        .await
                }
                Some(_) => Err(ErrorData::method_not_found::<CompleteRequestMethod>()),
                None => {
                    drop(context);
                    let request = rmcp_request.into_request();
                    if self.registry.has_completions() {
                        self.complete_theirs(name.clone(), params, request).await
                    } else {
                        self.inner().complete(params, request).await
                    }
                }
            }
        })
    }

    /// Params of a prompt method that rmcp cannot read arrive here.
    fn on_custom_request(
        &self,
        request: CustomRequest,
        context: Request,
    ) -> impl Future<Output = Answer<CustomResult>> + MaybeSendFuture + '_ {
        Box::pin(async move {
            let is_ours = request.method != COMPLETE || self.registry.has_completions();
            match answers::malformed(&request) {
                Some(error) if is_ours => Err(error),
                _ => self.inner().on_custom_request(request, context).await,
            }
        })
    }
}

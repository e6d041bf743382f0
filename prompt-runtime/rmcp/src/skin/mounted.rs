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
use prompt_runtime::PromptRegistry;
use prompt_runtime::edge::params::{COMPLETE, LISTEN, malformed_subscription};
use prompt_runtime::edge::{Mount, Mounts, Provide, Wrapped, unknown};
use std::any::type_name;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A server with prompts added to it. [`PromptRegistry::mount`] creates it.
///
/// It is a [`ServerHandler`] itself, so it can be used wherever the original server was. The wrapped server answers everything except
/// prompts, exactly as it does alone. `prompts/list` merges both sets by name, and requests for names that the registry does not have go to
/// the wrapped server. If the registry can change, `subscriptions/listen` is accepted even if the wrapped server does not support it.
///
/// A malformed request of a prompt method is answered with -32602 and a sentence with the reason. No handler can do this for two kinds:
/// rmcp treats a cursor that is not a string as absent, and answers -32600 to a message whose `params` or `_meta` is not an object. A
/// message that is not JSON, or is nested deeper than 127 levels, receives no answer over rmcp's own stdio transport. `serve_stdio`, which
/// rmcp 3 has, answers these messages too.
///
/// A prompt can receive the server itself with `#[state] server: &MyServer`, at any depth of wrapping in `Arc`, mounts and [`PromptTools`].
/// It can receive rmcp's `RequestContext<RoleServer>` in the same way.
///
/// A prompt runs in the task of its request, on the runtime's worker threads, so it must not block. Run blocking work on another thread and
/// await it:
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
/// Missing state is an error of [`serve`](Self::serve) and [`check`](Self::check). If neither is called, it is reported once when a client
/// connects. This is the case with Streamable HTTP, where every session has its own mount: call `check` once before.
#[derive(Debug, Clone)]
pub struct Mounted<S> {
    pub(super) server: Wrapped<S>,
    /// The server as a source of state. This is a function pointer, because Rust cannot test if any `S` implements `Provide`.
    provider: fn(&Wrapped<S>) -> &dyn Provide,
    pub(in super::super) registry: PromptRegistry,
    state: RequestState,
    /// `true` once this mount has received a request that a wrapper around it must forward explicitly.
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
        // Older versions of rmcp never negotiate a newer revision than the server's own.
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
    /// A reference to the wrapped server.
    #[must_use]
    pub fn inner(&self) -> &S {
        self.server.get()
    }

    /// The registry.
    #[must_use]
    pub fn registry(&self) -> &PromptRegistry {
        &self.registry
    }

    /// Declares that requests provide state of type `T`, and sets the function that reads it from a request. If the function returns
    /// `None`, the value comes from the server or the registry.
    ///
    /// This turns values that an HTTP server's layers put into the HTTP request, such as the authenticated user, into state of prompts.
    /// [`request_extension`](super::request_extension) is a shorter form:
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
    /// Also offers the prompts as two tools, `list_prompts` and `get_prompt`, for hosts that support only tools.
    ///
    /// The tools list and get the same prompts as `prompts/list` and `prompts/get`, including the wrapped server's own, with the same
    /// checks. An invalid call returns a tool result with `isError` and the same message, so that the model can correct the call.
    ///
    /// The wrapped server's own tools stay unchanged: its listing keeps its pages, with these two tools at the end. If the server already
    /// has a tool with one of these names, [`PromptTools::serve`] and [`PromptTools::check`] return an error. A tool that is added later is
    /// found with [`ServerHandler::get_tool`] and takes precedence.
    #[must_use]
    pub fn with_prompt_tools(self) -> PromptTools<S>
    where
        S: Send + Sync,
    {
        PromptTools::new(self)
    }

    /// Checks for conflicts between the prompts and the server: missing state, and names that both have. The wrapped server is asked for
    /// its prompts once. If it does not list them to a client without authorization, the names are not checked. If the listing takes longer
    /// than five seconds, a report states that the names were not checked. Prompts whose listing or audio this rmcp cannot express are reported.
    ///
    /// # Errors
    /// [`MountError::Registry`] or [`MountError::Names`], each with every mistake.
    pub async fn check(&self) -> Result<(), MountError> {
        self.answers().check_state().map_err(MountError::Registry)?;
        warn::lossy_prompts::<model::Prompt, model::PromptMessage>(&self.registry, names::MAJOR);
        let names = probe::prompt_names(&self.registry, self.inner()).await;
        MountError::of_names(&self.registry, names).map_or(Ok(()), Err)
    }

    fn answers(&self) -> Answers<'_> {
        Answers {
            registry: &self.registry,
            server: (self.provider)(&self.server),
            state: &self.state,
        }
    }

    /// Reports missing state, once for each server type, at a client's first request about prompts.
    pub(super) fn warn_of_state(&self) {
        if self.is_reached.load(Ordering::Relaxed) {
            return;
        }
        self.is_reached.store(true, Ordering::Relaxed);
        warn::check_once(&self.registry, type_name::<S>(), || {
            self.answers().check_state().map_err(MountError::Registry)
        });
    }

    /// Reports a wrapper around this mount that forwards tools but not prompts: a session that began with `initialize` and of which only
    /// tool calls arrive here. Without a handshake a client may call just a tool, so such requests are not reported.
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

    /// Returns `true` if this server declares the capability `completions`.
    fn completes(&self) -> bool {
        self.registry.has_completions()
            || self.inner().get_info().capabilities.completions.is_some()
    }

    /// The wrapped server's completions for one of its prompts.
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
                let own = merge::list_all(self.inner(), None, request).await?;
                own.report(&self.registry);
                let is_whole = own.error.is_none();
                // The registry declared the capability. A server without completions has nothing to suggest for its prompts.
                if own.into_prompts().iter().any(|prompt| prompt.name == name) {
                    completion(&prompt_runtime::model::CompleteResult::default())
                } else if is_whole {
                    Err(error_data(&unknown(&name)))
                } else {
                    Err(ErrorData::internal_error("internal error", None))
                }
            }
            answer => answer,
        }
    }
}

// A method that a later rmcp adds must be forwarded too, not fall back to its default. Large futures are boxed, because otherwise every
// request of the server, of any method, would need their space.
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
        // This value is created outside the future. With it, the future would be larger than the blocks that allocators keep ready.
        let rmcp_request = RmcpRequest::new(request, &self.state);
        Box::pin(async move {
            self.warn_of_state();
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
                // The wrapped server has no prompts at all, so the prompt is unknown to the client.
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
            self.warn_of_state();
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

    /// Requests of a prompt method whose params rmcp cannot read arrive here.
    fn on_custom_request(
        &self,
        request: CustomRequest,
        context: Request,
    ) -> impl Future<Output = Answer<CustomResult>> + MaybeSendFuture + '_ {
        Box::pin(async move {
            let error = match request.method.as_str() {
                COMPLETE if !self.registry.has_completions() => None,
                LISTEN if self.registry.is_live() && !has_handshake(&context) => {
                    let error = malformed_subscription(request.params.as_ref());
                    Some(error_data(&error))
                }
                _ => answers::malformed(&request),
            };
            match error {
                Some(error) => Err(error),
                None => self.inner().on_custom_request(request, context).await,
            }
        })
    }
}

use super::answer::{self, Answers};
use super::pass::{Answer, Notification, Page, Request, pass, pass_the_rest};
use super::request::Incoming;
use super::tools::PromptTools;
use super::{MountError, convert, merge, notify, probe};
use crate::context::Context;
use crate::message::JsonObject;
use crate::protocol::request::COMPLETE;
use crate::registry::{Found, PromptRegistry, unknown};
use crate::report::Report;
use ::rmcp::model::{
    self, CallToolRequestParams, CallToolResponse, CompleteRequestMethod, CompleteRequestParams,
    CompleteResult, CustomRequest, CustomResult, DiscoverResult, ErrorCode, GetPromptRequestParams,
    GetPromptResponse, InitializeRequestParams, InitializeResult, ListPromptsResult,
    ListToolsResult, PromptReference, Reference, ServerCapabilities, ServerConfig,
    SubscriptionFilter, Tool,
};
use ::rmcp::service::{MaybeSendFuture, RunningService, ServiceExt, SubscriptionContext};
use ::rmcp::transport::IntoTransport;
use ::rmcp::{ErrorData, RoleServer, ServerHandler};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// A server with prompts added to it. Made by [`PromptRegistry::mount`].
///
/// It is a [`ServerHandler`] itself, so it goes wherever the bare server went. Everything but prompts is answered by the wrapped
/// server, exactly as it answers alone; `prompts/list` merges both sets by name, and names that the registry does not know fall
/// through to the wrapped server. With a registry that changes, `subscriptions/listen` is accepted for it also where the wrapped
/// server knows of none.
///
/// Malformed requests of the prompt methods are answered with -32602 and a sentence that says what is wrong. Two kinds are beyond
/// the reach of any handler: rmcp takes a cursor that is no string for none, and has -32600 for a message whose `params` or `_meta`
/// is no object. What is no JSON, or nested deeper than 127 levels, has no answer over stdio.
#[derive(Debug)]
pub struct Mounted<S> {
    inner: S,
    registry: PromptRegistry,
}

impl PromptRegistry {
    /// Adds these prompts to a server that speaks through rmcp. Needs the feature `rmcp`.
    ///
    /// ```no_run
    /// use prompt_runtime::PromptRegistry;
    /// # use rmcp::ServerHandler;
    /// # struct MyServer;
    /// # impl ServerHandler for MyServer {}
    /// # async fn f() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    /// let prompts = PromptRegistry::from_inventory()?;
    /// prompts.mount(MyServer).serve(rmcp::transport::stdio()).await?.waiting().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// A prompt finds the server itself with `#[state] server: &MyServer`, also where it is mounted as `Arc<MyServer>` or is a mount
    /// already, and rmcp's `RequestContext<RoleServer>` the same way.
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
    /// State that a prompt needs and nobody provides is an error of [`Mounted::serve`] and [`Mounted::check`], and one report when a
    /// client comes for who calls neither, as under Streamable HTTP, where every session has its own mount: call `check` once before.
    pub fn mount<S: ServerHandler + Send + Sync>(&self, server: S) -> Mounted<S> {
        Mounted {
            inner: server,
            registry: self.clone(),
        }
    }
}

impl<S> Mounted<S> {
    /// The wrapped server.
    #[must_use]
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// The prompts.
    #[must_use]
    pub fn registry(&self) -> &PromptRegistry {
        &self.registry
    }
}

impl<S: ServerHandler + Send + Sync> Mounted<S> {
    /// Offers the prompts as two tools as well, `list_prompts` and `get_prompt`, for hosts that know tools only.
    ///
    /// They list and get what `prompts/list` and `prompts/get` do, the wrapped server's own prompts included, with the same checks.
    /// What is wrong with a call comes back as a tool result with `isError`, in the same words, so that the model can mend it.
    ///
    /// The wrapped server's own tools stay as they are: its listing is paged as before, with these two at its end. A tool of its own
    /// with one of these names is an error of [`PromptTools::serve`] and [`PromptTools::check`]; one that comes later is found with
    /// [`ServerHandler::get_tool`] and answers in place of ours.
    #[must_use]
    pub fn with_prompt_tools(self) -> PromptTools<S> {
        PromptTools::new(self)
    }

    /// Checks what can be wrong between the prompts and the server: state that nobody provides, and names that both have. The
    /// wrapped server is asked for its prompts once; when it does not list them to a stranger within five seconds, that part is left
    /// out.
    ///
    /// # Errors
    /// [`MountError::Registry`] or [`MountError::Names`], each with everything that is wrong.
    pub async fn check(&self) -> Result<(), MountError> {
        self.answers().check_state().map_err(MountError::Registry)?;
        let mut names = probe::prompt_names(&self.registry, &self.inner).await;
        names.retain(|name| self.registry.prompt(name).is_some());
        if names.is_empty() {
            Ok(())
        } else {
            Err(MountError::Names(names))
        }
    }

    /// [`check`](Self::check), then rmcp's own `serve`.
    ///
    /// # Errors
    /// What the check finds, and what rmcp's `serve` fails with.
    pub async fn serve<T, E, A>(
        self,
        transport: T,
    ) -> Result<RunningService<RoleServer, Self>, MountError>
    where
        T: IntoTransport<RoleServer, E, A>,
        E: std::error::Error + Send + Sync + 'static,
    {
        self.check().await?;
        Ok(ServiceExt::serve(self, transport).await?)
    }

    fn answers(&self) -> Answers<'_> {
        Answers {
            registry: &self.registry,
            server: &self.inner,
        }
    }

    /// Reports missing state, once for each kind of server, at what clients begin with.
    fn warn_of_state(&self) {
        if self.registry.once(std::any::type_name::<S>())
            && let Err(error) = self.answers().check_state()
        {
            self.registry
                .report(&Report::Warning(error.to_string().into()));
        }
    }

    fn declare(&self, capabilities: &mut ServerCapabilities) {
        answer::declare(&self.registry, capabilities);
    }

    /// Whether `completion/complete` is among what this server declares.
    fn completes(&self) -> bool {
        self.registry.has_completions() || self.inner.get_info().capabilities.completions.is_some()
    }

    /// What the wrapped server suggests for one of its prompts.
    async fn complete_theirs(
        &self,
        name: String,
        params: CompleteRequestParams,
        request: Request,
    ) -> Answer<CompleteResult> {
        match self.inner.complete(params, request.clone()).await {
            Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                let theirs = merge::drain(&self.inner, None, request)
                    .await
                    .map_err(|why| why.into_error(&self.registry))?;
                let mut prompts = theirs.unwrap_or_default().prompts.into_iter();
                // The capability is ours: for prompts of a server without completions there is nothing to suggest.
                if prompts.any(|prompt| prompt.name == name) {
                    Ok(convert::completion(crate::CompleteResult::default()))
                } else {
                    Err(convert::error(&unknown(&name)))
                }
            }
            answer => answer,
        }
    }
}

/// What became of `prompts/get` at once.
enum Begun<'a, T> {
    Done(Answer<GetPromptResponse>),
    Later {
        prompt: Found<'a>,
        arguments: Option<JsonObject>,
        context: Context,
        incoming: Arc<Incoming>,
    },
    Theirs {
        name: String,
        future: Pin<Box<T>>,
    },
}

// A method that rmcp adds must be passed on too, not fall back to its default. What is done here and large is boxed, or every request
// of the server, whatever its method, would take the space of ours.
#[deny(clippy::missing_trait_methods)]
#[allow(deprecated)]
impl<S: ServerHandler + Send + Sync> ServerHandler for Mounted<S> {
    pass_the_rest!(inner);

    pass! {
        inner:
        call_tool(params: CallToolRequestParams, context: Request) -> Answer<CallToolResponse>;
        list_tools(params: Page, context: Request) -> Answer<ListToolsResult>;
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.inner.get_tool(name)
    }

    fn get_info(&self) -> ServerConfig {
        let mut info = self.inner.get_info();
        self.declare(&mut info.capabilities);
        info
    }

    fn negotiate_initialize(&self, params: &InitializeRequestParams) -> Answer<InitializeResult> {
        let mut result = self.inner.negotiate_initialize(params)?;
        self.declare(&mut result.capabilities);
        Ok(result)
    }

    fn initialize(
        &self,
        params: InitializeRequestParams,
        request: Request,
    ) -> impl Future<Output = Answer<InitializeResult>> + MaybeSendFuture + '_ {
        self.warn_of_state();
        Box::pin(async move {
            let session = self
                .registry
                .is_live()
                .then(|| (request.peer.clone(), request.ct.clone()));
            let mut result = self.inner.initialize(params, request).await?;
            self.declare(&mut result.capabilities);
            if let Some((peer, ended)) = session {
                notify::session(&self.registry, peer, ended.cancelled_owned());
            }
            Ok(result)
        })
    }

    fn discover(
        &self,
        request: Request,
    ) -> impl Future<Output = Answer<DiscoverResult>> + MaybeSendFuture + '_ {
        self.warn_of_state();
        Box::pin(async move {
            let mut result = self.inner.discover(request).await?;
            self.declare(&mut result.capabilities);
            Ok(result)
        })
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        let theirs = self.inner.accepted_subscription_filter(requested);
        if !self.registry.is_live() {
            return theirs;
        }
        let mut both = theirs.unwrap_or_default();
        both.prompts_list_changed = requested.prompts_list_changed;
        Some(both)
    }

    fn listen(
        &self,
        context: SubscriptionContext,
    ) -> impl Future<Output = Answer<()>> + MaybeSendFuture + '_ {
        Box::pin(async move {
            if !self.registry.is_live() || context.accepted().prompts_list_changed != Some(true) {
                return self.inner.listen(context).await;
            }
            if self
                .inner
                .accepted_subscription_filter(context.requested())
                .is_none()
            {
                // The wrapped server does not know of subscriptions: this one is ours alone.
                notify::until_cancelled(&self.registry, &context).await;
                return Ok(());
            }
            let ours = notify::subscription(&self.registry, context.sink().clone());
            tokio::select! {
                biased;
                theirs = self.inner.listen(context) => theirs,
                never = ours => match never {},
            }
        })
    }

    fn list_prompts(
        &self,
        params: Page,
        request: Request,
    ) -> impl Future<Output = Answer<ListPromptsResult>> + MaybeSendFuture + '_ {
        self.warn_of_state();
        Box::pin(merge::list(&self.registry, &self.inner, params, request))
    }

    fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        request: Request,
    ) -> impl Future<Output = Answer<GetPromptResponse>> + MaybeSendFuture + '_ {
        let incoming = Incoming::new(request, &self.registry);
        let context = incoming.context();
        #[cfg(feature = "elicitation")]
        let context = context.with_round(convert::round(&params));
        let begun = if let Some(prompt) = self.registry.find(&params.name, &context) {
            let arguments = params.arguments;
            let answers = self.answers();
            match answers.get_now(&prompt, arguments.as_ref(), &context) {
                Some(answer) => Begun::Done(answer),
                None => Begun::Later {
                    prompt,
                    arguments,
                    context,
                    incoming,
                },
            }
        } else {
            drop(context);
            let name = params.name.clone();
            let future = Box::pin(self.inner.get_prompt(params, incoming.into_request()));
            Begun::Theirs { name, future }
        };
        async move {
            match begun {
                Begun::Done(answer) => answer,
                Begun::Later {
                    ref prompt,
                    ref arguments,
                    ref context,
                    ref incoming,
                } => {
                    let (arguments, request) = (arguments.as_ref(), incoming.request());
                    self.answers()
                        .get(prompt, arguments, context, request)
                        .await
                }
                Begun::Theirs { name, future } => match future.await {
                    // The wrapped server has no prompts at all: to the client that is a prompt it does not know.
                    Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                        Err(convert::error(&unknown(&name)))
                    }
                    answer => answer,
                },
            }
        }
    }

    fn complete(
        &self,
        params: CompleteRequestParams,
        request: Request,
    ) -> impl Future<Output = Answer<CompleteResult>> + MaybeSendFuture + '_ {
        Box::pin(async move {
            let Reference::Prompt(PromptReference { name, .. }) = &params.r#ref else {
                return self.inner.complete(params, request).await;
            };
            let incoming = Incoming::new(request, &self.registry);
            let context = incoming.context();
            match self.registry.find(name, &context) {
                Some(prompt) if self.completes() => {
                    self.answers()
                        .complete(&prompt, params, &context, incoming.request())
                        .await
                }
                Some(_) => Err(ErrorData::method_not_found::<CompleteRequestMethod>()),
                None => {
                    drop(context);
                    let request = incoming.into_request();
                    if self.registry.has_completions() {
                        self.complete_theirs(name.clone(), params, request).await
                    } else {
                        self.inner.complete(params, request).await
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
            match answer::malformed(&request) {
                Some(error) if is_ours => Err(error),
                _ => self.inner.on_custom_request(request, context).await,
            }
        })
    }
}

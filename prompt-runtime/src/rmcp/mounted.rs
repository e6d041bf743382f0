use super::answer::{self, Answers};
use super::either::Either;
use super::request::Incoming;
use super::tools::PromptTools;
use super::{MountError, convert, merge, notify, probe};
use crate::protocol::request::COMPLETE;
use crate::registry::{PromptRegistry, unknown};
use crate::report::Report;
use ::rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelTaskParams, CancelledNotificationParam,
    CompleteRequestMethod, CompleteRequestParams, CompleteResult, CustomNotification,
    CustomRequest, CustomResult, DiscoverResult, ErrorCode, GetPromptRequestParams,
    GetPromptResponse, GetSkillRequestParams, GetSkillResult, GetTaskParams, GetTaskResult,
    InitializeRequestParams, InitializeResult, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListSkillsResult, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, PromptReference, ProtocolVersion,
    ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult, ReadResourceRequestParams,
    ReadResourceResponse, Reference, ServerCapabilities, ServerConfig, SubscribeRequestParams,
    SubscriptionFilter, Tool, UnsubscribeRequestParams, UpdateTaskParams,
};
// rmcp deprecates logging, and passes it on all the same.
#[allow(deprecated)]
use ::rmcp::model::SetLevelRequestParams;
use ::rmcp::service::{
    MaybeSendFuture, NotificationContext, RequestContext, RunningService, ServiceExt,
    SubscriptionContext,
};
use ::rmcp::transport::IntoTransport;
use ::rmcp::{ErrorData, RoleServer, ServerHandler};
use std::borrow::Cow;
use std::future::{Future, ready};
use std::sync::{Mutex, PoisonError};

type Request = RequestContext<RoleServer>;
type Notification = NotificationContext<RoleServer>;

/// A server with prompts added to it. Made by [`PromptRegistry::mount`].
///
/// It is a [`ServerHandler`] itself, so it goes wherever the bare server went. Everything but prompts is answered by the wrapped
/// server, exactly as it answers alone; `prompts/list` merges both sets by name, and names that the registry does not know fall
/// through to the wrapped server.
///
/// Malformed requests of the prompt methods are answered with -32602 and a sentence that says what is wrong. Two kinds are beyond
/// the reach of any handler: rmcp takes a cursor that is no string for none, and has -32600 for a message whose `params` or `_meta`
/// is no object.
#[derive(Debug)]
pub struct Mounted<S> {
    inner: S,
    registry: PromptRegistry,
    tools: Option<PromptTools>,
    /// Begun when a subscription is accepted: rmcp acknowledges it before it asks to [`listen`](ServerHandler::listen), and the
    /// client may change the set in between.
    offered: Mutex<Option<notify::Feed>>,
}

impl PromptRegistry {
    /// Adds these prompts to a server that speaks through rmcp.
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
    /// A prompt finds the server itself with `#[state] server: &MyServer`, also where it is mounted as `Arc<MyServer>`, and rmcp's
    /// `RequestContext<RoleServer>` the same way.
    ///
    /// State that a prompt needs and nobody provides is an error of [`Mounted::serve`] and [`Mounted::check`], and one report here for
    /// who calls neither, as under Streamable HTTP, where every session has its own mount: call `check` once before.
    pub fn mount<S: ServerHandler + Send + Sync>(&self, server: S) -> Mounted<S> {
        let mounted = Mounted {
            inner: server,
            registry: self.clone(),
            tools: None,
            offered: Mutex::new(None),
        };
        if self.once(std::any::type_name::<S>())
            && let Err(error) = mounted.answers().check_state()
        {
            self.report(&Report::Warning(error.to_string().into()));
        }
        mounted
    }
}

impl<S: ServerHandler + Send + Sync> Mounted<S> {
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

    /// Offers the prompts as two tools as well, `list_prompts` and `get_prompt`, for hosts that know tools only.
    ///
    /// They list and get what `prompts/list` and `prompts/get` do, the wrapped server's own prompts included, with the same checks.
    /// What is wrong with a call comes back as a tool result with `isError`, in the same words, so that the model can mend it.
    ///
    /// The wrapped server's own tools stay as they are: its listing is paged as before, with these two at its end. A tool of its own
    /// with one of these names is an error of [`serve`](Self::serve) and [`check`](Self::check); one that comes later is found with
    /// [`ServerHandler::get_tool`] and answers in place of ours.
    #[must_use]
    pub fn with_prompt_tools(mut self) -> Self {
        self.tools = Some(PromptTools::new());
        self
    }

    /// Checks what can be wrong between the prompts and the server: state that nobody provides, and names that both have. The
    /// wrapped server is asked for its prompts once; when it does not list them to a stranger, that part is left out.
    ///
    /// # Errors
    /// [`MountError::Registry`], [`MountError::Names`] or [`MountError::Tools`], each with everything that is wrong.
    pub async fn check(&self) -> Result<(), MountError> {
        self.answers().check_state().map_err(MountError::Registry)?;
        let mut names = probe::prompt_names(&self.registry, &self.inner).await;
        names.retain(|name| self.registry.prompt(name).is_some());
        if !names.is_empty() {
            return Err(MountError::Names(names));
        }
        if self.tools.is_some() {
            let mut names = probe::tool_names(&self.inner).await;
            names.retain(|name| PromptTools::are_called(name));
            if !names.is_empty() {
                return Err(MountError::Tools(names));
            }
        }
        Ok(())
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
        ServiceExt::serve(self, transport)
            .await
            .map_err(|error| MountError::Initialize(Box::new(error)))
    }

    fn feed(&self) -> notify::Feed {
        let offered = self
            .offered
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        offered.unwrap_or_else(|| notify::Feed::of(&self.registry))
    }

    fn answers(&self) -> Answers<'_> {
        Answers {
            registry: &self.registry,
            server: &self.inner,
        }
    }

    fn declare(&self, capabilities: &mut ServerCapabilities) {
        answer::declare(&self.registry, capabilities);
        if self.tools.is_some() {
            capabilities.tools.get_or_insert_default();
        }
    }

    /// Whether `completion/complete` is among what this server declares.
    fn completes(&self) -> bool {
        self.registry.has_completions() || self.inner.get_info().capabilities.completions.is_some()
    }

    /// The tools to add, unless the wrapped server has `name` itself.
    fn tools_for(&self, name: &str) -> Option<&PromptTools> {
        let tools = self.tools.as_ref()?;
        (PromptTools::are_called(name) && self.inner.get_tool(name).is_none()).then_some(tools)
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
                let theirs = merge::drain(&self.registry, &self.inner, None, request).await?;
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

macro_rules! pass {
    ($($method:ident($($param:ident: $ty:ty),*) -> $output:ty;)*) => {$(
        fn $method(&self, $($param: $ty),*) -> impl Future<Output = $output> + MaybeSendFuture + '_ {
            self.inner.$method($($param),*)
        }
    )*};
}

type Answer<T> = Result<T, ErrorData>;
type Page = Option<PaginatedRequestParams>;

// A method that rmcp adds must be passed on too, not fall back to its default. What is done here is boxed, or every request of the
// server, whatever its method, would take the space of ours.
#[deny(clippy::missing_trait_methods)]
#[allow(deprecated)]
impl<S: ServerHandler + Send + Sync> ServerHandler for Mounted<S> {
    pass! {
        ping(context: Request) -> Answer<()>;
        set_level(params: SetLevelRequestParams, context: Request) -> Answer<()>;
        list_resources(params: Page, context: Request) -> Answer<ListResourcesResult>;
        list_resource_templates(params: Page, context: Request) -> Answer<ListResourceTemplatesResult>;
        read_resource(params: ReadResourceRequestParams, context: Request) -> Answer<ReadResourceResponse>;
        subscribe(params: SubscribeRequestParams, context: Request) -> Answer<()>;
        unsubscribe(params: UnsubscribeRequestParams, context: Request) -> Answer<()>;
        on_cancelled(params: CancelledNotificationParam, context: Notification) -> ();
        on_progress(params: ProgressNotificationParam, context: Notification) -> ();
        on_initialized(context: Notification) -> ();
        on_roots_list_changed(context: Notification) -> ();
        on_custom_notification(params: CustomNotification, context: Notification) -> ();
        get_task(params: GetTaskParams, context: Request) -> Answer<GetTaskResult>;
        update_task(params: UpdateTaskParams, context: Request) -> Answer<()>;
        cancel_task(params: CancelTaskParams, context: Request) -> Answer<()>;
        list_skills(params: Page, context: Request) -> Answer<ListSkillsResult>;
        get_skill(params: GetSkillRequestParams, context: Request) -> Answer<GetSkillResult>;
        read_resource_directory(params: ReadResourceDirectoryRequestParams, context: Request) -> Answer<ReadResourceDirectoryResult>;
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.inner.supported_protocol_versions()
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
        if both.prompts_list_changed == Some(true) {
            *self.offered.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(notify::Feed::of(&self.registry));
        }
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
                notify::until_cancelled(self.feed(), &context).await;
                return Ok(());
            }
            let ours = notify::subscription(self.feed(), context.sink().clone());
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
        Box::pin(merge::list(&self.registry, &self.inner, params, request))
    }

    fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        request: Request,
    ) -> impl Future<Output = Answer<GetPromptResponse>> + MaybeSendFuture + '_ {
        Box::pin(async move {
            let incoming = Incoming::new(request, &self.registry);
            let context = incoming.context();
            #[cfg(feature = "elicitation")]
            let context = context.with_round(convert::round(&params));
            if let Some(prompt) = self.registry.find(&params.name, &context) {
                let arguments = params.arguments.as_ref();
                return self
                    .answers()
                    .get(&prompt, arguments, &context, incoming.request())
                    .await;
            }
            drop(context);
            let name = params.name.clone();
            match self.inner.get_prompt(params, incoming.into_request()).await {
                // The wrapped server has no prompts at all: to the client that is a prompt it does not know.
                Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                    Err(convert::error(&unknown(&name)))
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

    fn call_tool(
        &self,
        params: CallToolRequestParams,
        request: Request,
    ) -> impl Future<Output = Answer<CallToolResponse>> + MaybeSendFuture + '_ {
        if self.tools_for(&params.name).is_some() {
            Either::Ours(Box::pin(PromptTools::call(self, params, request)))
        } else {
            Either::Theirs(Box::pin(self.inner.call_tool(params, request)))
        }
    }

    fn list_tools(
        &self,
        params: Page,
        request: Request,
    ) -> impl Future<Output = Answer<ListToolsResult>> + MaybeSendFuture + '_ {
        match &self.tools {
            Some(tools) => Either::Ours(Box::pin(tools.list(&self.inner, params, request))),
            None => Either::Theirs(Box::pin(self.inner.list_tools(params, request))),
        }
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.inner
            .get_tool(name)
            .or_else(|| self.tools.as_ref()?.get(name).cloned())
    }

    /// Params of a prompt method that rmcp cannot read arrive here.
    fn on_custom_request(
        &self,
        request: CustomRequest,
        context: Request,
    ) -> impl Future<Output = Answer<CustomResult>> + MaybeSendFuture + '_ {
        let is_ours = request.method != COMPLETE || self.registry.has_completions();
        match answer::malformed(&request) {
            Some(error) if is_ours => Either::Ours(Box::pin(ready(Err(error)))),
            _ => Either::Theirs(Box::pin(self.inner.on_custom_request(request, context))),
        }
    }
}

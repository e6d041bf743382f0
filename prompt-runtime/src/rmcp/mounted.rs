use super::convert;
use super::merge;
use super::notify;
use crate::argument::Arguments;
use crate::context::Context;
use crate::error::PromptError;
use crate::registry::{PromptRegistry, RegisteredPrompt, RegistryError, unknown};
use crate::report::Report;
// Every request and notification that rmcp knows.
#[allow(clippy::wildcard_imports)]
use ::rmcp::model::*;
use ::rmcp::service::{
    MaybeSendFuture, NotificationContext, RequestContext, RunningService, ServerInitializeError,
    ServiceExt, SubscriptionContext,
};
use ::rmcp::transport::IntoTransport;
use ::rmcp::{ErrorData, RoleServer, ServerHandler};
use std::any::TypeId;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::sync::Arc;

type Request = RequestContext<RoleServer>;
type Notification = NotificationContext<RoleServer>;

/// A server with prompts added to it. Made by [`PromptRegistry::mount`].
///
/// It is a [`ServerHandler`] itself, so it goes wherever the bare server went. Everything but prompts is answered by the wrapped
/// server, exactly as it answers alone; `prompts/list` merges both sets by name, and names that the registry does not know fall
/// through to the wrapped server.
#[derive(Debug)]
pub struct Mounted<S> {
    inner: Arc<S>,
    registry: PromptRegistry,
    session: notify::Session,
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
    /// State that a prompt needs and nobody provides is an error of [`Mounted::serve`] and [`Mounted::check`], and a report here for
    /// who calls neither.
    pub fn mount<S: ServerHandler + Send + Sync>(&self, server: S) -> Mounted<S> {
        let mounted = Mounted {
            inner: Arc::new(server),
            registry: self.clone(),
            session: notify::Session::default(),
        };
        if let Err(error) = mounted.check_state() {
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

    /// Checks what can be wrong between the prompts and the server: state that nobody provides, and names that both have. The
    /// wrapped server is asked for its prompts once; when it does not list them to a stranger, that part is left out.
    ///
    /// # Errors
    /// [`MountError::Registry`] or [`MountError::Names`], each with everything that is wrong.
    pub async fn check(&self) -> Result<(), MountError> {
        self.check_state().map_err(MountError::Registry)?;
        let theirs = merge::names(Arc::clone(&self.inner)).await;
        let both: Vec<String> = theirs
            .into_iter()
            .filter(|name| self.registry.prompt(name).is_some())
            .collect();
        if both.is_empty() {
            Ok(())
        } else {
            Err(MountError::Names(both))
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
        ServiceExt::serve(self, transport)
            .await
            .map_err(|error| MountError::Initialize(Box::new(error)))
    }

    pub(super) fn check_state(&self) -> Result<(), RegistryError> {
        self.registry.check_state_on(Some(TypeId::of::<S>()))
    }

    fn declare(&self, capabilities: &mut ServerCapabilities) {
        let prompts = capabilities.prompts.get_or_insert_default();
        if self.registry.is_live() {
            prompts.list_changed = Some(true);
        }
        if self.registry.has_completions() {
            capabilities.completions.get_or_insert_default();
        }
    }

    async fn list(
        &self,
        cursor: Option<String>,
        request: Request,
    ) -> Result<ListPromptsResult, ErrorData> {
        let context = convert::context(&request);
        merge::list(&self.registry, &*self.inner, cursor, &context, request).await
    }

    async fn get(
        &self,
        prompt: &RegisteredPrompt,
        params: GetPromptRequestParams,
        context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        #[cfg(feature = "elicitation")]
        let context = context.with_round(convert::round(&params));
        let arguments = Arguments::from(params.arguments.as_ref());
        let result = self
            .registry
            .call(prompt, arguments, &context, Some(&*self.inner))
            .await;
        let response = match result {
            Ok(result) => convert::result(result, context.revision()).map(GetPromptResponse::from),
            #[cfg(feature = "elicitation")]
            Err(error) => error
                .into_input_required()
                .and_then(convert::input_required)
                .map(GetPromptResponse::from),
            #[cfg(not(feature = "elicitation"))]
            Err(error) => Err(error),
        };
        response.map_err(|error| convert::error(&error))
    }

    async fn suggest(
        &self,
        prompt: &RegisteredPrompt,
        params: CompleteRequestParams,
        context: &Context,
    ) -> CompleteResult {
        let given: HashMap<String, String> = params
            .context
            .and_then(|context| context.arguments)
            .unwrap_or_default();
        let given: Vec<(&str, &str)> = given
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        let ArgumentInfo { name, value, .. } = &params.argument;
        let suggested = self
            .registry
            .suggest(
                prompt,
                name,
                value,
                Arguments::from(&*given),
                context,
                Some(&*self.inner),
            )
            .await;
        convert::completion(suggested)
    }
}

/// Runs ours until the client cancels it; a cancelled request gets no answer, so what is returned then is seen by nobody.
async fn until_cancelled<T>(
    request: &Request,
    ours: impl Future<Output = Result<T, ErrorData>>,
) -> Result<T, ErrorData> {
    let cancelled = request.ct.clone();
    tokio::select! {
        biased;
        answer = ours => answer,
        () = cancelled.cancelled() => Err(ErrorData::internal_error("cancelled", None)),
    }
}

/// The wrapped server has no prompts at all: to the client that is a prompt it does not know.
fn not_found(name: &str) -> impl Fn(ErrorData) -> ErrorData {
    move |error| {
        if error.code == ErrorCode::METHOD_NOT_FOUND {
            convert::error(&unknown(name))
        } else {
            error
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

// A method that rmcp adds must be passed on too, not fall back to its default.
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
        call_tool(params: CallToolRequestParams, context: Request) -> Answer<CallToolResponse>;
        list_tools(params: Page, context: Request) -> Answer<ListToolsResult>;
        on_cancelled(params: CancelledNotificationParam, context: Notification) -> ();
        on_progress(params: ProgressNotificationParam, context: Notification) -> ();
        on_roots_list_changed(context: Notification) -> ();
        on_custom_notification(params: CustomNotification, context: Notification) -> ();
        get_task(params: GetTaskParams, context: Request) -> Answer<GetTaskResult>;
        update_task(params: UpdateTaskParams, context: Request) -> Answer<()>;
        cancel_task(params: CancelTaskParams, context: Request) -> Answer<()>;
        list_skills(params: Page, context: Request) -> Answer<ListSkillsResult>;
        get_skill(params: GetSkillRequestParams, context: Request) -> Answer<GetSkillResult>;
        read_resource_directory(params: ReadResourceDirectoryRequestParams, context: Request) -> Answer<ReadResourceDirectoryResult>;
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.inner.get_tool(name)
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

    async fn initialize(
        &self,
        params: InitializeRequestParams,
        context: Request,
    ) -> Answer<InitializeResult> {
        let mut result = self.inner.initialize(params, context).await?;
        self.declare(&mut result.capabilities);
        Ok(result)
    }

    async fn discover(&self, context: Request) -> Answer<DiscoverResult> {
        let mut result = self.inner.discover(context).await?;
        self.declare(&mut result.capabilities);
        Ok(result)
    }

    async fn on_initialized(&self, context: Notification) {
        if self.registry.is_live() {
            self.session.notify(&self.registry, context.peer.clone());
        }
        self.inner.on_initialized(context).await;
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

    async fn listen(&self, context: SubscriptionContext) -> Answer<()> {
        if !self.registry.is_live() || context.accepted().prompts_list_changed != Some(true) {
            return self.inner.listen(context).await;
        }
        let ours = Box::pin(notify::subscription(&self.registry, context.sink().clone()));
        tokio::select! {
            biased;
            theirs = Box::pin(self.inner.listen(context)) => theirs,
            never = ours => match never {},
        }
    }

    async fn list_prompts(&self, params: Page, request: Request) -> Answer<ListPromptsResult> {
        Box::pin(self.list(params.and_then(|params| params.cursor), request)).await
    }

    async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        request: Request,
    ) -> Answer<GetPromptResponse> {
        let context = convert::context(&request);
        let Some(prompt) = self.registry.find(&params.name, &context) else {
            let name = params.name.clone();
            return Box::pin(self.inner.get_prompt(params, request))
                .await
                .map_err(not_found(&name));
        };
        Box::pin(until_cancelled(
            &request,
            self.get(&prompt, params, context),
        ))
        .await
    }

    async fn complete(
        &self,
        params: CompleteRequestParams,
        request: Request,
    ) -> Answer<CompleteResult> {
        let Reference::Prompt(PromptReference { name, .. }) = &params.r#ref else {
            return self.inner.complete(params, request).await;
        };
        let context = convert::context(&request);
        match self.registry.find(name, &context) {
            Some(prompt) if self.get_info().capabilities.completions.is_some() => {
                Box::pin(until_cancelled(&request, async {
                    Ok(self.suggest(&prompt, params, &context).await)
                }))
                .await
            }
            Some(_) => Err(ErrorData::method_not_found::<CompleteRequestMethod>()),
            None if self.registry.has_completions() => {
                let name = name.clone();
                Box::pin(self.inner.complete(params, request))
                    .await
                    .map_err(not_found(&name))
            }
            None => self.inner.complete(params, request).await,
        }
    }

    /// Params of a prompt method that rmcp cannot read arrive here.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: Request,
    ) -> Answer<CustomResult> {
        match crate::protocol::malformed(&request.method, request.params.as_ref()) {
            Some(error) => Err(convert::error(&error)),
            None => self.inner.on_custom_request(request, context).await,
        }
    }
}

/// Why prompts cannot be mounted on a server.
#[derive(Debug)]
#[non_exhaustive]
pub enum MountError {
    /// State that nobody provides.
    Registry(RegistryError),
    /// Names that both the registry and the wrapped server have.
    Names(Vec<String>),
    /// rmcp could not begin the session.
    Initialize(Box<ServerInitializeError>),
}

impl fmt::Display for MountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Registry(error) => write!(f, "{error}"),
            Self::Names(names) => {
                write!(
                    f,
                    "the mounted prompts and the server's own share names, rename one of each: "
                )?;
                names.iter().enumerate().try_for_each(|(index, name)| {
                    write!(f, "{}`{name}`", if index == 0 { "" } else { ", " })
                })
            }
            Self::Initialize(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for MountError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Registry(error) => Some(error),
            Self::Names(_) => None,
            Self::Initialize(error) => Some(error),
        }
    }
}

// What the registry answers for a broken request is decided in one place for all edges.
const _: fn(&str, Option<&serde_json::Value>) -> Option<PromptError> = crate::protocol::malformed;

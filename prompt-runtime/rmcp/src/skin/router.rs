//! Mounts prompts on rmcp's `Router`.

use super::mounted::Mounted;
use super::names::{PromptResponse, ResourceResponse, ServerInfo, ToolResponse};
use super::pass::{Answer, Notification, Page, Request};
use super::rmcp::handler::server::prompt::PromptContext;
use super::rmcp::handler::server::router::Router;
use super::rmcp::handler::server::tool::ToolCallContext;
use super::rmcp::model::{
    self, CallToolRequestParams, ClientNotification, CompleteRequestParams, CompleteResult,
    CustomRequest, CustomResult, GetPromptRequestParams, InitializeRequestParams, InitializeResult,
    InitializedNotification, ListPromptsResult, ListToolsResult, Tool,
};
use super::rmcp::service::{MaybeSendFuture, Service};
use super::rmcp::{RoleServer, ServerHandler};
use prompt_runtime::PromptRegistry;
use prompt_runtime::edge::{Mount, Mounts, Provide, Wrapped};
use std::any::{Any, TypeId};
use std::marker::PhantomData;
use std::sync::Arc;

/// The `Version` of a mount on a `Router`.
#[derive(Debug)]
#[allow(clippy::exhaustive_enums)]
pub enum OfRouter {}

/// A `Router` of rmcp as a [`ServerHandler`]. A router only implements `Service`. It answers from its routes, and otherwise lets its server
/// answer; this wrapper does the same.
pub struct RouterServer<S> {
    router: Router<S>,
    server: Wrapped<Arc<S>>,
}

#[diagnostic::do_not_recommend]
impl<S: ServerHandler + Send + Sync> Mount<OfRouter, Router<S>> for Mounts {
    type Mounted = Mounted<RouterServer<S>>;

    fn mount(registry: &PromptRegistry, router: Router<S>) -> Mounted<RouterServer<S>> {
        let server = Wrapper::<RouterServer<S>>::NEW.wrap(Arc::clone(&router.service));
        let server = Wrapper::<Mounted<RouterServer<S>>>::NEW.wrap(RouterServer { router, server });
        Mounted::new(registry, server, |router| &router.get().server)
    }
}

/// A type of wrapper for servers. With rmcp's feature `local` a router is limited to one thread, so a wrapper around it provides no state
/// to outer wrappers; without the feature it does. Rust prefers the inherent method if its bound is met.
struct Wrapper<W>(PhantomData<W>);

impl<W> Wrapper<W> {
    const NEW: Self = Self(PhantomData);
}

impl<W: Provide + 'static> Wrapper<W> {
    #[allow(clippy::unused_self, dead_code)]
    fn wrap<S: 'static>(self, server: S) -> Wrapped<S> {
        Wrapped::within::<W>(server)
    }
}

trait WrapForOneThread: Sized {
    #[allow(dead_code)]
    fn wrap<S: 'static>(self, server: S) -> Wrapped<S> {
        Wrapped::within::<Wrapped<()>>(server)
    }
}

impl<W> WrapForOneThread for Wrapper<W> {}

impl<S: ServerHandler> RouterServer<S> {
    fn server(&self) -> &S {
        &self.router.service
    }
}

impl<S: ServerHandler + Send + Sync> Provide for RouterServer<S>
where
    Router<S>: Send + Sync,
{
    fn value(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        self.server.value(id)
    }

    fn innermost(&self) -> &'static str {
        self.server.innermost()
    }
}

impl<S> std::fmt::Debug for RouterServer<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RouterServer").finish_non_exhaustive()
    }
}

#[deny(clippy::missing_trait_methods)]
#[allow(deprecated)]
impl<S: ServerHandler + Send + Sync> ServerHandler for RouterServer<S> {
    pass_the_rest!(server);
    pass_all_of_this_version!(server);

    pass! {
        server:
        initialize(params: InitializeRequestParams, context: Request) -> Answer<InitializeResult>;
        complete(params: CompleteRequestParams, context: Request) -> Answer<CompleteResult>;
        on_custom_request(request: CustomRequest, context: Request) -> Answer<CustomResult>;
    }

    async fn on_initialized(&self, context: Notification) {
        let notification = InitializedNotification::default();
        let notification = ClientNotification::InitializedNotification(notification);
        // The router keeps the peer to notify it of changed tools. Its error cannot be reported.
        let _ =
            Service::<RoleServer>::handle_notification(&self.router, notification, context).await;
    }

    fn get_info(&self) -> ServerInfo {
        Service::<RoleServer>::get_info(&self.router)
    }

    async fn list_tools(&self, _: Page, _: Request) -> Answer<ListToolsResult> {
        Ok(ListToolsResult::with_all_items(
            self.router.tool_router.list_all(),
        ))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let routed = self.router.tool_router.get(name).cloned();
        routed.or_else(|| self.server().get_tool(name))
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        request: Request,
    ) -> Answer<ToolResponse> {
        let tools = &self.router.tool_router;
        if tools.has_route(&params.name) || !tools.transparent_when_not_found {
            let call = ToolCallContext::new(self.server(), params, request);
            return tools.call(call).await.map(Into::into);
        }
        self.server().call_tool(params, request).await
    }

    async fn list_prompts(&self, _: Page, _: Request) -> Answer<ListPromptsResult> {
        Ok(ListPromptsResult::with_all_items(
            self.router.prompt_router.list_all(),
        ))
    }

    async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        request: Request,
    ) -> Answer<PromptResponse> {
        let prompts = &self.router.prompt_router;
        if prompts.has_route(&params.name) {
            let (name, arguments) = (params.name, params.arguments);
            let call = PromptContext::new(self.server(), name, arguments, request);
            return prompts.get_prompt(call).await.map(Into::into);
        }
        self.server().get_prompt(params, request).await
    }
}

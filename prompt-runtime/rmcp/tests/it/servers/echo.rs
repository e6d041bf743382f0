#[allow(clippy::wildcard_imports)]
use rmcp::model::*;
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;
use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A server that answers every method with an error that contains the method and all received values, and records every notification.
#[derive(Debug, Clone, Default)]
pub struct Echo {
    /// The notifications that the server received.
    pub heard: Arc<Mutex<Vec<String>>>,
}

type Request = RequestContext<RoleServer>;
type Notification = NotificationContext<RoleServer>;
type Answer<T> = Result<T, ErrorData>;
type Page = Option<PaginatedRequestParams>;

fn told<T>(method: &str, params: &impl Debug, context: &Request) -> Answer<T> {
    let parts = context.extensions.get::<http::request::Parts>();
    let data = json!({
        "params": format!("{params:?}"),
        "meta": format!("{:?}", context.meta),
        "id": format!("{:?}", context.id),
        "version": format!("{:?}", context.protocol_version()),
        "client": format!("{:?}", context.client_info()),
        "capabilities": format!("{:?}", context.client_capabilities()),
        "header": parts.map(|parts| format!("{:?}", parts.headers.get("x-marker"))),
        "layer": parts.map(|parts| parts.extensions.get::<u32>()),
        "cancelled": context.ct.is_cancelled(),
    });
    Err(ErrorData::new(
        ErrorCode(-31_000),
        method.to_owned(),
        Some(data),
    ))
}

macro_rules! requests {
    ($($method:ident($($params:ident: $ty:ty)?) -> $result:ty;)*) => {$(
        async fn $method(&self, $($params: $ty,)? context: Request) -> Answer<$result> {
            told(stringify!($method), &($($params,)?), &context)
        }
    )*};
}

macro_rules! notifications {
    ($($method:ident($($params:ident: $ty:ty)?);)*) => {$(
        async fn $method(&self, $($params: $ty,)? context: Notification) {
            let told = format!("{} {:?} {:?}", stringify!($method), ($($params,)?), context.meta);
            self.heard.lock().unwrap().push(told);
        }
    )*};
}

#[deny(clippy::missing_trait_methods)]
#[allow(deprecated)]
impl ServerHandler for Echo {
    requests! {
        ping() -> ();
        complete(params: CompleteRequestParams) -> CompleteResult;
        set_level(params: SetLevelRequestParams) -> ();
        get_prompt(params: GetPromptRequestParams) -> GetPromptResponse;
        list_prompts(params: Page) -> ListPromptsResult;
        list_resources(params: Page) -> ListResourcesResult;
        list_resource_templates(params: Page) -> ListResourceTemplatesResult;
        read_resource(params: ReadResourceRequestParams) -> ReadResourceResponse;
        subscribe(params: SubscribeRequestParams) -> ();
        unsubscribe(params: UnsubscribeRequestParams) -> ();
        list_tools(params: Page) -> ListToolsResult;
        on_custom_request(request: CustomRequest) -> CustomResult;
        get_task(params: GetTaskParams) -> GetTaskResult;
        update_task(params: UpdateTaskParams) -> ();
        cancel_task(params: CancelTaskParams) -> ();
        list_skills(params: Page) -> ListSkillsResult;
        get_skill(params: GetSkillRequestParams) -> GetSkillResult;
        read_resource_directory(params: ReadResourceDirectoryRequestParams) -> ReadResourceDirectoryResult;
    }

    notifications! {
        on_cancelled(params: CancelledNotificationParam);
        on_progress(params: ProgressNotificationParam);
        on_initialized();
        on_roots_list_changed();
        on_custom_notification(notification: CustomNotification);
    }

    /// Sends a message of its own first.
    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: Request,
    ) -> Answer<CallToolResponse> {
        let _ = context.peer.notify_resource_list_changed().await;
        told("call_tool", &params, &context)
    }

    async fn initialize(
        &self,
        params: InitializeRequestParams,
        context: Request,
    ) -> Answer<InitializeResult> {
        context.peer.set_peer_info(params.clone());
        let mut result = self.negotiate_initialize(&params)?;
        result.instructions = Some(format!("{params:?}"));
        Ok(result)
    }

    fn negotiate_initialize(&self, params: &InitializeRequestParams) -> Answer<InitializeResult> {
        let mut result = self.get_info();
        result.protocol_version = params.protocol_version.clone();
        Ok(result)
    }

    async fn discover(&self, _: Request) -> Answer<DiscoverResult> {
        let versions = self.supported_protocol_versions().into_owned();
        let mut result = DiscoverResult::from_server_info(versions, self.get_info());
        result.ttl_ms = 77;
        Ok(result)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS)
    }

    fn get_info(&self) -> ServerConfig {
        let capabilities = json!({
            "tools": { "listChanged": true },
            "resources": { "subscribe": true, "listChanged": true },
            "logging": {},
            "experimental": { "echo": { "loud": true } },
            "extensions": {
                "io.modelcontextprotocol/tasks": {},
                "io.modelcontextprotocol/skills": { "directoryRead": true },
            },
        });
        ServerConfig::new(serde_json::from_value(capabilities).unwrap())
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        Some(Tool::new(
            name.to_owned(),
            "an echo",
            Arc::new(JsonObject::new()),
        ))
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        let mut accepted = requested.clone();
        accepted.prompts_list_changed = None;
        Some(accepted)
    }

    async fn listen(&self, context: SubscriptionContext) -> Answer<()> {
        let _ = context.sink().notify_tool_list_changed().await;
        let _ = context.sink().notify_resource_updated("x://1").await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        Ok(())
    }
}

//! Tests of common forms of public servers, with prompts mounted on them.

use crate::servers::{Empty, Tools};
use crate::{Client, Http};
use prompt_rmcp::v3::{MountError, Mounted};
use prompt_runtime::edge::BoxFuture;
use prompt_runtime::{PromptRegistry, Report, prompt, prompts};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorCode, GetPromptResult, InitializeRequestParams,
    ListPromptsResult, ListToolsResult, PaginatedRequestParams, PromptMessage, Role, ServerConfig,
};
use rmcp::service::{RequestContext, RunningService, ServerInitializeError, serve_directly};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::io::DuplexStream;

/// Needs nothing.
#[prompt]
fn plain() -> &'static str {
    "plain"
}

/// Needs state that no server here has.
#[prompt]
fn demanding(#[state] number: &u64) -> String {
    number.to_string()
}

/// Fails as prompts of rmcp do.
#[prompt]
fn refuses() -> Result<String, ErrorData> {
    Err(ErrorData::invalid_params(
        "no such topic",
        Some(json!({ "topic": 5 })),
    ))
}

pub type Reports = Arc<Mutex<Vec<String>>>;

pub fn reported(
    prompts: impl IntoIterator<Item = &'static prompt_runtime::PromptDefinition>,
) -> (PromptRegistry, Reports) {
    let reports = Reports::default();
    let told = Arc::clone(&reports);
    let registry = PromptRegistry::builder()
        .prompts(prompts)
        .on_report(move |report: &Report<'_>| told.lock().unwrap().push(report.to_string()))
        .build()
        .unwrap();
    (registry, reports)
}

/// A helper that occurs in ten public servers.
fn create_router<S: ServerHandler + Clone + Send + Sync + 'static>(
    server: S,
) -> StreamableHttpService<S, LocalSessionManager> {
    StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default(),
    )
}

#[tokio::test]
async fn a_helper_that_wants_a_clone_takes_a_mount() {
    let registry = PromptRegistry::from_prompts(prompts![plain]).unwrap();
    let _service = create_router(registry.mount(Tools::new()));
    let _service = create_router(registry.mount(Tools::new()).with_prompt_tools());
}

/// A server that keeps its running session, and matches on errors of rmcp's types.
struct Kept {
    session: RunningService<RoleServer, Mounted<Empty>>,
}

async fn keep(
    prompts: &PromptRegistry,
    stream: DuplexStream,
) -> Result<Kept, Box<ServerInitializeError>> {
    let session = prompts.mount(Empty).serve(stream).await?;
    Ok(Kept { session })
}

async fn keep_unchecked(
    prompts: &PromptRegistry,
    stream: DuplexStream,
) -> Result<Kept, ServerInitializeError> {
    let session = ServiceExt::serve(prompts.mount(Empty), stream).await?;
    Ok(Kept { session })
}

/// The server's end of a connection whose client has disconnected.
fn without_client() -> DuplexStream {
    let (client, server) = tokio::io::duplex(1);
    drop(client);
    server
}

#[tokio::test]
async fn errors_and_fields_of_rmcps_types_stay() {
    let registry = PromptRegistry::from_prompts(prompts![demanding]).unwrap();
    let error = keep(&registry, without_client()).await.err().unwrap();
    let ServerInitializeError::InitializeFailed(failed) = *error else {
        panic!("{error}");
    };
    assert_eq!(failed.code, ErrorCode::INTERNAL_ERROR);
    assert!(failed.message.contains("`u64`"), "{failed}");
    // The client disconnects at once.
    let sound = PromptRegistry::from_prompts(prompts![plain]).unwrap();
    for error in [
        keep(&sound, without_client()).await.err().unwrap(),
        Box::new(
            keep_unchecked(&sound, without_client())
                .await
                .err()
                .unwrap(),
        ),
    ] {
        assert!(
            matches!(*error, ServerInitializeError::ConnectionClosed(_)),
            "{error}"
        );
    }
    let error: ServerInitializeError =
        MountError::Names(vec![("a".to_owned(), "src/main.rs:1".to_owned())]).into();
    assert!(error.to_string().contains("`a`"));
    let _: fn(Kept) -> RunningService<RoleServer, Mounted<Empty>> = |kept| kept.session;
}

/// Asserts that missing state was reported, once.
fn assert_missing_state(reports: &Reports) {
    let reports = reports.lock().unwrap();
    let missing = reports.iter().filter(|told| told.contains("`u64` ("));
    assert_eq!(missing.count(), 1, "{reports:?}");
}

#[tokio::test]
async fn a_check_that_was_forgotten_is_made_when_a_client_comes() {
    type Running = RunningService<RoleServer, Mounted<Empty>>;
    type Serve = fn(Mounted<Empty>, DuplexStream) -> BoxFuture<'static, Running>;
    let ways: [(&str, Serve); 3] = [
        ("serve_with_ct", |mounted, stream| {
            Box::pin(async {
                mounted
                    .serve_with_ct(stream, Default::default())
                    .await
                    .unwrap()
            })
        }),
        ("serve_server", |mounted, stream| {
            Box::pin(async { rmcp::serve_server(mounted, stream).await.unwrap() })
        }),
        ("serve_directly", |mounted, stream| {
            let info = InitializeRequestParams::default();
            Box::pin(async { serve_directly(mounted, stream, Some(info)) })
        }),
    ];
    for (way, serve) in ways {
        let (registry, reports) = reported(prompts![demanding]);
        let (ours, theirs) = tokio::io::duplex(1 << 12);
        let serving = tokio::spawn(serve(registry.mount(Empty), theirs));
        let mut client = Client::on(ours);
        if way != "serve_directly" {
            client.initialize(crate::LEGACY).await;
        }
        let _running = serving.await.unwrap();
        for _ in 0..2 {
            client
                .request("prompts/get", json!({ "name": "no-such" }))
                .await;
        }
        assert_missing_state(&reports);
    }
}

#[tokio::test]
async fn a_check_that_was_forgotten_is_made_once_for_all_sessions_of_http() {
    let (registry, reports) = reported(prompts![demanding]);
    for _ in 0..2 {
        let registry = registry.clone();
        let mut session = Http::new(move || registry.mount(Empty));
        session.begin().await;
        session.request("prompts/list", json!({})).await;
    }
    assert_missing_state(&reports);
}

/// A decorator that forwards only tools.
struct Audited<S>(S);

impl<S: ServerHandler + Send + Sync> ServerHandler for Audited<S> {
    fn get_info(&self) -> ServerConfig {
        self.0.get_info()
    }

    async fn list_tools(
        &self,
        params: Option<PaginatedRequestParams>,
        request: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.0.list_tools(params, request).await
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        request: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.0.call_tool(params, request).await
    }
}

#[tokio::test]
async fn a_decorator_that_hides_the_prompts_is_reported() {
    let (registry, reports) = reported(prompts![plain]);
    let hello = json!({ "name": "hello", "arguments": {} });
    let mut client = Client::legacy(registry.mount(Tools::new())).await;
    client.result("tools/call", hello.clone()).await;
    let mut client = Client::legacy(registry.mount(Audited(Tools::new()))).await;
    client.result("tools/call", hello.clone()).await;
    let mut stateless = Client::modern(registry.mount(Tools::new()));
    stateless.result("tools/call", hello.clone()).await;
    assert_eq!(*reports.lock().unwrap(), [""; 0], "nothing is hidden");

    let mut client = Client::legacy(Audited(registry.mount(Tools::new()))).await;
    for _ in 0..2 {
        client.result("tools/call", hello.clone()).await;
    }
    let reports = reports.lock().unwrap();
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert!(reports[0].contains("mount last"), "{reports:?}");
}

#[tokio::test]
async fn rmcps_own_error_keeps_its_code_message_and_data() {
    let registry = PromptRegistry::from_prompts(prompts![refuses]).unwrap();
    let mut client = Client::legacy(registry.mount(Empty)).await;
    let reply = client
        .request("prompts/get", json!({ "name": "refuses" }))
        .await;
    let error: &Value = &reply["error"];
    assert_eq!(
        *error,
        json!({ "code": -32602, "message": "no such topic", "data": { "topic": 5 } })
    );
}

/// A server that is slow to list its prompts.
struct Slow;

impl ServerHandler for Slow {
    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn names_that_were_not_checked_are_reported() {
    let (registry, reports) = reported(prompts![plain]);
    registry.mount(Slow).check().await.unwrap();
    let reports = reports.lock().unwrap();
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert!(reports[0].contains("were not checked"), "{reports:?}");
}

/// Builds its messages as it did for rmcp.
#[prompt]
#[allow(clippy::unnecessary_wraps)]
fn moved() -> Result<GetPromptResult, ErrorData> {
    let user = PromptMessage::new_text(Role::User, "moved");
    let assistant = PromptMessage::new_text(Role::Assistant, "prefilled");
    let result = GetPromptResult::new(vec![user, assistant]);
    Ok(result.with_description("All of it"))
}

/// Returns messages alone.
#[prompt]
async fn moved_messages() -> Vec<PromptMessage> {
    vec![PromptMessage::new_text(Role::User, "moved")]
}

#[tokio::test]
async fn rmcps_own_result_is_returned_as_it_was() {
    let registry = PromptRegistry::from_prompts(prompts![moved, moved_messages]).unwrap();
    let mut client = Client::legacy(registry.mount(Empty)).await;
    assert_eq!(client.text("moved_messages", json!({})).await, "moved");
    let result = client
        .result("prompts/get", json!({ "name": "moved" }))
        .await;
    assert_eq!(
        result,
        json!({ "description": "All of it", "messages": [
            { "role": "user", "content": { "type": "text", "text": "moved" } },
            { "role": "assistant", "content": { "type": "text", "text": "prefilled" } },
        ] })
    );
}

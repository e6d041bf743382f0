//! The prompt of [`get`](crate::get) in rmcp's own router, built once and kept.

use crate::{get, now};
use divan::{Bencher, black_box};
use prompt_runtime::Context;
use rmcp::RoleServer;
use rmcp::handler::server::prompt::PromptContext;
use rmcp::handler::server::router::prompt::{PromptRoute, PromptRouter};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{GetPromptResult, Prompt, PromptArgument, PromptMessage, RequestId, Role};
use rmcp::service::{RequestContext, serve_directly};
use serde::Deserialize;

pub(crate) struct Server;

impl rmcp::ServerHandler for Server {}

#[derive(Deserialize)]
struct Arguments {
    strictness: Option<Strictness>,
    diff: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Strictness {
    Lenient,
    Normal,
    Strict,
}

fn code_review(
    _: &Server,
    Parameters(Arguments { strictness, diff }): Parameters<Arguments>,
) -> GetPromptResult {
    let strictness = match strictness {
        Some(Strictness::Lenient) => "lenient",
        Some(Strictness::Normal) | None => "normal",
        Some(Strictness::Strict) => "strict",
    };
    GetPromptResult::new(vec![PromptMessage::new_text(
        Role::User,
        format!("Review this diff {strictness}ly against our team's standards (null-safety, test coverage, no unused imports):\n\n{diff}"),
    )])
    .with_description(format!("A {strictness} code review of the provided diff"))
}

fn router() -> PromptRouter<Server> {
    let arguments = vec![
        PromptArgument::new("strictness").with_required(false),
        PromptArgument::new("diff").with_required(true),
    ];
    let attributes = Prompt::new(
        "code-review",
        Some("Review a diff against the team's standards."),
        Some(arguments),
    );
    PromptRouter::new().with_route(PromptRoute::new(attributes, code_review))
}

#[divan::bench]
fn by_registry(bencher: Bencher<'_, '_>) {
    let (registry, context) = (get::registry(), Context::default());
    bencher.with_inputs(get::given).bench_local_values(|given| {
        now(registry.get(black_box("code-review"), &given, &context)).unwrap()
    });
}

#[divan::bench]
fn by_rmcp_router(bencher: Bencher<'_, '_>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let _guard = runtime.enter();
    let (transport, _client) = tokio::io::duplex(64);
    let running = serve_directly::<RoleServer, _, _, _, _>(Server, transport, None);
    let (router, peer) = (router(), running.peer().clone());
    bencher
        .with_inputs(|| {
            let context = RequestContext::new(RequestId::Number(1), peer.clone());
            PromptContext::new(
                &Server,
                "code-review".to_owned(),
                Some(get::given()),
                context,
            )
        })
        .bench_local_values(|context| now(router.get_prompt(context)).unwrap());
}

//! The prompts, written with rmcp's macros.

use crate::block_on;
use prompt_rmcp as _;
use prompt_runtime::PromptRegistry;
use prompt_runtime::model::JsonObject;
use rmcp::handler::server::prompt::PromptContext;
use rmcp::handler::server::router::prompt::{PromptRoute, PromptRouter};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    GetPromptRequestParams, GetPromptResult, Prompt, PromptArgument, PromptMessage, RequestId, Role,
};
use rmcp::service::{Peer, RequestContext, RunningService, serve_directly};
use rmcp::{ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct CodeReview {
    strictness: Option<Strictness>,
    diff: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Strictness {
    Lenient,
    Normal,
    Strict,
}

// Numbers arrive as strings, which rmcp does not parse.
#[derive(Deserialize, JsonSchema)]
struct Release {
    product: String,
    version: String,
    major: String,
    minor: String,
    patch: String,
    author: String,
    channel: String,
    commits: String,
    audience: String,
    notes: String,
}

#[derive(Deserialize, JsonSchema)]
struct FewShot {
    team: String,
    example: String,
    label: String,
    diff: String,
}

fn number(name: &str, text: &str) -> Result<u32, ErrorData> {
    text.parse()
        .map_err(|error| ErrorData::invalid_params(format!("argument {name:?}: {error}"), None))
}

fn user(text: String) -> GetPromptResult {
    GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)])
}

fn hello() -> GetPromptResult {
    user("Say hello to the team in one friendly sentence.".to_owned())
}

fn code_review(CodeReview { strictness, diff }: CodeReview) -> GetPromptResult {
    let strictness = match strictness {
        Some(Strictness::Lenient) => "lenient",
        Some(Strictness::Normal) | None => "normal",
        Some(Strictness::Strict) => "strict",
    };
    user(format!(
        "Review this diff {strictness}ly against our team's standards (null-safety, test coverage, no unused imports):\n\n{diff}"
    ))
    .with_description(format!("A {strictness} code review of the provided diff"))
}

fn release(given: Release) -> Result<GetPromptResult, ErrorData> {
    let Release {
        product,
        version,
        major,
        minor,
        patch,
        author,
        channel,
        commits,
        audience,
        notes,
    } = given;
    let (major, minor) = (number("major", &major)?, number("minor", &minor)?);
    let (patch, commits) = (number("patch", &patch)?, number("commits", &commits)?);
    Ok(user(format!(
        "Describe {product} {version} ({major}.{minor}.{patch}) by {author} on {channel}: {commits} commits, for {audience}.\n\n{notes}"
    )))
}

fn few_shot(
    FewShot {
        team,
        example,
        label,
        diff,
    }: FewShot,
) -> GetPromptResult {
    GetPromptResult::new(vec![
        PromptMessage::new_text(Role::User, format!("You review code for the team {team}.")),
        PromptMessage::new_text(Role::User, example),
        PromptMessage::new_text(Role::Assistant, label),
        PromptMessage::new_text(Role::User, format!("Review:\n\n{diff}")),
    ])
}

/// A server whose handler rebuilds the router for each request, as `#[prompt_handler]` does by default.
pub struct Server {
    /// The router, built once and stored, as a careful author would do.
    pub stored: PromptRouter<Self>,
}

#[allow(missing_docs)]
#[prompt_router]
impl Server {
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self {
            stored: Self::prompt_router(),
        }
    }

    /// Greet the team.
    #[prompt]
    fn hello(&self) -> GetPromptResult {
        hello()
    }

    /// Review a diff against the team's standards.
    #[prompt(name = "code-review")]
    fn code_review(&self, Parameters(given): Parameters<CodeReview>) -> GetPromptResult {
        code_review(given)
    }

    /// Describe a release.
    #[prompt]
    fn release(
        &self,
        Parameters(given): Parameters<Release>,
    ) -> Result<GetPromptResult, ErrorData> {
        release(given)
    }

    /// Classify by examples.
    #[prompt]
    fn few_shot(&self, Parameters(given): Parameters<FewShot>) -> GetPromptResult {
        few_shot(given)
    }

    /// Greet the team.
    #[prompt(name = "hello.later")]
    async fn hello_later(&self) -> GetPromptResult {
        hello()
    }

    /// Review a diff against the team's standards.
    #[prompt(name = "code-review.later")]
    async fn code_review_later(
        &self,
        Parameters(given): Parameters<CodeReview>,
    ) -> GetPromptResult {
        code_review(given)
    }

    /// Describe a release.
    #[prompt(name = "release.later")]
    async fn release_later(
        &self,
        Parameters(given): Parameters<Release>,
    ) -> Result<GetPromptResult, ErrorData> {
        release(given)
    }

    /// Classify by examples.
    #[prompt(name = "few_shot.later")]
    async fn few_shot_later(&self, Parameters(given): Parameters<FewShot>) -> GetPromptResult {
        few_shot(given)
    }
}

#[prompt_handler]
impl ServerHandler for Server {}

/// A running server, with the peer that every rmcp request needs.
pub struct Running {
    /// The server value.
    pub server: Server,
    peer: Peer<RoleServer>,
    _service: RunningService<RoleServer, Server>,
    _client: tokio::io::DuplexStream,
}

impl Running {
    /// Starts a server on a transport that never sends a message. Call this function on a runtime.
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        let (transport, client) = tokio::io::duplex(64);
        let service = serve_directly::<RoleServer, _, _, _, _>(Server::new(), transport, None);
        Self {
            server: Server::new(),
            peer: service.peer().clone(),
            _service: service,
            _client: client,
        }
    }

    /// The context of one request.
    #[must_use]
    pub fn context(&self) -> RequestContext<RoleServer> {
        RequestContext::new(RequestId::Number(1), self.peer.clone())
    }

    /// Answers `prompts/get` with the stored router.
    #[must_use]
    pub fn get_stored(
        &self,
        name: String,
        given: JsonObject,
        context: RequestContext<RoleServer>,
    ) -> bool {
        let context = PromptContext::new(&self.server, name, Some(given), context);
        let result = block_on(self.server.stored.get_prompt(context));
        std::hint::black_box(result).is_ok()
    }

    /// Answers `prompts/get` with the default handler.
    #[must_use]
    pub fn get_default(
        &self,
        name: String,
        given: JsonObject,
        context: RequestContext<RoleServer>,
    ) -> bool {
        get(&self.server, name, given, context)
    }
}

/// `prompts/get` by a server.
#[must_use]
pub fn get(
    server: &impl ServerHandler,
    name: String,
    given: JsonObject,
    context: RequestContext<RoleServer>,
) -> bool {
    let params = GetPromptRequestParams::new(name).with_arguments(given);
    let result = block_on(server.get_prompt(params, context));
    std::hint::black_box(result).is_ok()
}

/// A server without prompts, with the prompts of a registry.
#[must_use]
pub fn mounted(registry: &PromptRegistry) -> impl ServerHandler + use<> {
    registry.mount(Many)
}

impl ServerHandler for Many {}

/// A server with many prompts.
pub struct Many;

/// Creates a router of prompts with these names.
#[must_use]
pub fn router(names: &[&'static str]) -> PromptRouter<Many> {
    let mut router = PromptRouter::new();
    for name in names {
        let arguments = crate::many::ARGUMENTS.map(|(name, description, required)| {
            PromptArgument::new(name)
                .with_description(description)
                .with_required(required)
        });
        let prompt = Prompt::new(
            *name,
            Some(crate::many::DESCRIPTION),
            Some(arguments.to_vec()),
        );
        router.add_route(PromptRoute::new(prompt, |_: &Many| hello()));
    }
    router
}

/// Serializes the router's listing to JSON.
#[must_use]
pub fn list(router: &PromptRouter<Many>) -> Vec<u8> {
    serde_json::to_vec(&rmcp::model::ListPromptsResult::with_all_items(
        router.list_all(),
    ))
    .unwrap()
}

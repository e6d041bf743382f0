use rmcp::handler::server::router::prompt::PromptRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CacheScope, ErrorCode, GetPromptRequestParams, GetPromptResponse, GetPromptResult,
    ListPromptsResult, PaginatedRequestParams, Prompt, PromptMessage, Role, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A server with prompts of its own, one on each page, and with cache hints.
#[derive(Debug, Clone)]
pub struct Paged {
    /// The names, in the order of its pages.
    pub names: Vec<&'static str>,
    /// `ttlMs` of every page.
    pub ttl_ms: Option<u64>,
    /// `cacheScope` of every page.
    pub scope: Option<CacheScope>,
    /// The number of pages that were requested.
    pub pages: Arc<AtomicUsize>,
}

impl Paged {
    /// Creates a server with prompts of these names.
    #[must_use]
    pub fn of(names: &[&'static str]) -> Self {
        Self {
            names: names.to_vec(),
            ttl_ms: None,
            scope: None,
            pages: Arc::default(),
        }
    }
}

impl ServerHandler for Paged {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_prompts().build())
    }

    async fn list_prompts(
        &self,
        params: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        self.pages.fetch_add(1, Ordering::SeqCst);
        let page: usize = match params.and_then(|params| params.cursor) {
            None => 0,
            Some(cursor) => cursor
                .strip_prefix("theirs-")
                .and_then(|page| page.parse().ok())
                .ok_or_else(|| ErrorData::invalid_params("not one of theirs", None))?,
        };
        let prompts = self.names.get(page).into_iter();
        Ok(ListPromptsResult {
            prompts: prompts
                .map(|name| Prompt::new(*name, Some("theirs"), None))
                .collect(),
            next_cursor: (page + 1 < self.names.len()).then(|| format!("theirs-{}", page + 1)),
            ttl_ms: self.ttl_ms,
            cache_scope: self.scope,
            ..ListPromptsResult::default()
        })
    }

    async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if !self.names.contains(&&*params.name) {
            let message = format!("theirs: no prompt {}", params.name);
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None));
        }
        let text = format!("theirs: {} {:?}", params.name, params.request_state);
        Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]).into())
    }
}

/// A server with a prompt made with rmcp's macros, in a router that it stores.
#[derive(Debug, Clone)]
pub struct Reviewer {
    router: PromptRouter<Self>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Review {
    code: String,
    focus: Option<String>,
}

#[allow(missing_docs)]
#[prompt_router]
impl Reviewer {
    /// Creates the server.
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self {
            router: Self::prompt_router(),
        }
    }

    /// The router with the prompt.
    #[must_use]
    pub fn prompts() -> PromptRouter<Self> {
        Self::prompt_router()
    }

    /// Reviews code.
    #[prompt(name = "review", description = "Reviews code.")]
    async fn review(&self, Parameters(review): Parameters<Review>) -> GetPromptResult {
        let focus = review.focus.as_deref().unwrap_or("everything");
        let text = format!("Review {} for {focus}.", review.code);
        GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)])
    }
}

#[prompt_handler(router = self.router)]
impl ServerHandler for Reviewer {}

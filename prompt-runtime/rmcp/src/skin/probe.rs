//! Lists the wrapped server's prompts and tools before it is served.

use super::merge::{self, MAX_PAGES};
use super::page;
use super::rmcp::model::{InitializeRequestParams, RequestId};
use super::rmcp::service::{RequestContext, serve_directly};
use super::rmcp::{RoleServer, ServerHandler};
use prompt_runtime::edge::contained_future;
use prompt_runtime::{PromptRegistry, Report};
use std::future::Future;
use std::time::Duration;

/// The timeout for such a listing. A listing that sends requests to its client never completes here.
const LIST_TIMEOUT: Duration = Duration::from_secs(5);

/// The names of the wrapped server's own prompts, as listed for a client without authorization. Empty if the server refuses.
pub(super) async fn prompt_names<S: ServerHandler>(
    registry: &PromptRegistry,
    inner: &S,
) -> Vec<String> {
    let listing = async {
        match merge::list_all(inner, None, anonymous_request().await).await {
            Ok(own) => {
                own.report(registry);
                own.into_prompts()
            }
            // A server may refuse to list anything to an unknown client.
            Err(_) => Vec::new(),
        }
    };
    let prompts = in_time(registry, "prompts", listing).await.into_iter();
    prompts.map(|prompt| prompt.name).collect()
}

/// The names of the wrapped server's tools, under the same conditions.
pub(super) async fn tool_names<S: ServerHandler>(
    registry: &PromptRegistry,
    inner: &S,
) -> Vec<String> {
    let listing = async {
        let request = anonymous_request().await;
        let mut names = Vec::new();
        let mut params = None;
        for _ in 0..MAX_PAGES {
            let Ok(listed) = inner.list_tools(params, request.clone()).await else {
                break;
            };
            names.extend(listed.tools.into_iter().map(|tool| tool.name.into_owned()));
            let Some(cursor) = listed.next_cursor else {
                break;
            };
            params = Some(page(Some(cursor)));
        }
        names
    };
    in_time(registry, "tools", listing).await
}

/// Waits for a listing. If it is late or panics, it counts as empty, and a report states that its names were not checked.
async fn in_time<T: Default>(
    registry: &PromptRegistry,
    what: &str,
    listing: impl Future<Output = T>,
) -> T {
    let listing = contained_future(Box::pin(listing));
    let why = match tokio::time::timeout(LIST_TIMEOUT, listing).await {
        Ok(Ok(listed)) => return listed,
        Ok(Err(_)) => "panicked".to_owned(),
        Err(_) => format!("took longer than {} seconds", LIST_TIMEOUT.as_secs()),
    };
    registry.report(&Report::Warning(
        format!(
            "the names of the server's own {what} were not checked against those of the mount, because its listing {why}"
        )
        .into(),
    ));
    T::default()
}

/// A request of a client that has disconnected, so that every message to it fails at once.
async fn anonymous_request() -> RequestContext<RoleServer> {
    struct Silent;
    impl ServerHandler for Silent {}

    let (_, stream) = tokio::io::duplex(1);
    let session = serve_directly::<RoleServer, _, _, _, _>(
        Silent,
        stream,
        Some(InitializeRequestParams::default()),
    );
    let peer = session.peer().clone();
    let _ = session.cancel().await;
    RequestContext::new(RequestId::Number(0), peer)
}

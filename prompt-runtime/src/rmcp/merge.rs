//! The listing of a mounted registry: ours and the wrapped server's, merged by name.

use super::convert;
use crate::context::Context;
use crate::protocol::{Revision, encode_cursor};
use crate::registry::{PromptRegistry, after};
use ::rmcp::model::{
    CacheScope, ErrorCode, InitializeRequestParams, ListPromptsResult, PaginatedRequestParams,
    Prompt,
};
use ::rmcp::service::{RequestContext, serve_directly};
use ::rmcp::{ErrorData, RoleServer, ServerHandler};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// How many pages of the wrapped server's listing are read. More than anybody has; it ends a listing that never does.
const MAX_PAGES: usize = 1000;
/// How long a wrapped server may take to list its prompts to the check before serving.
const PATIENCE: Duration = Duration::from_secs(5);

/// Lists both. The wrapped server is read to its end every time and the pages are cut from the whole, so that its cursors never
/// leave and ours hold.
pub(super) async fn list<S: ServerHandler>(
    registry: &PromptRegistry,
    inner: &S,
    cursor: Option<String>,
    context: &Context,
    request: RequestContext<RoleServer>,
) -> Result<ListPromptsResult, ErrorData> {
    let last = cursor
        .as_deref()
        .map(after)
        .transpose()
        .map_err(|error| convert::error(&error))?;
    let mut result = drain(inner, &request).await?;
    let revision = context.revision();
    let hints = registry.cache_hints();
    if revision >= Revision::V2026_07_28 {
        result.ttl_ms = Some(
            result
                .ttl_ms
                .map_or(hints.ttl_ms(), |theirs| theirs.min(hints.ttl_ms())),
        );
        if hints.is_private()
            || result.cache_scope != Some(CacheScope::Public) && !result.prompts.is_empty()
        {
            result.cache_scope = Some(CacheScope::Private);
        } else {
            result.cache_scope = Some(CacheScope::Public);
        }
    }
    let mut merged: BTreeMap<String, Prompt> = std::mem::take(&mut result.prompts)
        .into_iter()
        .map(|prompt| (prompt.name.clone(), prompt))
        .collect();
    for prompt in registry.shown(last.as_deref(), context) {
        merged.insert(
            prompt.name().to_owned(),
            convert::prompt(prompt.listing().clone(), revision),
        );
    }
    let mut rest = merged
        .into_values()
        .filter(|prompt| last.as_ref().is_none_or(|last| prompt.name > *last));
    result.prompts = rest.by_ref().take(registry.page_size()).collect();
    result.next_cursor = match (result.prompts.last(), rest.next()) {
        (Some(last), Some(_)) => Some(encode_cursor(&last.name)),
        _ => None,
    };
    Ok(result)
}

/// The whole listing of the wrapped server; empty when it has no prompts.
async fn drain<S: ServerHandler>(
    inner: &S,
    request: &RequestContext<RoleServer>,
) -> Result<ListPromptsResult, ErrorData> {
    let mut whole: Option<ListPromptsResult> = None;
    let mut cursor = None;
    for _ in 0..MAX_PAGES {
        let params = cursor
            .take()
            .map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor)));
        let page = match inner.list_prompts(params, request.clone()).await {
            Ok(page) => page,
            Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND && whole.is_none() => {
                return Ok(ListPromptsResult::default());
            }
            Err(error) => return Err(error),
        };
        cursor.clone_from(&page.next_cursor);
        match &mut whole {
            None => whole = Some(page),
            Some(whole) => {
                whole.prompts.extend(page.prompts);
                whole.ttl_ms = whole.ttl_ms.min(page.ttl_ms);
                if page.cache_scope != Some(CacheScope::Public) {
                    whole.cache_scope = page.cache_scope;
                }
            }
        }
        if cursor.is_none() {
            return Ok(whole.unwrap_or_default());
        }
    }
    Err(ErrorData::internal_error("internal error", None))
}

/// The names of the wrapped server's own prompts, as it lists them to a client without authorization; empty when it does not.
pub(super) async fn names<S: ServerHandler + Send + Sync>(inner: Arc<S>) -> Vec<String> {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let stranger = InitializeRequestParams::default();
    let server = serve_directly::<RoleServer, _, _, _, _>(inner, theirs, Some(stranger));
    let listed = tokio::time::timeout(PATIENCE, ask::names(ours)).await;
    let _ = server.cancel().await;
    listed.unwrap_or_default()
}

mod ask {
    //! The few lines of a client that a listing takes.

    use super::MAX_PAGES;
    use serde_json::{Value, json};
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};

    pub(super) async fn names(stream: DuplexStream) -> Vec<String> {
        let (read, mut write) = tokio::io::split(stream);
        let mut lines = BufReader::new(read).lines();
        let mut names = Vec::new();
        let mut params = json!({});
        for id in 0..MAX_PAGES {
            let line = format!(
                "{}\n",
                json!({"jsonrpc": "2.0", "id": id, "method": "prompts/list", "params": params})
            );
            if write.write_all(line.as_bytes()).await.is_err() {
                break;
            }
            let Some(result) = answer(&mut lines, id).await else {
                break;
            };
            let prompts = result
                .get("prompts")
                .and_then(Value::as_array)
                .into_iter()
                .flatten();
            names.extend(
                prompts.filter_map(|prompt| Some(prompt.get("name")?.as_str()?.to_owned())),
            );
            match result.get("nextCursor") {
                Some(Value::String(cursor)) => params = json!({"cursor": cursor}),
                _ => break,
            }
        }
        names
    }

    /// The result of this request; what else the server says is passed over.
    async fn answer(
        lines: &mut tokio::io::Lines<BufReader<tokio::io::ReadHalf<DuplexStream>>>,
        id: usize,
    ) -> Option<Value> {
        loop {
            let mut message: Value = serde_json::from_str(&lines.next_line().await.ok()??).ok()?;
            if message.get("id") == Some(&json!(id)) && message.get("method").is_none() {
                return message.get_mut("result").map(Value::take);
            }
        }
    }
}

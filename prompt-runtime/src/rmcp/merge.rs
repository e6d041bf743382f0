//! The listing of a mounted registry: ours and the wrapped server's, merged by name.

use super::{answer, convert};
use crate::protocol::encode_cursor;
use crate::registry::contain::{Panicked, contained_future};
use crate::registry::{PromptRegistry, after};
use crate::report::Report;
use ::rmcp::model::{ErrorCode, ListPromptsResult, PaginatedRequestParams, Prompt};
use ::rmcp::service::RequestContext;
use ::rmcp::{ErrorData, RoleServer, ServerHandler};
use std::collections::BTreeMap;

/// How many pages of the wrapped server's listing are read. More than anybody has; it ends a listing that never does.
pub(super) const MAX_PAGES: usize = 1000;

/// Lists both. The wrapped server is read to its end every time and the pages are cut from the whole, so that its cursors never
/// leave and ours hold. An error that it answers with is passed on, as everything is that it says; where it only breaks down, ours are
/// listed and the author is told.
pub(super) async fn list<S: ServerHandler>(
    registry: &PromptRegistry,
    inner: &S,
    mut params: Option<PaginatedRequestParams>,
    request: RequestContext<RoleServer>,
) -> Result<ListPromptsResult, ErrorData> {
    let last = params
        .as_mut()
        .and_then(|params| params.cursor.take())
        .as_deref()
        .map(after)
        .transpose()
        .map_err(|error| convert::error(&error))?;
    let context = answer::listing_context(registry, &request);
    let page_size = registry.page_size();
    // One more than a page holds tells whether there is another.
    let ours = registry.shown(last.as_deref(), page_size.saturating_add(1), &context);
    let drained = match drain(inner, params, request).await {
        Err(Undrained::Failed(error)) => return Err(error),
        Err(why) if ours.is_empty() => return Err(why.into_error(registry)),
        Err(why) => {
            why.report(registry);
            // It says nothing of how long it may be kept, so that the client asks again.
            Some(ListPromptsResult::default())
        }
        Ok(drained) => drained,
    };
    let hints = drained.as_ref().map(|page| (page.ttl_ms, page.cache_scope));
    let mut result = drained.unwrap_or_default();
    answer::hint(&mut result, registry, context.revision(), hints);

    let mut merged: BTreeMap<String, Entry> = BTreeMap::new();
    for prompt in std::mem::take(&mut result.prompts) {
        if last.as_ref().is_some_and(|last| prompt.name <= *last) {
            continue;
        }
        if registry.find(&prompt.name, &context).is_some() {
            warn_of_both(registry, &prompt.name);
        } else {
            merged.insert(prompt.name.clone(), Entry::Theirs(prompt));
        }
    }
    for prompt in ours {
        merged.insert(prompt.name().to_owned(), Entry::Ours(prompt));
    }
    let more = merged.len() > page_size;
    result.prompts = merged
        .into_values()
        .take(page_size)
        .map(|entry| match entry {
            Entry::Theirs(prompt) => prompt,
            Entry::Ours(prompt) => convert::prompt(prompt.listing().clone(), context.revision()),
        })
        .collect();
    result.next_cursor = result
        .prompts
        .last()
        .filter(|_| more)
        .map(|last| encode_cursor(&last.name));
    Ok(result)
}

enum Entry {
    Theirs(Prompt),
    Ours(std::sync::Arc<crate::registry::RegisteredPrompt>),
}

fn warn_of_both(registry: &PromptRegistry, name: &str) {
    let warning = format!(
        "the server has a prompt \"{name}\" of its own, which is out of reach: the mounted one of that name answers"
    );
    if registry.once(&warning) {
        registry.report(&Report::Warning(warning.into()));
    }
}

/// Why the wrapped server's own prompts cannot be listed.
pub(super) enum Undrained {
    Failed(ErrorData),
    Panicked,
    Endless,
}

impl Undrained {
    pub(super) fn report(&self, registry: &PromptRegistry) {
        let why = match self {
            // The client is told.
            Self::Failed(_) => return,
            Self::Panicked => "panicked".to_owned(),
            Self::Endless => format!("did not end after {MAX_PAGES} pages"),
        };
        registry.report(&Report::Warning(
            format!("the server's own listing of prompts {why}").into(),
        ));
    }

    /// What the client is told: the server's own error, or nothing of what only its author can mend, who is told.
    pub(super) fn into_error(self, registry: &PromptRegistry) -> ErrorData {
        if let Self::Failed(error) = self {
            return error;
        }
        self.report(registry);
        ErrorData::internal_error("internal error", None)
    }
}

/// The whole listing of the wrapped server as one page; `None` when it has no prompts.
pub(super) async fn drain<S: ServerHandler>(
    inner: &S,
    mut params: Option<PaginatedRequestParams>,
    request: RequestContext<RoleServer>,
) -> Result<Option<ListPromptsResult>, Undrained> {
    let mut whole: Option<ListPromptsResult> = None;
    for _ in 0..MAX_PAGES {
        let listing = async { inner.list_prompts(params.take(), request.clone()).await };
        let page = match contained_future(Box::pin(listing)).await {
            Ok(Ok(page)) => page,
            Ok(Err(error)) if error.code == ErrorCode::METHOD_NOT_FOUND && whole.is_none() => {
                return Ok(None);
            }
            Ok(Err(error)) => return Err(Undrained::Failed(error)),
            Err(Panicked) => return Err(Undrained::Panicked),
        };
        let whole = match &mut whole {
            None => whole.insert(page),
            Some(whole) => {
                whole.prompts.extend(page.prompts);
                whole.ttl_ms = whole.ttl_ms.min(page.ttl_ms);
                if whole.cache_scope != page.cache_scope {
                    whole.cache_scope = None;
                }
                whole.next_cursor = page.next_cursor;
                whole
            }
        };
        match whole.next_cursor.take() {
            Some(cursor) if !request.ct.is_cancelled() => {
                params = Some(PaginatedRequestParams::default().with_cursor(Some(cursor)));
            }
            _ => return Ok(Some(std::mem::take(whole))),
        }
    }
    Err(Undrained::Endless)
}

//! The listing of a mounted registry: its prompts and the wrapped server's prompts, merged by name.

use super::answers::{listing, listing_context};
use super::pass::{Answer, Page, Request};
use super::request::RequestState;
use super::rmcp::model::{ErrorCode, ListPromptsResult};
use super::rmcp::{ErrorData, ServerHandler};
use super::{append, cache_hints_of, page, set_cache_hints};
use crate::{json, warn};
use prompt_runtime::edge::{MergedPrompt, Panic, contained_future};
use prompt_runtime::{PromptRegistry, Report};

/// The maximum number of pages that are read from the wrapped server, in case its listing never ends.
pub(super) const MAX_PAGES: usize = 1000;

/// Lists both sets. The wrapped server's listing is read completely each time and pages are taken from the whole. Therefore its cursors
/// never reach the client, and the registry's cursors stay valid. An error answer of the wrapped server is passed on. If its listing panics
/// or never ends, this is reported to the author, and only the registry's prompts are listed.
pub(super) async fn list<S: ServerHandler>(
    registry: &PromptRegistry,
    inner: &S,
    state: &RequestState,
    mut params: Page,
    request: Request,
) -> Answer<ListPromptsResult> {
    let cursor = params.as_mut().and_then(|params| params.cursor.take());
    let context = listing_context(registry, &request, state);
    // An unknown cursor is rejected before the wrapped server is called.
    let ours = listing(registry, cursor.as_deref(), &context)?;
    let own = match list_all(inner, params, request).await {
        Err(ListError::Failed(error)) => return Err(error),
        Err(why) if ours.is_empty() => return Err(why.into_error(registry)),
        Err(why) => {
            why.report(registry);
            // Without hints the client may not keep the listing, so it requests it again.
            Some(ListPromptsResult::default())
        }
        Ok(own) => own,
    };
    let own_hints = own.as_ref().map(cache_hints_of);
    let mut result = own.unwrap_or_default();
    let prompts = std::mem::take(&mut result.prompts);
    let hints = ours.cache_hints();
    let merged = ours.merge(prompts, |prompt| &prompt.name);
    set_cache_hints(&mut result, hints, own_hints);
    warn::shadowed(registry, &merged.shadowed);
    result.prompts = merged
        .prompts
        .into_iter()
        .filter_map(|prompt| match prompt {
            MergedPrompt::Theirs(prompt) => Some(prompt),
            MergedPrompt::Ours(prompt) => json::convert(&prompt).ok(),
        })
        .collect();
    result.next_cursor = merged.next_cursor;
    Ok(result)
}

/// The reasons that the wrapped server's own prompts cannot be listed.
pub(super) enum ListError {
    Failed(ErrorData),
    Panicked,
    Endless,
}

impl ListError {
    pub(super) fn report(&self, registry: &PromptRegistry) {
        let why = match self {
            // The client receives this error, so no report is needed.
            Self::Failed(_) => return,
            Self::Panicked => "panicked".to_owned(),
            Self::Endless => format!("did not end after {MAX_PAGES} pages"),
        };
        registry.report(&Report::Warning(
            format!("the server's own listing of prompts {why}").into(),
        ));
    }

    /// The error for the client: the server's own, or an internal error whose cause is reported to the author.
    pub(super) fn into_error(self, registry: &PromptRegistry) -> ErrorData {
        if let Self::Failed(error) = self {
            return error;
        }
        self.report(registry);
        ErrorData::internal_error("internal error", None)
    }
}

/// The whole listing of the wrapped server as one page. `None` if it has no prompts.
pub(super) async fn list_all<S: ServerHandler>(
    inner: &S,
    mut params: Page,
    request: Request,
) -> Result<Option<ListPromptsResult>, ListError> {
    let mut whole: Option<ListPromptsResult> = None;
    for _ in 0..MAX_PAGES {
        let listing = async { inner.list_prompts(params.take(), request.clone()).await };
        let next = match contained_future(Box::pin(listing)).await {
            Ok(Ok(next)) => next,
            Ok(Err(error)) if error.code == ErrorCode::METHOD_NOT_FOUND && whole.is_none() => {
                return Ok(None);
            }
            Ok(Err(error)) => return Err(ListError::Failed(error)),
            Err(Panic { .. }) => return Err(ListError::Panicked),
        };
        let whole = match &mut whole {
            None => whole.insert(next),
            Some(whole) => {
                append(whole, next);
                whole
            }
        };
        match whole.next_cursor.take() {
            Some(cursor) if !request.ct.is_cancelled() => params = Some(page(Some(cursor))),
            _ => return Ok(Some(std::mem::take(whole))),
        }
    }
    Err(ListError::Endless)
}

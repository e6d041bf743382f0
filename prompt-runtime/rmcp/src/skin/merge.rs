//! The listing of a mounted registry: its prompts and the wrapped server's prompts, merged by name.

use super::answers::{listing, listing_context};
use super::pass::{Answer, Page, Request};
use super::request::RequestState;
use super::rmcp::model::{ErrorCode, ListPromptsResult, Prompt};
use super::rmcp::{ErrorData, ServerHandler};
use super::{append, cache_hints_of, set_cache_hints};
use crate::{json, warn};
use prompt_runtime::edge::{MergedPrompt, Panic, contained_future};
use prompt_runtime::{PromptRegistry, Report};
use std::collections::HashSet;

/// The maximum number of pages that are read from the wrapped server, in case its listing never ends.
pub(super) const MAX_PAGES: usize = 1000;

/// Lists both sets. The wrapped server's listing is read completely each time and pages are taken from the whole. Therefore its cursors
/// never reach the client, and the registry's cursors stay valid. An error answer of the wrapped server is passed on. If its listing panics
/// or never ends, this is reported to the author, and only its prompts on the pages before that are listed.
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
    let own = list_all(inner, params, request).await?;
    own.report(registry);
    if own.is_empty_handed() && ours.is_empty() {
        return Err(ErrorData::internal_error("internal error", None));
    }
    // Without hints the client may not keep the listing, so it requests it again.
    let unhinted = ListPromptsResult::default();
    let hinted = match own.error {
        Some(_) => Some(&unhinted),
        None => own.listed.as_ref(),
    };
    let own_hints = hinted.map(cache_hints_of);
    let mut result = own.listed.unwrap_or_default();
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

/// The whole listing of the wrapped server.
pub(super) struct OwnListing {
    /// All pages that could be read, as one. `None` if the server has no prompts.
    pub(super) listed: Option<ListPromptsResult>,
    pub(super) error: Option<ListingError>,
}

/// The reasons that a listing was read only in part.
pub(super) enum ListingError {
    Panicked,
    Endless,
    /// The page after this cursor was read before.
    Repeated(String),
}

impl OwnListing {
    /// Returns `true` if nothing could be read because of an error.
    fn is_empty_handed(&self) -> bool {
        self.error.is_some() && self.listed.is_none()
    }

    pub(super) fn report(&self, registry: &PromptRegistry) {
        let why = match &self.error {
            None => return,
            Some(ListingError::Panicked) => "panicked".to_owned(),
            Some(ListingError::Endless) => format!("did not end after {MAX_PAGES} pages"),
            Some(ListingError::Repeated(cursor)) => format!("returned the cursor {cursor:?} twice"),
        };
        let rest = if self.listed.is_some() {
            "; only the prompts on the pages before that are listed"
        } else {
            ""
        };
        registry.report(&Report::Warning(
            format!("the server's own listing of prompts {why}{rest}").into(),
        ));
    }

    pub(super) fn into_prompts(self) -> Vec<Prompt> {
        self.listed.unwrap_or_default().prompts
    }
}

/// Reads all pages of the wrapped server.
///
/// # Errors
/// The error that the server answered.
pub(super) async fn list_all<S: ServerHandler>(
    inner: &S,
    params: Page,
    request: Request,
) -> Answer<OwnListing> {
    let mut listed: Option<ListPromptsResult> = None;
    let mut cursors = HashSet::new();
    let mut next_params = params.clone();
    let error = 'pages: {
        for _ in 0..MAX_PAGES {
            let listing = async { inner.list_prompts(next_params, request.clone()).await };
            let next = match contained_future(Box::pin(listing)).await {
                Ok(Ok(next)) => next,
                Ok(Err(error)) if error.code == ErrorCode::METHOD_NOT_FOUND && listed.is_none() => {
                    break 'pages None;
                }
                Ok(Err(error)) => return Err(error),
                Err(Panic { .. }) => break 'pages Some(ListingError::Panicked),
            };
            let whole = match &mut listed {
                None => listed.insert(next),
                Some(whole) => {
                    append(whole, next);
                    whole
                }
            };
            let Some(cursor) = whole.next_cursor.take() else {
                break 'pages None;
            };
            if request.ct.is_cancelled() {
                break 'pages None;
            }
            if !cursors.insert(cursor.clone()) {
                break 'pages Some(ListingError::Repeated(cursor));
            }
            // Each page is requested as the first one was, with its `_meta`.
            let mut following = params.clone().unwrap_or_default();
            following.cursor = Some(cursor);
            next_params = Some(following);
        }
        Some(ListingError::Endless)
    };
    Ok(OwnListing { listed, error })
}

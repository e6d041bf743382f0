use super::PromptRegistry;
use super::RegisteredPrompt;
use crate::context::Context;
use crate::error::PromptError;
use crate::prompt::ListPromptsResult;
use crate::protocol::{decode_cursor, encode_cursor};
#[cfg(feature = "rmcp")]
use std::sync::Arc;

/// A page of the listing.
pub(crate) struct Page<'a> {
    pub(crate) prompts: Vec<&'a RegisteredPrompt>,
    pub(crate) next_cursor: Option<String>,
}

impl PromptRegistry {
    /// Answers `prompts/list`: the page that follows `cursor`, sorted by name, of the prompts that this request may know of.
    ///
    /// # Errors
    /// -32602 for a cursor that this registry did not hand out, the empty one included.
    pub fn list(
        &self,
        cursor: Option<&str>,
        context: &Context,
    ) -> Result<ListPromptsResult, PromptError> {
        self.with_page(cursor, context, |page| {
            let listings = page.prompts.iter().map(|prompt| prompt.listing().clone());
            ListPromptsResult {
                prompts: listings.collect(),
                next_cursor: page.next_cursor,
            }
        })
    }

    /// Reads a page in place: a listing of thousands is not to touch the count of each prompt's owners.
    pub(crate) fn with_page<T>(
        &self,
        cursor: Option<&str>,
        context: &Context,
        read: impl FnOnce(Page<'_>) -> T,
    ) -> Result<T, PromptError> {
        let set = self.set();
        let rest = match cursor.map(after).transpose()? {
            None => set.sorted(),
            Some(name) => set.after(&name),
        };
        let mut shown = rest
            .iter()
            .map(|prompt| &**prompt)
            .filter(|prompt| self.shows(prompt, context));
        let page_size = self.page_size();
        let prompts: Vec<_> = shown.by_ref().take(page_size).collect();
        let next_cursor = match prompts.last() {
            Some(last) if prompts.len() == page_size && shown.next().is_some() => {
                Some(encode_cursor(last.name()))
            }
            _ => None,
        };
        Ok(read(Page {
            prompts,
            next_cursor,
        }))
    }

    /// The first `limit` prompts after `name` that this request may know of.
    #[cfg(feature = "rmcp")]
    pub(crate) fn shown(
        &self,
        name: Option<&str>,
        limit: usize,
        context: &Context,
    ) -> Vec<Arc<RegisteredPrompt>> {
        let set = self.set();
        let rest = name.map_or(set.sorted(), |name| set.after(name));
        rest.iter()
            .filter(|prompt| self.shows(prompt, context))
            .take(limit)
            .cloned()
            .collect()
    }

    pub(crate) fn page_size(&self) -> usize {
        self.inner.options.page_size.unwrap_or(usize::MAX)
    }
}

/// The name that the page before ended with.
pub(crate) fn after(cursor: &str) -> Result<String, PromptError> {
    decode_cursor(cursor).ok_or_else(|| PromptError::invalid_params("invalid cursor"))
}

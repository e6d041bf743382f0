//! Answers `prompts/list`: the page after a cursor, as values, as JSON text, or merged with the server's own prompts.

use super::request::Request;
use super::span::spanned;
use super::{CacheHints, PromptRegistry, RegisteredPrompt};
use crate::context::Context;
use crate::prompt::{ListPromptsResult, Prompt};
use crate::prompt_error::PromptError;
use crate::protocol::{Addition, Revision, decode_cursor, encode_cursor};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// A page of the listing.
struct Page<'a> {
    prompts: Vec<&'a RegisteredPrompt>,
    next_cursor: Option<String>,
}

/// A listing after a cursor, before it is merged with the server's own prompts. [`Request::list`] returns it.
#[derive(Debug)]
pub struct Listing<'a> {
    request: Request<'a>,
    after: Option<String>,
    /// At most one prompt more than a page has.
    prompts: Vec<Arc<RegisteredPrompt>>,
}

/// A page of a merged listing, sorted by name.
#[derive(Debug)]
#[non_exhaustive]
pub struct MergedPage<T> {
    /// The prompts of the page.
    pub prompts: Vec<MergedPrompt<T>>,
    /// The cursor of the next page.
    pub next_cursor: Option<String>,
    /// The names of the server's own prompts that cannot be called, because a prompt of the registry has the same name.
    pub shadowed: Vec<String>,
}

/// A prompt of a merged listing.
#[derive(Debug)]
#[allow(clippy::exhaustive_enums)]
pub enum MergedPrompt<T> {
    /// A prompt of the registry, in the form of the client's revision.
    Ours(Prompt),
    /// A prompt of the server itself.
    Theirs(T),
}

#[cfg(feature = "tracing")]
impl<T> super::span::Answer for MergedPage<T> {
    fn count(&self) -> Option<usize> {
        Some(self.prompts.len())
    }
}

impl PromptRegistry {
    /// Answers `prompts/list`: the page after `cursor` of the prompts that this request may see, sorted by name, in the form of the
    /// context's revision.
    ///
    /// Specification: server/prompts, "Listing Prompts"; server/utilities/pagination.
    ///
    /// # Errors
    /// -32602 for a cursor that this registry did not create, including an empty cursor.
    pub fn list(
        &self,
        cursor: Option<&str>,
        context: &Context,
    ) -> Result<ListPromptsResult, PromptError> {
        spanned!(Request::new(self, context), List, {
            self.with_page(cursor, context, |page| ListPromptsResult {
                prompts: page
                    .prompts
                    .iter()
                    .map(|prompt| self.listing(prompt, context))
                    .collect(),
                next_cursor: page.next_cursor,
            })
        })
    }

    /// Reads a page in place, because a listing of thousands should not touch the reference count of each prompt.
    fn with_page<T>(
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
        let mut prompts = Vec::with_capacity(page_size.min(rest.len()));
        prompts.extend(shown.by_ref().take(page_size));
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

    /// The page of `prompts/list` after `cursor` as JSON text, in the form of the context's revision. The text of each prompt is kept after
    /// the first use, which suits servers with many list requests.
    ///
    /// # Errors
    /// The same as for [`list`](Self::list).
    pub fn list_json(
        &self,
        cursor: Option<&str>,
        context: &Context,
    ) -> Result<String, PromptError> {
        let revision = context.revision();
        spanned!(Request::new(self, context), List, {
            self.with_page(cursor, context, |page| {
                let prompts = self.texts(&page, context)?;
                let next_cursor = page.next_cursor.as_deref();
                self.page_json(&prompts, next_cursor, self.hints(context), revision)
            })
            .and_then(|read| read)
        })
    }

    /// The JSON texts of the prompts of a page, and the next cursor.
    pub(crate) fn page_texts(
        &self,
        cursor: Option<&str>,
        context: &Context,
    ) -> Result<(Vec<Cow<'static, str>>, Option<String>), PromptError> {
        spanned!(Request::new(self, context), List, {
            self.with_page(cursor, context, |page| {
                let texts = self.texts(&page, context)?.into_iter();
                let texts = texts.map(|text| Cow::Owned(text.into_owned())).collect();
                Ok((texts, page.next_cursor))
            })
            .and_then(|read| read)
        })
    }

    fn texts<'p>(
        &self,
        page: &Page<'p>,
        context: &Context,
    ) -> Result<Vec<Cow<'p, str>>, PromptError> {
        let texts = page.prompts.iter().map(|prompt| {
            if self.is_localized() {
                Ok(Cow::Owned(serde_json::to_string(
                    &self.listing(prompt, context),
                )?))
            } else {
                Ok(Cow::Borrowed(prompt.json(context.revision())))
            }
        });
        texts.collect()
    }

    /// The cache hints, for revisions that have them.
    pub(crate) fn hints(&self, context: &Context) -> Option<CacheHints> {
        context
            .revision()
            .has(Addition::CacheHints)
            .then(|| self.cache_hints(context))
    }

    /// The result of `prompts/list` as JSON text.
    pub(crate) fn page_json(
        &self,
        prompts: &[Cow<'_, str>],
        next_cursor: Option<&str>,
        hints: Option<CacheHints>,
        revision: Revision,
    ) -> Result<String, PromptError> {
        // The text around the prompts is short. A string that grows piece by piece would be copied repeatedly.
        let around = 256;
        let mut json = String::with_capacity(
            prompts.iter().map(|prompt| prompt.len() + 1).sum::<usize>() + around,
        );
        json.push_str(if revision.has(Addition::ResultType) {
            r#"{"resultType":"complete","prompts":["#
        } else {
            r#"{"prompts":["#
        });
        for (index, prompt) in prompts.iter().enumerate() {
            if index > 0 {
                json.push(',');
            }
            json.push_str(prompt);
        }
        json.push(']');
        if let Some(cursor) = next_cursor {
            let _ = write!(json, ",\"nextCursor\":{}", serde_json::to_string(cursor)?);
        }
        if let Some(hints) = hints {
            let scope = if hints.is_private() {
                "private"
            } else {
                "public"
            };
            let ttl_ms = hints.ttl_ms();
            let _ = write!(json, ",\"ttlMs\":{ttl_ms},\"cacheScope\":\"{scope}\"");
        }
        if let Some(meta) = self.result_meta(revision)? {
            let _ = write!(json, ",\"_meta\":{meta}");
        }
        json.push('}');
        Ok(json)
    }

    fn page_size(&self) -> usize {
        self.inner.options.page_size.unwrap_or(usize::MAX)
    }
}

impl<'a> Request<'a> {
    /// Begins the answer to `prompts/list` for a server that also has prompts of its own. Other servers use [`PromptRegistry::list`].
    ///
    /// # Errors
    /// -32602 for a cursor that this registry did not create, including an empty cursor.
    #[cfg_attr(not(feature = "tracing"), allow(clippy::map_identity))]
    pub fn list(self, cursor: Option<&str>) -> Result<Listing<'a>, PromptError> {
        let after = cursor
            .map(after)
            .transpose()
            .map_err(|error| spanned!(self, List, { error }))?;
        let Self {
            registry, context, ..
        } = self;
        let set = registry.set();
        let rest = match &after {
            None => set.sorted(),
            Some(name) => set.after(name),
        };
        let prompts = rest
            .iter()
            .filter(|prompt| registry.shows(prompt, context))
            .take(registry.page_size().saturating_add(1))
            .cloned()
            .collect();
        Ok(Listing {
            request: self,
            after,
            prompts,
        })
    }
}

impl Listing<'_> {
    /// Returns `true` if the registry has no prompt after the cursor.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.prompts.is_empty()
    }

    /// Takes a page from both listings. `theirs` is the complete listing of the server's own prompts, so the server's own cursors never
    /// reach the client. `name` returns the name of one of them.
    #[must_use]
    pub fn merge<T>(
        self,
        theirs: impl IntoIterator<Item = T>,
        name: impl Fn(&T) -> &str,
    ) -> MergedPage<T> {
        spanned!(self.request, List, { self.merged(theirs, name) })
    }

    fn merged<T>(
        self,
        theirs: impl IntoIterator<Item = T>,
        name: impl Fn(&T) -> &str,
    ) -> MergedPage<T> {
        enum Entry<T> {
            Ours(Arc<RegisteredPrompt>),
            Theirs(T),
        }
        let Self {
            request: Request {
                registry, context, ..
            },
            after,
            prompts,
        } = self;
        let mut shadowed = Vec::new();
        let mut merged = BTreeMap::new();
        for prompt in theirs {
            let own = name(&prompt);
            if after.as_ref().is_some_and(|last| own <= last.as_str()) {
                continue;
            }
            // The predicate is not asked again about prompts that are listed.
            let is_listed = prompts.binary_search_by(|it| it.name().cmp(own)).is_ok();
            if is_listed || registry.find(own, context).is_some() {
                shadowed.push(own.to_owned());
            } else {
                // Of several prompts of one name, a server usually answers with the first.
                merged
                    .entry(own.to_owned())
                    .or_insert(Entry::Theirs(prompt));
            }
        }
        for prompt in prompts {
            merged.insert(prompt.name().to_owned(), Entry::Ours(prompt));
        }
        let mut rest = merged.into_iter();
        let mut last = None;
        let page: Vec<_> = rest
            .by_ref()
            .take(registry.page_size())
            .map(|(name, entry)| {
                last = Some(name);
                match entry {
                    Entry::Ours(prompt) => MergedPrompt::Ours(registry.listing(&prompt, context)),
                    Entry::Theirs(prompt) => MergedPrompt::Theirs(prompt),
                }
            })
            .collect();
        MergedPage {
            prompts: page,
            next_cursor: rest.next().and_then(|_| Some(encode_cursor(&last?))),
            shadowed,
        }
    }

    /// The time for which the client may keep the listing. `None` for revisions without such hints.
    #[must_use]
    pub fn cache_hints(&self) -> Option<CacheHints> {
        self.request.registry.hints(self.request.context)
    }
}

/// The last name of the previous page.
fn after(cursor: &str) -> Result<String, PromptError> {
    decode_cursor(cursor).ok_or_else(|| PromptError::invalid_params("invalid cursor"))
}

//! How long a client may keep the listing, and for whom. Revision 2026-07-28 on.

use super::PromptRegistry;
use std::time::Duration;

/// Specification: server/utilities/caching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CacheHints {
    ttl_ms: u64,
    private: bool,
}

impl CacheHints {
    pub(crate) fn ttl_ms(self) -> u64 {
        self.ttl_ms
    }

    /// Whether the listing is for the one who asked only.
    pub(crate) fn is_private(self) -> bool {
        self.private
    }
}

impl PromptRegistry {
    /// The same for every page of the listing. Without a word from the author nothing may be kept; a listing that depends on the
    /// caller is never public, and one with a short-lived prompt in it lives as short.
    pub(crate) fn cache_hints(&self) -> CacheHints {
        let options = &self.inner.options;
        let set = self.set();
        let of_prompts = options
            .cache_prompts_for
            .iter()
            .filter(|(name, _)| set.get(name).is_some())
            .map(|(_, ttl)| *ttl);
        let ttl = options
            .cache_for
            .map_or(Duration::ZERO, |ttl| of_prompts.fold(ttl, Duration::min));
        CacheHints {
            ttl_ms: u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX),
            private: self.depends_on_caller(),
        }
    }
}

//! Cache hints of the listing: time to live and scope. From revision 2026-07-28 on.

use super::PromptRegistry;
use crate::context::Context;
use std::time::Duration;

/// Specification: server/utilities/caching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheHints {
    ttl_ms: u64,
    private: bool,
}

impl CacheHints {
    /// Time for which it may be kept, in milliseconds.
    #[must_use]
    pub fn ttl_ms(self) -> u64 {
        self.ttl_ms
    }

    /// Returns `true` when the listing depends on the request, so that it is for that client alone.
    #[must_use]
    pub fn is_private(self) -> bool {
        self.private
    }

    /// The hints of a listing that is merged with another: what both allow. A listing that says nothing may not be kept, and is private.
    #[must_use]
    pub fn merged(self, ttl_ms: Option<u64>, is_public: bool) -> Self {
        Self {
            ttl_ms: self.ttl_ms.min(ttl_ms.unwrap_or(0)),
            private: self.private || !is_public,
        }
    }
}

impl PromptRegistry {
    /// Returns the hints of every page of the listing that this request gets. Without a time from the author nothing may be kept; a listing
    /// that depends on the request is never public, and a prompt with a shorter time shortens that of the listing it is in.
    #[must_use]
    pub fn cache_hints(&self, context: &Context) -> CacheHints {
        let options = &self.inner.options;
        let set = self.set();
        let of_prompts = options
            .cache_prompts_for
            .iter()
            .filter(|(name, _)| set.get(name).is_some_and(|it| self.shows(it, context)))
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

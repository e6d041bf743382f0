//! Cache hints of the listing: time to live and scope. From revision 2026-07-28 on.

use super::PromptRegistry;
use crate::context::Context;
use std::time::Duration;

/// The time for which clients may keep the listing, and its scope. Specification: server/utilities/caching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheHints {
    ttl_ms: u64,
    private: bool,
}

impl CacheHints {
    /// The time for which the listing may be kept, in milliseconds.
    #[must_use]
    pub fn ttl_ms(self) -> u64 {
        self.ttl_ms
    }

    /// Returns `true` if the listing depends on the request, so that only this client may use it.
    #[must_use]
    pub fn is_private(self) -> bool {
        self.private
    }

    /// The hints of a listing that is merged with another one: both restrictions apply. Without hints, a listing may not be kept, and is
    /// private.
    #[must_use]
    pub fn merged(self, ttl_ms: Option<u64>, is_public: bool) -> Self {
        Self {
            ttl_ms: self.ttl_ms.min(ttl_ms.unwrap_or(0)),
            private: self.private || !is_public,
        }
    }
}

impl PromptRegistry {
    /// Returns the hints for every page of the listing of this request. Without a time from the author, the listing may not be kept. A
    /// listing that depends on the request is never public, and a prompt with a shorter time shortens the time of its listing.
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

//! Rate limit of completion requests.

use super::PromptRegistry;
use crate::report::Report;
use governor::clock::DefaultClock;
use governor::middleware::StateInformationMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, Ordering};

/// A token bucket that refills steadily and holds the tokens of one second.
#[derive(Debug)]
pub(super) struct CompletionRate {
    per_second: NonZeroU32,
    limiter: RateLimiter<NotKeyed, InMemoryState, DefaultClock, StateInformationMiddleware>,
    /// `true` if the current burst was reported. A burst ends when the bucket is full again.
    reported: AtomicBool,
}

impl CompletionRate {
    pub(super) fn new(per_second: u32) -> Self {
        let per_second = NonZeroU32::new(per_second).unwrap_or(NonZeroU32::MIN);
        Self {
            per_second,
            limiter: RateLimiter::direct(Quota::per_second(per_second)).with_middleware(),
            reported: AtomicBool::new(false),
        }
    }
}

impl PromptRegistry {
    /// Returns `true` if a completion request may be answered now. The first rejected request of a burst is reported.
    pub(super) fn admits_completion(&self) -> bool {
        let Some(rate) = &self.inner.options.completion_rate else {
            return true;
        };
        let admitted = rate.limiter.check();
        if let Ok(state) = &admitted {
            if state.remaining_burst_capacity() + 1 >= rate.per_second.get() {
                rate.reported.store(false, Ordering::Relaxed);
            }
        } else if !rate.reported.swap(true, Ordering::Relaxed) {
            let limit = rate.per_second;
            self.report(&Report::Warning(
                format!(
                    "more than {limit} completion requests per second; those beyond get no values"
                )
                .into(),
            ));
        }
        admitted.is_ok()
    }
}

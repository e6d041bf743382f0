//! One prompt, registered by being linked.
#![forbid(unsafe_code)]

use prompt_runtime::prompt;

/// Says where it comes from.
#[prompt]
#[must_use]
pub fn from_the_plugin() -> &'static str {
    "I come from the plugin."
}

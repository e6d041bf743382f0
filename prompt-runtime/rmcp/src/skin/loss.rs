//! Parts of prompts that the types of this version of rmcp cannot hold.

use super::names::MAJOR;
use super::rmcp::model;
use crate::json;
use prompt_runtime::edge::once;
use prompt_runtime::{PromptRegistry, Report};

/// Reports, once for each prompt, that an answer lost a part.
pub(super) fn of_answer(registry: &PromptRegistry, prompt: &str) {
    report(
        registry,
        format!(
            "the prompt \"{prompt}\" lost annotations, `_meta` or other fields of its answer: the types of {MAJOR} do not have them"
        ),
    );
}

/// Reports every prompt whose listing would lose a part.
pub(super) fn of_listings(registry: &PromptRegistry) {
    for prompt in registry.prompts() {
        let listing = prompt.listing();
        let whole = serde_json::to_value(listing).ok();
        let held = json::convert::<model::Prompt>(listing)
            .ok()
            .and_then(|listing| serde_json::to_value(listing).ok());
        if held != whole {
            let name = prompt.name();
            report(
                registry,
                format!(
                    "the prompt \"{name}\" loses a part of its listing: the types of {MAJOR} do not have it"
                ),
            );
        }
    }
}

fn report(registry: &PromptRegistry, warning: String) {
    if once(registry, &warning) {
        registry.report(&Report::Warning(warning.into()));
    }
}

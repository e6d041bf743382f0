//! Warnings for the author that several kinds of servers share. A registry reports each of them once.

use crate::json::{self, Loss};
use prompt_runtime::edge::once;
use prompt_runtime::model::AudioContent;
use prompt_runtime::{PromptRegistry, Report};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;

/// The warning about a server that answers requests about prompts and does not declare them.
pub(crate) const UNDECLARED: &str = "clients do not ask for the prompts, because the server does not declare the capability `prompts`: write `enable_prompts()` in its `get_info`";

/// Reports a warning, unless this registry has already reported it.
pub(crate) fn warn_once(registry: &PromptRegistry, warning: &str) {
    if once(registry, warning) {
        registry.report(&Report::Warning(warning.into()));
    }
}

/// Runs `check` for the first server of this type, and reports its error.
pub(crate) fn check_once<E: fmt::Display>(
    registry: &PromptRegistry,
    server_type: &str,
    check: impl FnOnce() -> Result<(), E>,
) {
    if once(registry, server_type)
        && let Err(error) = check()
    {
        warn_once(registry, &error.to_string());
    }
}

/// Reports prompts of the server itself that have the same names as prompts of the registry.
pub(crate) fn shadowed(registry: &PromptRegistry, names: &[String]) {
    for name in names {
        let place = registry.prompt(name);
        let place = place.map_or_else(String::new, |it| format!(" ({})", it.location()));
        let warning = format!(
            "the server has a prompt \"{name}\" of its own, which is out of reach: the mounted one of that name{place} answers"
        );
        warn_once(registry, &warning);
    }
}

/// Reports a prompt whose answer the types of `rmcp` cannot express as a whole.
pub(crate) fn lossy_answer(registry: &PromptRegistry, prompt: &str, loss: Loss, rmcp: &str) {
    if loss.fields {
        let warning = format!(
            "the prompt \"{prompt}\" lost annotations, `_meta` or other fields of its answer: the types of {rmcp} do not have them"
        );
        warn_once(registry, &warning);
    }
    if loss.audio {
        let warning = format!(
            "the audio of the prompt \"{prompt}\" becomes an embedded resource with the same bytes: the types of {rmcp} have no audio"
        );
        warn_once(registry, &warning);
    }
}

/// Reports every prompt whose listing would lose a part in rmcp's type `Prompt`, and those with audio files if `PromptMessage` has no audio.
pub(crate) fn lossy_prompts<Prompt, PromptMessage>(registry: &PromptRegistry, rmcp: &str)
where
    Prompt: Serialize + DeserializeOwned,
    PromptMessage: DeserializeOwned,
{
    let audio =
        AudioContent::from_bytes(b"RIFF", "audio/wav").map(prompt_runtime::PromptMessage::user);
    let has_audio = audio.is_ok_and(|audio| json::convert::<PromptMessage>(&audio).is_ok());
    for prompt in registry.prompts() {
        let audio = prompt
            .embedded_files()
            .iter()
            .any(|file| file.kind == "audio");
        let loss = Loss {
            fields: false,
            audio: audio && !has_audio,
        };
        lossy_answer(registry, prompt.name(), loss, rmcp);
        if !matches!(
            json::convert_and_compare::<Prompt>(prompt.listing()),
            Ok((_, false))
        ) {
            let name = prompt.name();
            let warning = format!(
                "the prompt \"{name}\" loses a part of its listing: the types of {rmcp} do not have it"
            );
            warn_once(registry, &warning);
        }
    }
}

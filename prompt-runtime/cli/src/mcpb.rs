//! The prompts of an MCPB manifest. A manifest has one text with placeholders for each prompt, so it can contain only prompts whose whole
//! text is in the source.

use crate::placeholders::parts;
use prompt_runtime::arguments::Argument;
use prompt_runtime::{RegisteredPrompt, TextDefinition};
use serde::Serialize;
use std::sync::Arc;

/// The members of a manifest, in the spelling of its schema.
#[derive(Serialize)]
pub(super) struct Manifest<'p> {
    prompts: Vec<ManifestPrompt<'p>>,
    /// `true` if the running server has more prompts than the manifest.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    prompts_generated: bool,
    #[serde(skip)]
    left_out: Vec<&'p str>,
}

#[derive(Serialize)]
struct ManifestPrompt<'p> {
    name: &'p str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'p str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    arguments: Vec<&'p str>,
    text: String,
}

impl<'p> Manifest<'p> {
    pub(super) fn of(prompts: &'p [Arc<RegisteredPrompt>]) -> Self {
        let (mut written, mut left_out) = (Vec::new(), Vec::new());
        for registered in prompts {
            match prompt(registered) {
                Some(prompt) => written.push(prompt),
                None => left_out.push(registered.name()),
            }
        }
        Self {
            prompts: written,
            prompts_generated: !left_out.is_empty(),
            left_out,
        }
    }

    /// The names of the prompts that a manifest cannot contain.
    pub(super) fn left_out(&self) -> &[&'p str] {
        &self.left_out
    }
}

fn prompt(prompt: &RegisteredPrompt) -> Option<ManifestPrompt<'_>> {
    let texts = prompt.texts();
    let mut turns = texts.iter().filter(|text| text.role != "description");
    let (Some(turn), None) = (turns.next(), turns.next()) else {
        return None;
    };
    Some(ManifestPrompt {
        name: prompt.name(),
        description: prompt.listing().description.as_deref(),
        arguments: prompt.arguments().iter().map(Argument::name).collect(),
        text: text(prompt, turn).filter(|_| turn.role == "user")?,
    })
}

/// The text with `${arguments.name}` for each placeholder. `None` if a placeholder is not the unchanged value of an argument.
fn text(prompt: &RegisteredPrompt, turn: &TextDefinition<'_>) -> Option<String> {
    if turn.text.is_empty() {
        return None;
    }
    let mut text = String::new();
    for (is_placeholder, part) in parts(turn.text, turn.file.is_some()) {
        if is_placeholder {
            let name = part.trim_matches(['{', '}']).trim();
            let argument = prompt.arguments().iter().find(|it| it.name() == name)?;
            text.extend(["${arguments.", argument.name(), "}"]);
        } else if turn.file.is_some() {
            text.push_str(part);
        } else {
            text.push_str(&part.replace("{{", "{").replace("}}", "}"));
        }
    }
    Some(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Manifest;
    use prompt_runtime::{GetPromptResult, PromptRegistry, messages, prompt, prompts};

    /// Explain it.
    #[prompt]
    fn explain(
        /// The output.
        output: &str,
        /// The sentences.
        sentences: u8,
    ) -> GetPromptResult {
        messages! { user: "In {sentences} sentences, as {{\"a\": 1}}:\n\n{output}"; }
    }

    /// Two turns.
    #[prompt]
    fn talk(words: &str) -> GetPromptResult {
        messages! { user: "{words}"; assistant: "Yes."; user: "Go on."; }
    }

    /// A placeholder that is no argument.
    #[prompt]
    fn count(words: &str) -> GetPromptResult {
        let length = words.len();
        messages! { user: "{words} has {length}"; }
    }

    /// Built at run time.
    #[prompt]
    fn build() -> String {
        "Build.".to_owned()
    }

    #[test]
    fn only_prompts_of_one_known_text_are_written() {
        let registry = PromptRegistry::from_prompts(prompts![explain, talk, count, build]).unwrap();
        let prompts = registry.prompts();
        let json = serde_json::to_value(Manifest::of(&prompts)).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "prompts": [{
                    "name": "explain",
                    "description": "Explain it.",
                    "arguments": ["output", "sentences"],
                    "text": "In ${arguments.sentences} sentences, as {\"a\": 1}:\n\n${arguments.output}",
                }],
                "prompts_generated": true,
            })
        );
    }
}

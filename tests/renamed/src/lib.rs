//! Prompts in a crate that knows the runtime by another name, and that reaches it through a re-export.
#![forbid(unsafe_code)]

use renamed::{ArgumentEnum, GetPromptResult, PromptDefinition, messages, prompt, prompts};

/// What another crate may re-export.
pub mod facade {
    pub use renamed as runtime;
}

/// How long.
#[derive(ArgumentEnum, Clone, Copy, Default)]
#[value(crate = ::renamed)]
pub enum Length {
    /// A few words.
    #[default]
    Short,
    /// All of it.
    Long,
}

/// Summarize a text.
#[prompt(crate = ::renamed)]
#[must_use]
pub fn summarize(#[arg(default)] length: Length, text: &str) -> String {
    format!("{length}: {text}")
}

/// Translate a text.
#[prompt(crate = crate::facade::runtime)]
pub async fn translate(#[arg(default = "English", values = LANGUAGES)] to: String) -> String {
    std::future::ready(to).await
}

const LANGUAGES: &[&str] = &["English", "Deutsch"];

/// Proofread a text.
#[prompt(crate = ::renamed)]
#[must_use]
pub fn proofread(text: &str, hint: Option<&str>) -> GetPromptResult {
    messages! {
        crate = ::renamed;
        description: "A proofreading";
        user: "Proofread: {text}";
        user?: hint;
    }
}

/// Every prompt of this crate.
#[must_use]
pub fn all() -> [&'static PromptDefinition; 3] {
    prompts![crate = ::renamed; proofread, summarize, translate]
}

/// None of them.
#[must_use]
pub fn none() -> [&'static PromptDefinition; 0] {
    prompts![crate = ::renamed;]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prompts_are_registered() -> Result<(), renamed::RegistryError> {
        let registry = renamed::PromptRegistry::from_inventory()?;
        let names: Vec<_> = registry
            .prompts()
            .iter()
            .map(|p| p.name().to_owned())
            .collect();
        assert_eq!(names, all().map(PromptDefinition::name));
        assert!(none().is_empty());
        Ok(())
    }
}

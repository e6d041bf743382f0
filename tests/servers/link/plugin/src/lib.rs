//! One prompt, which is registered when the crate is linked.
#![forbid(unsafe_code)]

use prompt_runtime::prompt;

/// Says where it comes from.
#[prompt]
#[must_use]
pub fn from_the_plugin() -> &'static str {
    "I come from the plugin."
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use prompt_runtime::{PromptLibrary, PromptRegistry, prompts};

    fn names(registry: &PromptRegistry) -> Vec<String> {
        let prompts = registry.prompts();
        prompts
            .iter()
            .map(|prompt| prompt.name().to_owned())
            .collect()
    }

    #[test]
    fn a_prompt_of_a_library_is_not_taken_from_the_inventory_again() {
        let registry = PromptRegistry::builder()
            .inventory()
            .library(PromptLibrary::new(prompts![super::from_the_plugin]).namespace("team"))
            .build()
            .unwrap();
        assert_eq!(names(&registry), ["team.from_the_plugin"]);
    }

    #[test]
    fn a_library_can_be_named_by_its_package() {
        let registry = PromptRegistry::builder()
            .library(PromptLibrary::of_package("link-plugin").namespace("own"))
            .build()
            .unwrap();
        assert_eq!(names(&registry), ["own.from_the_plugin"]);

        let error = PromptRegistry::builder()
            .library(PromptLibrary::of_package("review-prompts"))
            .build()
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("package `review-prompts` has no prompts"),
            "{error}"
        );
        assert!(error.contains("`use review_prompts as _;`"), "{error}");
    }
}

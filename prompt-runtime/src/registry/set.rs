use super::RegisteredPrompt;
use std::collections::HashMap;
use std::sync::Arc;

/// The prompts of a registry at one moment: sorted for listing, hashed for calling.
#[derive(Debug, Default, Clone)]
pub(super) struct PromptSet {
    sorted: Vec<Arc<RegisteredPrompt>>,
    by_name: HashMap<String, Arc<RegisteredPrompt>>,
}

impl PromptSet {
    /// Sorts by name: the inventory's own order is the linker's.
    pub(super) fn of(mut prompts: Vec<Arc<RegisteredPrompt>>) -> Self {
        prompts.sort_by(|a, b| a.name().cmp(b.name()));
        let mut by_name = HashMap::with_capacity(prompts.len());
        for prompt in &prompts {
            for alias in prompt.aliases() {
                by_name.insert(alias.to_string(), Arc::clone(prompt));
            }
        }
        for prompt in &prompts {
            by_name.insert(prompt.name().to_owned(), Arc::clone(prompt));
        }
        Self {
            sorted: prompts,
            by_name,
        }
    }

    /// By name or by a former name.
    pub(super) fn get(&self, name: &str) -> Option<&Arc<RegisteredPrompt>> {
        self.by_name.get(name)
    }

    pub(super) fn sorted(&self) -> &[Arc<RegisteredPrompt>] {
        &self.sorted
    }

    /// Those whose name sorts after `name`, whether `name` is still among them or not.
    pub(super) fn after(&self, name: &str) -> &[Arc<RegisteredPrompt>] {
        let start = self.sorted.partition_point(|prompt| prompt.name() <= name);
        self.sorted.get(start..).unwrap_or_default()
    }
}

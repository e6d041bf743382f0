use super::RegisteredPrompt;
use crate::argument::Argument;
use std::borrow::Borrow;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Arc;

/// The prompts of a registry at one moment, sorted for listing and hashed for calls.
#[derive(Debug, Default, Clone)]
pub(super) struct PromptSet {
    /// All prompts, sorted by name, including disabled ones.
    everything: Vec<Arc<RegisteredPrompt>>,
    disabled: HashSet<String>,
    sorted: Vec<Arc<RegisteredPrompt>>,
    by_name: HashSet<NamedPrompt, BuildHasherDefault<NameHasher>>,
    /// The number of prompts that have an argument with completions.
    completing: usize,
}

/// A prompt under one of its names, which is read from the prompt.
#[derive(Debug, Clone)]
struct NamedPrompt {
    prompt: Arc<RegisteredPrompt>,
    /// The place of the name among [`RegisteredPrompt::names`].
    place: usize,
}

impl NamedPrompt {
    fn each(prompt: &Arc<RegisteredPrompt>) -> impl Iterator<Item = Self> {
        let places = 0..=prompt.aliases().len();
        places.map(|place| Self {
            prompt: Arc::clone(prompt),
            place,
        })
    }
}

impl Borrow<str> for NamedPrompt {
    fn borrow(&self) -> &str {
        let alias = self.place.checked_sub(1);
        let alias = alias.and_then(|place| self.prompt.aliases().get(place));
        alias.map_or_else(|| self.prompt.name(), AsRef::as_ref)
    }
}

impl Hash for NamedPrompt {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        <Self as Borrow<str>>::borrow(self).hash(hasher);
    }
}

impl PartialEq for NamedPrompt {
    fn eq(&self, other: &Self) -> bool {
        <Self as Borrow<str>>::borrow(self) == <Self as Borrow<str>>::borrow(other)
    }
}

impl Eq for NamedPrompt {}

/// A fast hasher for short names. It does not resist collision attacks and need not, because the author chooses the names.
#[derive(Debug, Clone, Copy, Default)]
struct NameHasher(u64);

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        let mut mix = |word: u64| {
            self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        };
        let (words, rest) = bytes.as_chunks();
        for word in words {
            mix(u64::from_le_bytes(*word));
        }
        mix(rest
            .iter()
            .fold(0, |word, byte| word << 8 | u64::from(*byte)));
    }

    /// Ignores the byte that marks the end of a name, because one key is a single name.
    fn write_u8(&mut self, _: u8) {}

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

// What can change of a prompt, the JSON text of its listing, is no part of its name.
#[allow(clippy::mutable_key_type)]
impl PromptSet {
    /// Sorts by name, because the order of the inventory depends on the linker.
    pub(super) fn of(
        mut everything: Vec<Arc<RegisteredPrompt>>,
        mut disabled: HashSet<String>,
    ) -> Self {
        everything.sort_by(|a, b| a.name().cmp(b.name()));
        disabled.retain(|name| position(&everything, name).is_some());
        let sorted: Vec<_> = everything
            .iter()
            .filter(|prompt| !disabled.contains(prompt.name()))
            .cloned()
            .collect();
        let mut by_name =
            HashSet::with_capacity_and_hasher(sorted.len(), BuildHasherDefault::new());
        for named in sorted.iter().flat_map(NamedPrompt::each) {
            by_name.replace(named);
        }
        Self {
            completing: everything.iter().filter(|it| completes(it)).count(),
            everything,
            disabled,
            sorted,
            by_name,
        }
    }

    /// Removes some prompts and adds others. The time depends on their number; the size of the set only affects the pointers that move.
    pub(super) fn exchange(
        &mut self,
        leaving: &[Arc<RegisteredPrompt>],
        entering: &[Arc<RegisteredPrompt>],
    ) {
        for prompt in leaving {
            self.hide(prompt);
            if let Some(at) = position(&self.everything, prompt.name()) {
                self.everything.remove(at);
                self.completing -= usize::from(completes(prompt));
            }
        }
        for prompt in entering {
            insert(&mut self.everything, prompt);
            self.completing += usize::from(completes(prompt));
            if self.is_enabled(prompt.name()) {
                self.show(prompt);
            }
        }
        for prompt in leaving {
            if self.any(prompt.name()).is_none() {
                self.disabled.remove(prompt.name());
            }
        }
    }

    pub(super) fn set_enabled(&mut self, prompt: &Arc<RegisteredPrompt>, enabled: bool) {
        if enabled {
            self.disabled.remove(prompt.name());
            self.show(prompt);
        } else {
            self.disabled.insert(prompt.name().to_owned());
            self.hide(prompt);
        }
    }

    fn show(&mut self, prompt: &Arc<RegisteredPrompt>) {
        insert(&mut self.sorted, prompt);
        for named in NamedPrompt::each(prompt) {
            self.by_name.replace(named);
        }
    }

    fn hide(&mut self, prompt: &RegisteredPrompt) {
        if let Some(at) = position(&self.sorted, prompt.name()) {
            self.sorted.remove(at);
            for name in prompt.names() {
                self.by_name.remove(name);
            }
        }
    }

    /// Finds an enabled prompt by its name or a former name.
    #[inline]
    pub(super) fn get(&self, name: &str) -> Option<&Arc<RegisteredPrompt>> {
        self.by_name.get(name).map(|named| &named.prompt)
    }

    /// Finds a prompt by its name, even a disabled one.
    pub(super) fn any(&self, name: &str) -> Option<&Arc<RegisteredPrompt>> {
        self.everything.get(position(&self.everything, name)?)
    }

    pub(super) fn is_enabled(&self, name: &str) -> bool {
        !self.disabled.contains(name)
    }

    /// The enabled prompts, sorted by name.
    pub(super) fn sorted(&self) -> &[Arc<RegisteredPrompt>] {
        &self.sorted
    }

    /// All prompts, sorted by name.
    pub(super) fn everything(&self) -> &[Arc<RegisteredPrompt>] {
        &self.everything
    }

    /// Returns `true` if an argument of any prompt has completions. Disabled prompts count, because a server cannot change its declared
    /// capabilities.
    pub(super) fn has_completions(&self) -> bool {
        self.completing > 0
    }

    /// Returns `true` if this exact prompt is in the set, disabled or not.
    pub(super) fn holds(&self, prompt: &Arc<RegisteredPrompt>) -> bool {
        let name = prompt.name();
        let held = self.get(name).or_else(|| self.any(name));
        held.is_some_and(|held| Arc::ptr_eq(held, prompt))
    }

    /// The prompts whose names sort after `name`, even if `name` is no longer in the set.
    pub(super) fn after(&self, name: &str) -> &[Arc<RegisteredPrompt>] {
        let start = self.sorted.partition_point(|prompt| prompt.name() <= name);
        self.sorted.get(start..).unwrap_or_default()
    }
}

fn position(sorted: &[Arc<RegisteredPrompt>], name: &str) -> Option<usize> {
    sorted
        .binary_search_by(|prompt| prompt.name().cmp(name))
        .ok()
}

fn insert(sorted: &mut Vec<Arc<RegisteredPrompt>>, prompt: &Arc<RegisteredPrompt>) {
    let at = sorted.partition_point(|known| known.name() < prompt.name());
    sorted.insert(at, Arc::clone(prompt));
}

fn completes(prompt: &RegisteredPrompt) -> bool {
    prompt.arguments().iter().any(Argument::has_completion)
}

//! Sets of prompts that change while the server runs.

use super::check;
use super::error::RegistryError;
use super::runtime::RuntimePrompt;
use super::set::PromptSet;
use super::{PromptRegistry, RegisteredPrompt};
use crate::contain::contained;
use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Changes a registry. Made by [`RegistryBuilder::build_live`](super::RegistryBuilder::build_live); cheap to clone.
///
/// A registry without one never changes, and does not promise `listChanged`. Every change is seen whole or not at all by requests,
/// which never wait for it, and tells the connected clients once.
#[derive(Debug, Clone)]
pub struct LivePrompts {
    registry: PromptRegistry,
}

// Whether the prompt was there matters to few.
#[allow(clippy::must_use_candidate)]
impl LivePrompts {
    pub(super) fn new(registry: PromptRegistry) -> Self {
        Self { registry }
    }

    /// The registry that is changed.
    #[must_use]
    pub fn registry(&self) -> &PromptRegistry {
        &self.registry
    }

    /// Adds a prompt.
    ///
    /// # Errors
    /// An illegal name, or one that is taken; the registry stays as it was.
    pub fn insert(&self, prompt: RuntimePrompt) -> Result<(), RegistryError> {
        self.change(|prompts| prompts.push(Arc::new(prompt.register())))
    }

    /// Adds a prompt in place of the one of the same name, if there is one.
    ///
    /// # Errors
    /// An illegal name, or one that another prompt's folds into; the registry stays as it was.
    pub fn replace(&self, prompt: RuntimePrompt) -> Result<(), RegistryError> {
        self.change(|prompts| {
            prompts.retain(|known| known.name() != prompt.name());
            prompts.push(Arc::new(prompt.register()));
        })
    }

    /// Replaces several prompts and removes others, as one change.
    ///
    /// # Errors
    /// Every illegal or taken name; the registry stays as it was.
    pub fn update(
        &self,
        replace: impl IntoIterator<Item = RuntimePrompt>,
        remove: &[&str],
    ) -> Result<(), RegistryError> {
        let replace: Vec<RuntimePrompt> = replace.into_iter().collect();
        self.change(|prompts| {
            let gone: HashSet<&str> = replace
                .iter()
                .map(RuntimePrompt::name)
                .chain(remove.iter().copied())
                .collect();
            prompts.retain(|known| !gone.contains(known.name()));
            prompts.extend(
                replace
                    .into_iter()
                    .map(|prompt| Arc::new(prompt.register())),
            );
        })
    }

    /// Removes a prompt; `false` when there is none of this name.
    pub fn remove(&self, name: &str) -> bool {
        let mut found = false;
        let removed = self.change(|prompts| {
            let before = prompts.len();
            prompts.retain(|known| known.name() != name);
            found = prompts.len() < before;
        });
        found && removed.is_ok()
    }

    /// Hides a prompt from every client until it is enabled again; `false` when there is none of this name.
    pub fn disable(&self, name: &str) -> bool {
        self.set_enabled(name, false)
    }

    /// Ends [`disable`](Self::disable); `false` when there is none of this name.
    pub fn enable(&self, name: &str) -> bool {
        self.set_enabled(name, true)
    }

    fn set_enabled(&self, name: &str, enabled: bool) -> bool {
        let guard = self.writing();
        let set = self.registry.set();
        if set.any(name).is_none() {
            return false;
        }
        if set.is_enabled(name) != enabled {
            self.registry
                .replace(set.with_enabled(name, enabled), guard);
        }
        true
    }

    /// One change at a time; what the clients see is checked as a whole before it is put in place. No change tells nobody.
    pub(crate) fn change(
        &self,
        edit: impl FnOnce(&mut Vec<Arc<RegisteredPrompt>>),
    ) -> Result<(), RegistryError> {
        let guard = self.writing();
        let set = self.registry.set();
        let mut prompts = set.everything().to_vec();
        edit(&mut prompts);
        if prompts.len() == set.everything().len()
            && prompts
                .iter()
                .zip(set.everything())
                .all(|(new, old)| Arc::ptr_eq(new, old))
        {
            return Ok(());
        }
        let problems = check::problems(&prompts, self.registry.inner.options.rules);
        RegistryError::unless_none(problems)?;
        let set = PromptSet::of(prompts, set.disabled().clone());
        self.registry.replace(set, guard);
        Ok(())
    }

    fn writing(&self) -> MutexGuard<'_, ()> {
        self.registry
            .inner
            .writing
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl PromptRegistry {
    /// Puts the set in place, and then tells of it, when the next change may already begin: a listener may change the set itself.
    fn replace(&self, set: PromptSet, guard: MutexGuard<'_, ()>) {
        let set = Arc::new(set);
        *self
            .inner
            .set
            .write()
            .unwrap_or_else(PoisonError::into_inner) = set;
        drop(guard);
        self.inner.changes.tell();
    }

    /// Calls `function` after every change, for as long as the returned guard lives. It must not block: the change waits for it.
    pub fn on_change(&self, function: impl Fn() + Send + Sync + 'static) -> ChangeListener {
        self.inner.changes.listen(Arc::new(function))
    }

    /// Returns `true` when the set has changed in the time before now.
    #[must_use]
    pub fn has_changed_within(&self, time: Duration) -> bool {
        let last = self.inner.changes.last.lock();
        last.unwrap_or_else(PoisonError::into_inner)
            .is_some_and(|last| last.elapsed() < time)
    }

    /// Whether the set can change: whether `listChanged` is promised.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.inner.fixed.is_none()
    }
}

/// Those who want to know of changes, and when the last one was.
#[derive(Default)]
pub(super) struct Changes {
    listeners: Mutex<Vec<Weak<dyn Fn() + Send + Sync>>>,
    last: Mutex<Option<Instant>>,
}

/// Ends the calls of [`PromptRegistry::on_change`] when it is dropped.
#[must_use = "dropping it ends the calls"]
pub struct ChangeListener(#[allow(dead_code)] Arc<dyn Fn() + Send + Sync>);

impl Changes {
    fn listen(&self, function: Arc<dyn Fn() + Send + Sync>) -> ChangeListener {
        let mut listeners = self
            .listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|listener| listener.strong_count() > 0);
        listeners.push(Arc::downgrade(&function));
        ChangeListener(function)
    }

    fn tell(&self) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        // Called outside of the lock, so that a listener may listen or change anew.
        let listeners: Vec<_> = self
            .listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .filter_map(Weak::upgrade)
            .collect();
        for listener in listeners {
            // The change has been made, and the others want to know of it.
            let _ = contained(|| listener());
        }
    }
}

impl fmt::Debug for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Changes")
    }
}

impl fmt::Debug for ChangeListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChangeListener")
    }
}

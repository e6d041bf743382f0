//! Sets of prompts that change while the server runs.

use super::check;
use super::error::RegistryError;
use super::runtime::RuntimePrompt;
use super::set::PromptSet;
use super::{PromptRegistry, RegisteredPrompt};
use crate::contain::contained;
use prompt_syntax::name::fold;
use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::Ordering;
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
        let prompt = Arc::new(prompt.register());
        let mut pending = self.registry.writing();
        if pending.accepts(&prompt, &self.registry) {
            self.registry
                .inner
                .has_pending
                .store(true, Ordering::Release);
            drop(pending);
            PendingChange(self.registry.clone()).send();
            return Ok(());
        }
        drop(pending);
        // The whole set says what is wrong.
        self.change(|prompts| prompts.push(prompt))
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
        let mut pending = self.registry.writing();
        let set = self.registry.settled(&mut pending);
        if set.any(name).is_none() {
            return false;
        }
        if set.is_enabled(name) != enabled {
            let change = self.registry.put(set.with_enabled(name, enabled));
            drop(pending);
            change.send();
        }
        true
    }

    /// One change at a time; the new set is checked as a whole before it is put in place. If nothing changed, listeners are not notified.
    pub(crate) fn change(
        &self,
        edit: impl FnOnce(&mut Vec<Arc<RegisteredPrompt>>),
    ) -> Result<(), RegistryError> {
        if let Some(change) = self.change_quietly(edit)? {
            change.send();
        }
        Ok(())
    }

    /// Like [`change`](Self::change), and leaves it to the caller to notify the listeners, which may be foreign code that comes back.
    pub(crate) fn change_quietly(
        &self,
        edit: impl FnOnce(&mut Vec<Arc<RegisteredPrompt>>),
    ) -> Result<Option<PendingChange>, RegistryError> {
        let mut pending = self.registry.writing();
        let set = self.registry.settled(&mut pending);
        let mut prompts = set.everything().to_vec();
        edit(&mut prompts);
        if prompts.len() == set.everything().len()
            && prompts
                .iter()
                .zip(set.everything())
                .all(|(new, old)| Arc::ptr_eq(new, old))
        {
            return Ok(None);
        }
        let problems = check::problems(&prompts, self.registry.inner.options.rules);
        RegistryError::unless_none(problems)?;
        let set = PromptSet::of(prompts, set.disabled().clone());
        pending.names = None;
        Ok(Some(self.registry.put(set)))
    }
}

/// Prompts that were inserted and are not in the set yet.
///
/// A set is sorted and hashed, so that requests read it without waiting, and making one takes time in proportion to its prompts. A
/// program that inserts thousands one by one would make thousands of sets. An inserted prompt is checked by itself and waits here
/// instead; the next reader makes one set of all that wait.
#[derive(Debug, Default)]
pub(super) struct Insertions {
    prompts: Vec<Arc<RegisteredPrompt>>,
    /// The folded names of the set and of the prompts above, once they are needed.
    names: Option<HashSet<String>>,
}

impl Insertions {
    /// Takes the prompt, unless anything is wrong with it or with its names.
    fn accepts(&mut self, prompt: &Arc<RegisteredPrompt>, registry: &PromptRegistry) -> bool {
        let rules = registry.inner.options.rules;
        if !check::problems(std::slice::from_ref(prompt), rules).is_empty() {
            return false;
        }
        let folded = |prompt: &RegisteredPrompt| prompt.names().map(fold).collect::<Vec<_>>();
        let names = self.names.get_or_insert_with(|| {
            let set = registry.current();
            let all = set.everything().iter().chain(&self.prompts);
            all.flat_map(|prompt| folded(prompt)).collect()
        });
        let new = folded(prompt);
        let is_free = new.iter().all(|name| !names.contains(name));
        if is_free {
            names.extend(new);
            self.prompts.push(Arc::clone(prompt));
        }
        is_free
    }
}

impl PromptRegistry {
    /// The prompts at this moment.
    pub(super) fn set(&self) -> Arc<PromptSet> {
        if self.inner.has_pending.load(Ordering::Acquire) {
            return self.settled(&mut self.writing());
        }
        self.current()
    }

    /// The set in place, without the prompts that wait.
    fn current(&self) -> Arc<PromptSet> {
        let set = self.inner.set.read();
        Arc::clone(&set.unwrap_or_else(PoisonError::into_inner))
    }

    /// The set in place, after the prompts that wait were added to it.
    fn settled(&self, pending: &mut Insertions) -> Arc<PromptSet> {
        let set = self.current();
        if pending.prompts.is_empty() {
            return set;
        }
        let mut everything = set.everything().to_vec();
        everything.append(&mut pending.prompts);
        // Told when each was inserted.
        let _ = self.put(PromptSet::of(everything, set.disabled().clone()));
        self.inner.has_pending.store(false, Ordering::Release);
        self.current()
    }

    fn writing(&self) -> MutexGuard<'_, Insertions> {
        let pending = self.inner.writing.lock();
        pending.unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts the set in place.
    fn put(&self, set: PromptSet) -> PendingChange {
        let set = Arc::new(set);
        *self
            .inner
            .set
            .write()
            .unwrap_or_else(PoisonError::into_inner) = set;
        PendingChange(self.clone())
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

    /// Returns `true` when the set can change, and `listChanged` is promised.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.inner.fixed.is_none()
    }
}

/// A change of which the listeners are not notified yet.
#[derive(Debug)]
#[must_use = "the listeners are to be notified"]
pub(crate) struct PendingChange(PromptRegistry);

impl PendingChange {
    /// Notifies the listeners. No lock may be held: a listener may change the set again.
    pub(crate) fn send(self) {
        self.0.inner.changes.send();
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

    fn send(&self) {
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn inserts_one_by_one_make_one_set() {
        let live = PromptRegistry::builder().build_live().unwrap();
        let before = live.registry.current();
        for number in 0..3000 {
            live.insert(RuntimePrompt::new(format!("prompt-{number}"), |_| "x"))
                .unwrap();
        }
        assert!(Arc::ptr_eq(&before, &live.registry.current()));
        assert_eq!(live.registry.set().everything().len(), 3000);
        assert!(live.registry.prompt("prompt-2999").is_some());
        let taken = live
            .insert(RuntimePrompt::new("Prompt-7", |_| "x"))
            .unwrap_err();
        assert!(taken.to_string().contains("prompt-7"), "{taken}");
        assert!(live.remove("prompt-7"));
        live.insert(RuntimePrompt::new("Prompt-7", |_| "x"))
            .unwrap();
        assert!(live.disable("Prompt-7") && live.registry.prompt("Prompt-7").is_none());
    }
}

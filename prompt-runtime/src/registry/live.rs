//! Registries whose prompts change while the server runs.

use super::check;
use super::error::RegistryError;
use super::runtime::RuntimePrompt;
use super::set::PromptSet;
use super::{PromptRegistry, RegisteredPrompt};
use crate::contain::contained;
use prompt_syntax::name::fold;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Changes the prompts of a registry. [`RegistryBuilder::build_live`](super::RegistryBuilder::build_live) creates it. It is cheap to clone.
///
/// A registry without such a handle never changes and does not declare `listChanged`. A request sees every change completely or not at all,
/// and never waits for one. Each change notifies the connected clients once.
#[derive(Debug, Clone)]
pub struct LivePrompts {
    registry: PromptRegistry,
}

// Most callers do not need to know if the prompt existed.
#[allow(clippy::must_use_candidate)]
impl LivePrompts {
    pub(super) fn new(registry: PromptRegistry) -> Self {
        Self { registry }
    }

    /// The registry that this handle changes.
    #[must_use]
    pub fn registry(&self) -> &PromptRegistry {
        &self.registry
    }

    /// Adds a prompt.
    ///
    /// # Errors
    /// An illegal name, or a name that is taken. The registry then stays unchanged.
    pub fn insert(&self, prompt: RuntimePrompt) -> Result<(), RegistryError> {
        self.exchange(|_| (Vec::new(), vec![Arc::new(prompt.register())]))
    }

    /// Adds a prompt and removes the previous prompt of the same name, if there is one.
    ///
    /// # Errors
    /// An illegal name, or a name that differs only by case from that of another prompt. The registry then stays unchanged.
    pub fn replace(&self, prompt: RuntimePrompt) -> Result<(), RegistryError> {
        self.update([prompt], &[])
    }

    /// Replaces several prompts and removes others, as one change.
    ///
    /// # Errors
    /// Every illegal or taken name. The registry then stays unchanged.
    pub fn update(
        &self,
        replace: impl IntoIterator<Item = RuntimePrompt>,
        remove: &[&str],
    ) -> Result<(), RegistryError> {
        let entering: Vec<_> = replace
            .into_iter()
            .map(|prompt| Arc::new(prompt.register()))
            .collect();
        self.exchange(|known| {
            let replaced = entering.iter().map(|prompt| prompt.name());
            let gone: HashSet<&str> = replaced.chain(remove.iter().copied()).collect();
            let leaving = gone.into_iter().filter_map(|name| known.set.any(name));
            (leaving.cloned().collect(), entering.clone())
        })
    }

    /// Removes a prompt. Returns `false` if no prompt has this name.
    pub fn remove(&self, name: &str) -> bool {
        let mut found = false;
        let removed = self.exchange(|known| {
            let leaving: Vec<_> = known.set.any(name).cloned().into_iter().collect();
            found = !leaving.is_empty();
            (leaving, Vec::new())
        });
        found && removed.is_ok()
    }

    /// Hides a prompt from every client until it is enabled again. Returns `false` if no prompt has this name.
    pub fn disable(&self, name: &str) -> bool {
        self.set_enabled(name, false)
    }

    /// Reverts [`disable`](Self::disable). Returns `false` if no prompt has this name.
    pub fn enable(&self, name: &str) -> bool {
        self.set_enabled(name, true)
    }

    fn set_enabled(&self, name: &str, enabled: bool) -> bool {
        let names = self.registry.writing();
        let set = self.registry.set();
        let Some(prompt) = set.any(name).cloned() else {
            return false;
        };
        let is_news = set.is_enabled(name) != enabled;
        drop(set);
        if is_news {
            let change = self
                .registry
                .edit(1, |set| set.set_enabled(&prompt, enabled));
            drop(names);
            change.send();
        }
        true
    }

    fn exchange(
        &self,
        choose: impl FnOnce(&PreviousSet<'_>) -> Exchange,
    ) -> Result<(), RegistryError> {
        if let Some(change) = self.exchange_quietly(choose)? {
            change.send();
        }
        Ok(())
    }

    /// Removes some prompts and adds others as one change. The caller must notify the listeners, because they are foreign code and may call
    /// back. If nothing changed, there is nothing to notify.
    ///
    /// Only the added prompts are checked, so that the cost depends on their number and not on the size of the set.
    pub(crate) fn exchange_quietly(
        &self,
        choose: impl FnOnce(&PreviousSet<'_>) -> Exchange,
    ) -> Result<Option<PendingChange>, RegistryError> {
        let mut names = self.registry.writing();
        let set = self.registry.set();
        let names = names.get_or_insert_with(|| {
            let mut names = Owners::new();
            set.everything().iter().for_each(|it| own(&mut names, it));
            names
        });
        let (mut leaving, entering) = choose(&PreviousSet { set: &set, names });
        leaving.retain(|prompt| set.holds(prompt));
        if leaving.is_empty() && entering.is_empty() {
            return Ok(None);
        }
        let gone: HashSet<_> = leaving.iter().map(Arc::as_ptr).collect();
        let leaves = |prompt: &Arc<RegisteredPrompt>| gone.contains(&Arc::as_ptr(prompt));
        let rules = self.registry.inner.options.rules;
        let mut entered = Owners::new();
        let is_right = entering.iter().all(|prompt| {
            let is_free = |name: &str| {
                let folded = fold(name);
                !entered.contains_key(&folded) && names.get(&folded).is_none_or(leaves)
            };
            let is_right = prompt.names().all(is_free)
                && check::problems(std::slice::from_ref(prompt), rules).is_empty();
            own(&mut entered, prompt);
            is_right
        });
        if !is_right {
            // Checks the whole set to describe the problem.
            let staying = set.everything().iter().filter(|it| !leaves(it));
            let all: Vec<_> = staying.chain(&entering).cloned().collect();
            RegistryError::unless_none(check::problems(&all, rules))?;
        }
        for name in leaving.iter().flat_map(|prompt| prompt.names()) {
            names.remove(&fold(name));
        }
        names.extend(entered);
        drop(set);
        let count = leaving.len() + entering.len();
        let change = self
            .registry
            .edit(count, |set| set.exchange(&leaving, &entering));
        Ok(Some(change))
    }
}

/// The prompts to remove from a set, and those to add.
pub(crate) type Exchange = (Vec<Arc<RegisteredPrompt>>, Vec<Arc<RegisteredPrompt>>);

/// The prompts by their names, folded in the same way as hosts fold them.
pub(super) type Owners = HashMap<String, Arc<RegisteredPrompt>>;

fn own(owners: &mut Owners, prompt: &Arc<RegisteredPrompt>) {
    owners.extend(prompt.names().map(|name| (fold(name), Arc::clone(prompt))));
}

/// The set before a change.
pub(crate) struct PreviousSet<'k> {
    set: &'k PromptSet,
    #[cfg_attr(not(feature = "directory"), allow(dead_code))]
    names: &'k Owners,
}

#[cfg(feature = "directory")]
impl PreviousSet<'_> {
    /// Returns `true` if this exact prompt is in the set.
    pub(crate) fn holds(&self, prompt: &Arc<RegisteredPrompt>) -> bool {
        self.set.holds(prompt)
    }

    /// The prompt with a name that folds to `folded`.
    pub(crate) fn owner(&self, folded: &str) -> Option<&Arc<RegisteredPrompt>> {
        self.names.get(folded)
    }
}

/// The maximum number of prompts that are changed in place, while readers wait. A larger change is made in a copy of the set.
const MAX_IN_PLACE: usize = 64;

impl PromptRegistry {
    /// The current prompts.
    pub(super) fn set(&self) -> Arc<PromptSet> {
        let set = self.inner.set.read();
        Arc::clone(&set.unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes `count` prompts. The caller must be the only writer and must hold no reference to the set.
    ///
    /// A set that no request is reading is changed in place. Copying it for each change would make thousands of single changes quadratic.
    fn edit(&self, count: usize, edit: impl FnOnce(&mut PromptSet)) -> PendingChange {
        let write = || {
            self.inner
                .set
                .write()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if count <= MAX_IN_PLACE
            && let Some(set) = Arc::get_mut(&mut write())
        {
            edit(set);
            return PendingChange(self.clone());
        }
        let mut copy = PromptSet::clone(&self.set());
        edit(&mut copy);
        *write() = Arc::new(copy);
        PendingChange(self.clone())
    }

    fn writing(&self) -> MutexGuard<'_, Option<Owners>> {
        let names = self.inner.writing.lock();
        names.unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `function` after every change while the returned guard exists. It must not block, because the change waits for it.
    ///
    /// Specification: server/prompts, "List Changed Notification".
    pub fn on_change(&self, function: impl Fn() + Send + Sync + 'static) -> ChangeListener {
        self.inner.changes.listen(Arc::new(function))
    }

    /// Returns `true` if the set has changed within this time before now.
    #[must_use]
    pub fn has_changed_within(&self, time: Duration) -> bool {
        let last = self.inner.changes.last.lock();
        last.unwrap_or_else(PoisonError::into_inner)
            .is_some_and(|last| last.elapsed() < time)
    }

    /// Returns `true` if the set can change, so that the server declares `listChanged`.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.inner.fixed.is_none()
    }
}

/// A change whose listeners are not notified yet.
#[derive(Debug)]
#[must_use = "the listeners are to be notified"]
pub(crate) struct PendingChange(PromptRegistry);

impl PendingChange {
    /// Notifies the listeners. The caller must hold no lock, because a listener may change the set again.
    pub(crate) fn send(self) {
        self.0.inner.changes.send();
    }
}

/// The listeners for changes, and the time of the last change.
#[derive(Default)]
pub(super) struct Changes {
    listeners: Mutex<Vec<Weak<dyn Fn() + Send + Sync>>>,
    last: Mutex<Option<Instant>>,
}

/// Dropping it ends the calls of the function passed to [`PromptRegistry::on_change`].
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
        // The lock is released here, so that a listener may add a listener or change the set.
        let listeners: Vec<_> = self
            .listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .filter_map(Weak::upgrade)
            .collect();
        for listener in listeners {
            // The change is already made, and the other listeners must still be notified.
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

    fn prompt(name: impl Into<String>) -> RuntimePrompt {
        RuntimePrompt::new(name.into(), |_| "x")
    }

    #[test]
    fn changes_one_by_one_between_requests_make_no_copies() {
        let live = PromptRegistry::builder().build_live().unwrap();
        let before = Arc::as_ptr(&live.registry.set());
        for number in 0..3000_usize {
            live.insert(prompt(format!("prompt-{number}"))).unwrap();
            assert!(live.registry.prompt(&format!("prompt-{number}")).is_some());
            assert_eq!(
                live.registry.set().everything().len(),
                number.div_ceil(2) + 1
            );
            if number % 2 == 1 {
                assert!(live.disable(&format!("prompt-{number}")));
                assert!(live.enable(&format!("prompt-{number}")));
                live.replace(prompt(format!("prompt-{number}"))).unwrap();
                assert!(live.remove(&format!("prompt-{number}")));
            }
        }
        assert_eq!(before, Arc::as_ptr(&live.registry.set()));
        let names: Vec<_> = live
            .registry
            .prompts()
            .iter()
            .map(|it| it.name().to_owned())
            .collect();
        assert!(names.is_sorted() && names.len() == 1500);
        let taken = live.insert(prompt("Prompt-8")).unwrap_err();
        assert!(taken.to_string().contains("prompt-8"), "{taken}");
        assert!(live.remove("prompt-8"));
        live.insert(prompt("Prompt-8")).unwrap();
        assert!(live.disable("Prompt-8") && live.registry.prompt("Prompt-8").is_none());
        // A name stays disabled, also if another prompt takes it.
        live.replace(prompt("Prompt-8")).unwrap();
        assert!(live.registry.prompt("Prompt-8").is_none());
        assert!(live.remove("Prompt-8"));
        live.insert(prompt("Prompt-8")).unwrap();
        assert!(live.registry.prompt("Prompt-8").is_some());
    }

    #[test]
    fn a_request_keeps_the_set_that_it_reads() {
        let live = PromptRegistry::builder().build_live().unwrap();
        live.insert(prompt("a")).unwrap();
        let read = live.registry.set();
        live.insert(prompt("b")).unwrap();
        assert!(live.remove("a"));
        assert!(read.get("a").is_some() && read.get("b").is_none());
        assert!(live.registry.prompt("b").is_some() && live.registry.prompt("a").is_none());
    }

    #[test]
    fn many_prompts_enter_as_one_change() {
        let live = PromptRegistry::builder().build_live().unwrap();
        let all = (0..1000)
            .rev()
            .map(|number| prompt(format!("prompt-{number}")));
        live.update(all, &[]).unwrap();
        assert_eq!(live.registry.prompts().len(), 1000);
        let again = (0..500).map(|number| prompt(format!("prompt-{number}")));
        live.update(again, &["prompt-900"]).unwrap();
        assert_eq!(live.registry.prompts().len(), 999);
        let twice = live.update([prompt("x"), prompt("X")], &[]).unwrap_err();
        assert!(twice.to_string().contains("differ by case"), "{twice}");
        assert_eq!(live.registry.prompts().len(), 999);
    }
}

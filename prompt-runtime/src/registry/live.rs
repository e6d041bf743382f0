//! Sets of prompts that change while the server runs.

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
        self.exchange(|_| (Vec::new(), vec![Arc::new(prompt.register())]))
    }

    /// Adds a prompt in place of the one of the same name, if there is one.
    ///
    /// # Errors
    /// An illegal name, or one that another prompt's folds into; the registry stays as it was.
    pub fn replace(&self, prompt: RuntimePrompt) -> Result<(), RegistryError> {
        self.update([prompt], &[])
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

    /// Removes a prompt; `false` when there is none of this name.
    pub fn remove(&self, name: &str) -> bool {
        let mut found = false;
        let removed = self.exchange(|known| {
            let leaving: Vec<_> = known.set.any(name).cloned().into_iter().collect();
            found = !leaving.is_empty();
            (leaving, Vec::new())
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

    fn exchange(&self, choose: impl FnOnce(&Known<'_>) -> Exchange) -> Result<(), RegistryError> {
        if let Some(change) = self.exchange_quietly(choose)? {
            change.send();
        }
        Ok(())
    }

    /// Takes prompts out of the set and puts others in, as one change, and leaves it to the caller to notify the listeners, which may be
    /// foreign code that comes back. Without a change there are none to notify.
    ///
    /// Only the prompts that enter are checked, so that the work depends on them and not on the size of the set.
    pub(crate) fn exchange_quietly(
        &self,
        choose: impl FnOnce(&Known<'_>) -> Exchange,
    ) -> Result<Option<PendingChange>, RegistryError> {
        let mut names = self.registry.writing();
        let set = self.registry.set();
        let names = names.get_or_insert_with(|| {
            let mut names = Owners::new();
            set.everything().iter().for_each(|it| own(&mut names, it));
            names
        });
        let (mut leaving, entering) = choose(&Known { set: &set, names });
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
            // The whole set tells what is wrong.
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

/// The prompts that leave a set, and those that enter it.
pub(crate) type Exchange = (Vec<Arc<RegisteredPrompt>>, Vec<Arc<RegisteredPrompt>>);

/// The prompts by their names, folded as hosts do it.
pub(super) type Owners = HashMap<String, Arc<RegisteredPrompt>>;

fn own(owners: &mut Owners, prompt: &Arc<RegisteredPrompt>) {
    owners.extend(prompt.names().map(|name| (fold(name), Arc::clone(prompt))));
}

/// The set that is about to be changed.
pub(crate) struct Known<'k> {
    set: &'k PromptSet,
    names: &'k Owners,
}

#[cfg(feature = "directory")]
impl Known<'_> {
    /// Returns `true` when this very prompt is in the set.
    pub(crate) fn holds(&self, prompt: &Arc<RegisteredPrompt>) -> bool {
        self.set.holds(prompt)
    }

    /// The prompt with a name that folds to `folded`.
    pub(crate) fn owner(&self, folded: &str) -> Option<&Arc<RegisteredPrompt>> {
        self.names.get(folded)
    }
}

/// The number of prompts that are exchanged while readers wait; more of them are exchanged in a copy of the set.
const FEW: usize = 64;

impl PromptRegistry {
    /// The prompts at this moment.
    pub(super) fn set(&self) -> Arc<PromptSet> {
        let set = self.inner.set.read();
        Arc::clone(&set.unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes `count` prompts. The caller is the only writer and holds no reference to the set.
    ///
    /// A set that no request reads at this moment is changed where it is. A copy for each change would make thousands of changes one by
    /// one quadratic.
    fn edit(&self, count: usize, edit: impl FnOnce(&mut PromptSet)) -> PendingChange {
        let write = || {
            self.inner
                .set
                .write()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if count <= FEW
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
        // Disabled is what has the name, whatever takes its place.
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

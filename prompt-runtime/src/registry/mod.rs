//! The prompts of a program, and the three answers that are given about them.

mod builder;
mod cache;
mod check;
mod complete;
mod contain;
mod error;
mod get;
mod library;
mod list;
mod live;
#[cfg(feature = "rate-limit")]
mod rate;
mod registered;
#[cfg(feature = "elicitation")]
mod rounds;
mod runtime;
mod sample;
mod set;
mod visibility;

pub use builder::RegistryBuilder;
pub(crate) use contain::contained;
pub use error::{Place, RegistryError, RegistryProblem};
pub(crate) use get::unknown;
pub use library::PromptLibrary;
#[cfg(feature = "rmcp")]
pub(crate) use list::after;
pub use live::{ChangeListener, LivePrompts};
pub use registered::RegisteredPrompt;
pub use runtime::{PromptCall, RuntimeArgument, RuntimePrompt};
pub(crate) use sample::Sample;
pub use visibility::IntoVisible;

use crate::argument::Rules;
use crate::context::Client;
use crate::definition::PromptDefinition;
use crate::report::Reporter;
use crate::state::Extensions;
use set::PromptSet;
use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

/// The prompts of a program. Cheap to clone; clones share the prompts.
///
/// ```no_run
/// use prompt_runtime::PromptRegistry;
///
/// # fn main() -> Result<(), prompt_runtime::RegistryError> {
/// let registry = PromptRegistry::from_inventory()?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct PromptRegistry {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// Replaced whole: a writer builds the new set first and holds the lock for one store, so no reader waits for its work.
    set: RwLock<Arc<PromptSet>>,
    state: Extensions,
    request_state: Vec<TypeId>,
    options: Options,
    /// The same set, when it cannot change: reading it takes no lock.
    fixed: Option<Arc<PromptSet>>,
    /// Held by the one writer at a time.
    writing: Mutex<()>,
    changes: live::Changes,
}

#[derive(Debug, Default)]
struct Options {
    rules: Rules,
    page_size: Option<usize>,
    cache_for: Option<Duration>,
    cache_prompts_for: BTreeMap<String, Duration>,
    server_info: Option<Client>,
    #[cfg(feature = "rate-limit")]
    completion_rate: Option<rate::CompletionRate>,
    reporter: Reporter,
    allowed_advice: Vec<crate::lint::Rule>,
    visibility: visibility::Visibility,
    #[cfg(feature = "elicitation")]
    sealer: Option<crate::elicit::Sealer>,
}

#[cfg(feature = "elicitation")]
impl Options {
    /// Made when it is first asked for, so that a given key needs no random one.
    fn sealer(&mut self) -> Result<&mut crate::elicit::Sealer, getrandom::Error> {
        let sealer = match self.sealer.take() {
            Some(sealer) => sealer,
            None => crate::elicit::Sealer::random()?,
        };
        Ok(self.sealer.insert(sealer))
    }
}

impl PromptRegistry {
    /// The prompts of every linked crate.
    ///
    /// # Errors
    /// Everything that is wrong at once. No prompts at all is an error here: most often the crate that holds them is named in
    /// `Cargo.toml` and nowhere else, and so not linked. For a registry that may be empty, use [`builder`](Self::builder).
    pub fn from_inventory() -> Result<Self, RegistryError> {
        Self::builder().inventory().build()
    }

    /// The prompts that are listed, and no others: `PromptRegistry::from_prompts(prompts![code_review, text::summary])`.
    ///
    /// # Errors
    /// Everything that is wrong at once. No prompts at all is legal here.
    pub fn from_prompts(
        definitions: impl IntoIterator<Item = &'static PromptDefinition>,
    ) -> Result<Self, RegistryError> {
        Self::builder().prompts(definitions).build()
    }

    /// For state, limits and everything else that can be chosen.
    #[must_use]
    pub fn builder() -> RegistryBuilder {
        RegistryBuilder::default()
    }

    /// The prompts, sorted by name.
    #[must_use]
    pub fn prompts(&self) -> Vec<Arc<RegisteredPrompt>> {
        self.set().sorted().to_vec()
    }

    /// The prompt of this name, or with this former name.
    #[must_use]
    pub fn prompt(&self, name: &str) -> Option<Arc<RegisteredPrompt>> {
        self.set().get(name).cloned()
    }

    pub(crate) fn server_info(&self) -> Option<&Client> {
        self.inner.options.server_info.as_ref()
    }

    pub(crate) fn report(&self, report: &crate::report::Report<'_>) {
        self.inner.options.reporter.report(report);
    }

    /// The advice that the author has decided against for all prompts.
    pub(crate) fn allowed_advice(&self) -> &[crate::lint::Rule] {
        &self.inner.options.allowed_advice
    }

    fn set(&self) -> Arc<PromptSet> {
        Arc::clone(
            &self
                .inner
                .set
                .read()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }

    /// Checks that every piece of state that a prompt asks for with `#[state]` is provided, by the registry or by every request.
    /// The servers of this crate do it before they serve; who answers with [`answer`](Self::answer) or [`get`](Self::get) calls it
    /// once at start-up.
    ///
    /// # Errors
    /// Every prompt with a type that nobody provides.
    pub fn check_state(&self) -> Result<(), RegistryError> {
        self.check_state_on(None)
    }

    /// The same, on a server that is state of its own type.
    pub(crate) fn check_state_on(&self, server: Option<TypeId>) -> Result<(), RegistryError> {
        let mut problems = Vec::new();
        for prompt in self.set().sorted() {
            for key in prompt.state() {
                let id = (key.id)();
                if server != Some(id)
                    && !self.inner.state.contains(id)
                    && !self.inner.request_state.contains(&id)
                {
                    problems.push(RegistryProblem::MissingState {
                        prompt: prompt.name().to_owned(),
                        state: (key.name)(),
                        location: Place(prompt.location()),
                    });
                }
            }
        }
        RegistryError::unless_none(problems)
    }
}

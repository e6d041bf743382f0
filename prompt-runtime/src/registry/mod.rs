//! The prompts of a program, and the three answers that are given about them.

mod arguments;
mod builder;
mod cache;
mod check;
mod complete;
pub(crate) mod contain;
mod error;
#[cfg(feature = "prompt-files")]
mod file;
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
mod set;
mod visibility;

pub use builder::RegistryBuilder;
pub(crate) use contain::{DropContained, contained};
pub use error::{Place, RegistryError, RegistryProblem};
#[cfg(feature = "prompt-files")]
pub use file::{PromptFileError, PromptFileProblem};
pub(crate) use get::unknown;
pub use library::PromptLibrary;
pub(crate) use list::Page;
#[cfg(feature = "rmcp")]
pub(crate) use list::after;
pub use live::{ChangeListener, LivePrompts};
pub use registered::{Origin, RegisteredPrompt};
pub use runtime::{PromptCall, RuntimeArgument, RuntimePrompt};
#[cfg(feature = "rmcp")]
pub(crate) use visibility::Found;
pub use visibility::IntoVisible;

use crate::argument::Rules;
use crate::context::Client;
use crate::definition::PromptDefinition;
use crate::report::Reporter;
use crate::state::Extensions;
use set::PromptSet;
use std::any::TypeId;
use std::collections::BTreeMap;
#[cfg(feature = "rmcp")]
use std::collections::HashSet;
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
    request_state: Vec<RequestState>,
    options: Options,
    /// The same set, when it cannot change: reading it takes no lock.
    fixed: Option<Arc<PromptSet>>,
    /// Held by the one writer at a time.
    writing: Mutex<()>,
    changes: live::Changes,
    /// What was said already and is not said again.
    #[cfg(feature = "rmcp")]
    said: Mutex<HashSet<String>>,
}

/// State that every request brings.
#[derive(Debug, Clone, Copy)]
struct RequestState {
    id: TypeId,
    /// Finds it among what rmcp carries along with a request.
    #[cfg(feature = "rmcp")]
    find: crate::rmcp::Find,
}

impl RequestState {
    fn of<T: Send + Sync + 'static>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            #[cfg(feature = "rmcp")]
            find: crate::rmcp::find::<T>,
        }
    }
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
    visibility: visibility::Visibility,
    #[cfg(feature = "elicitation")]
    sealer: crate::elicit::Sealer,
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

    /// Whether arguments that a prompt does not declare are [ignored](RegistryBuilder::ignore_undeclared_arguments).
    #[must_use]
    pub fn ignores_undeclared(&self) -> bool {
        self.inner.options.rules.ignore_undeclared
    }

    pub(crate) fn server_info(&self) -> Option<&Client> {
        self.inner.options.server_info.as_ref()
    }

    pub(crate) fn report(&self, report: &crate::report::Report<'_>) {
        self.inner.options.reporter.report(report);
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

    /// Whether this is said for the first time.
    #[cfg(feature = "rmcp")]
    pub(crate) fn once(&self, what: &str) -> bool {
        let mut said = self
            .inner
            .said
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        !said.contains(what) && said.insert(what.to_owned())
    }

    #[cfg(feature = "rmcp")]
    pub(crate) fn has_request_state(&self) -> bool {
        !self.inner.request_state.is_empty()
    }

    /// How state of this type is found among what rmcp carries along with a request, if every request brings it.
    #[cfg(feature = "rmcp")]
    pub(crate) fn request_state(&self, id: TypeId) -> Option<crate::rmcp::Find> {
        let mut announced = self.inner.request_state.iter();
        announced
            .find(|state| state.id == id)
            .map(|state| state.find)
    }

    /// Checks that every piece of state that a prompt asks for with `#[state]` is provided, by the registry or by every request.
    /// The servers of this crate do it before they serve; who answers with [`answer`](Self::answer) or [`get`](Self::get) calls it
    /// once at start-up.
    ///
    /// # Errors
    /// Every prompt with a type that nobody provides.
    pub fn check_state(&self) -> Result<(), RegistryError> {
        self.check_state_on(None, &[])
    }

    /// The same, on a server of type `server`, by an edge that brings values of the types `always`.
    pub(crate) fn check_state_on(
        &self,
        server: Option<TypeId>,
        always: &[TypeId],
    ) -> Result<(), RegistryError> {
        let mut problems = Vec::new();
        for prompt in self.set().everything() {
            for key in prompt.state() {
                let ids = [(key.id)(), (key.shared)()];
                let announced = |state: &RequestState| ids.contains(&state.id);
                let provided = ids
                    .iter()
                    .any(|id| always.contains(id) || self.inner.state.contains(*id))
                    || self.inner.request_state.iter().any(announced)
                    || server.is_some_and(key.is_in);
                if !provided {
                    problems.push(RegistryProblem::MissingState {
                        prompt: prompt.name().to_owned(),
                        state: (key.name)(),
                        location: prompt.location().into(),
                    });
                }
            }
        }
        RegistryError::unless_none(problems)
    }
}

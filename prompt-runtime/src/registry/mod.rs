//! The prompts of a program, and the answers to the three requests of the protocol.

mod arguments;
mod builder;
mod cache;
mod call;
mod check;
mod complete;
mod error;
#[cfg(feature = "prompt-files")]
mod file;
#[cfg(feature = "prompt-files")]
mod file_source;
mod get;
mod library;
mod list;
mod live;
mod localize;
#[cfg(feature = "rate-limit")]
mod rate;
mod registered;
mod request;
#[cfg(feature = "elicitation")]
mod rounds;
mod runtime;
mod set;
mod span;
mod visibility;

pub use builder::RegistryBuilder;
pub use cache::CacheHints;
pub use call::PromptCall;
pub use error::{Place, RegistryError, RegistryProblem};
#[cfg(feature = "prompt-files")]
pub use file::{PromptFileError, PromptFileOptions, PromptFileProblem};
pub use get::unknown;
pub use library::PromptLibrary;
pub use list::{Listing, MergedPage, MergedPrompt};
pub use live::{ChangeListener, LivePrompts};
#[cfg(feature = "directory")]
pub(crate) use live::{PendingChange, PreviousSet};
pub use registered::{Origin, RegisteredPrompt};
pub use request::{Reply, Request};
pub use runtime::{RuntimeArgument, RuntimePrompt};
pub use visibility::FoundPrompt;
pub use visibility::IntoVisible;

use crate::argument::Rules;
use crate::context::Client;
use crate::definition::PromptDefinition;
use crate::report::Reporter;
use crate::state::{Extensions, Provide};
use set::PromptSet;
use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

/// The prompts of a program. Clones are cheap and share the prompts.
///
/// ```no_run
/// use prompt_runtime::PromptRegistry;
///
/// # fn main() -> Result<(), prompt_runtime::RegistryError> {
/// let registry = PromptRegistry::from_inventory()?;
/// # Ok(())
/// # }
/// ```
///
/// | task | method |
/// | --- | --- |
/// | collect the prompts | [`from_inventory`](Self::from_inventory), [`from_prompts`](Self::from_prompts), [`builder`](Self::builder) for options |
/// | serve them | [`mount`](Self::mount) on a server; [`answer`](Self::answer) with JSON |
/// | call them in process | [`list`](Self::list), [`get`](Self::get), [`complete`](Self::complete) |
/// | inspect them | [`prompts`](Self::prompts), [`prompt`](Self::prompt) |
/// | change them while they are served | [`RegistryBuilder::build_live`], [`on_change`](Self::on_change) |
#[derive(Debug, Clone)]
pub struct PromptRegistry {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// Readers clone the reference and release the lock. A writer changes a few prompts in place if there are no such references. Otherwise
    /// it first builds another set, so a reader never waits for more than a few prompts.
    set: RwLock<Arc<PromptSet>>,
    state: Extensions,
    options: Options,
    /// The same set, if it can never change. Reading it takes no lock.
    fixed: Option<Arc<PromptSet>>,
    /// The lock for writers. The owners of names are computed on first use.
    writing: Mutex<Option<live::Owners>>,
    changes: live::Changes,
    /// The one-time warnings that were already reported.
    reported: Mutex<HashSet<String>>,
    #[cfg(feature = "elicitation")]
    sealer: crate::elicit::Sealer,
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
    #[cfg(feature = "tracing")]
    span_hook: span::SpanHook,
    visibility: visibility::Visibility,
    localization: localize::Localization,
}

impl PromptRegistry {
    /// Creates a registry of the prompts of every linked crate.
    ///
    /// # Errors
    /// Every mistake at once. An empty inventory is an error here, because usually the crate with the prompts is only named in `Cargo.toml`
    /// and therefore not linked. For a registry that may be empty, use [`builder`](Self::builder).
    pub fn from_inventory() -> Result<Self, RegistryError> {
        Self::builder().inventory().build()
    }

    /// Creates a registry of the listed prompts only: `PromptRegistry::from_prompts(prompts![code_review, text::summary])`.
    ///
    /// # Errors
    /// Every mistake at once. An empty list is legal here.
    pub fn from_prompts(
        definitions: impl IntoIterator<Item = &'static PromptDefinition>,
    ) -> Result<Self, RegistryError> {
        Self::builder().prompts(definitions).build()
    }

    /// Creates a builder for a registry with options, such as state and limits.
    #[must_use]
    pub fn builder() -> RegistryBuilder {
        RegistryBuilder::default()
    }

    /// The prompts, sorted by name.
    #[must_use]
    pub fn prompts(&self) -> Vec<Arc<RegisteredPrompt>> {
        self.set().sorted().to_vec()
    }

    /// The prompt with this name or former name.
    #[must_use]
    pub fn prompt(&self, name: &str) -> Option<Arc<RegisteredPrompt>> {
        self.set().get(name).cloned()
    }

    /// Returns `true` if arguments that a prompt does not declare are [ignored](RegistryBuilder::ignore_undeclared_arguments).
    #[must_use]
    pub fn ignores_undeclared(&self) -> bool {
        self.inner.options.rules.ignore_undeclared
    }

    pub(crate) fn server_info(&self) -> Option<&Client> {
        self.inner.options.server_info.as_ref()
    }

    /// Sends a report to the destination that the author chose: see [`RegistryBuilder::on_report`].
    pub fn report(&self, report: &crate::report::Report<'_>) {
        self.inner.options.reporter.report(report);
    }

    /// Checks that the registry provides every state type that a prompt asks for with `#[state]`. The servers of an edge check this before
    /// they serve. A server that answers with [`answer`](Self::answer) or [`get`](Self::get) calls it once at start-up. If its requests
    /// provide state, it calls [`edge::check_state`](crate::edge::check_state) instead.
    ///
    /// # Errors
    /// Every prompt that needs a type that is not provided.
    pub fn check_state(&self) -> Result<(), RegistryError> {
        check_state(self, None, |_| false)
    }
}

/// Returns `true` at the first call with this text, for warnings that are reported once in the life of a registry.
#[must_use]
pub fn once(registry: &PromptRegistry, text: &str) -> bool {
    let mut reported = registry
        .inner
        .reported
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    !reported.contains(text) && reported.insert(text.to_owned())
}

/// Checks that every state type that a prompt asks for is provided: by the registry, by the server, or by each request. `brings` returns
/// `true` for a type that every request provides.
///
/// # Errors
/// Every prompt that needs a type that is not provided. If there is a server, the error names the innermost type that was searched.
pub fn check_state(
    registry: &PromptRegistry,
    server: Option<&dyn Provide>,
    brings: impl Fn(TypeId) -> bool,
) -> Result<(), RegistryError> {
    let mut problems = Vec::new();
    for prompt in registry.set().everything() {
        for key in prompt.state() {
            let ids = [(key.id)(), (key.shared)(), (key.boxed)()];
            let provided = ids.iter().any(|id| {
                brings(*id)
                    || registry.inner.state.contains(*id)
                    || server.is_some_and(|server| server.value(*id).is_some())
            });
            if !provided {
                problems.push(RegistryProblem::MissingState {
                    prompt: prompt.name().to_owned(),
                    state: (key.name)(),
                    server: server.map(Provide::innermost),
                    location: prompt.location().into(),
                });
            }
        }
    }
    RegistryError::unless_none(problems)
}

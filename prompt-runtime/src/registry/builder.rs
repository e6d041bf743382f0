use super::error::{RegistryError, RegistryProblem};
use super::live::{Changes, LivePrompts};
use super::set::PromptSet;
use super::visibility::{IntoVisible, Visibility};
use super::{Inner, Options, PromptRegistry, RegisteredPrompt, RequestState, check};
use crate::argument::Lookup;
use crate::context::Context;
use crate::definition::{Entry, PromptDefinition};
use crate::report::{Report, Reporter};
use crate::state::Extensions;
use crate::text::InvisibleText;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

/// Collects prompts and what they need. Made by [`PromptRegistry::builder`].
#[derive(Debug, Default)]
pub struct RegistryBuilder {
    definitions: Vec<&'static PromptDefinition>,
    empty_inventory: bool,
    state: Extensions,
    request_state: Vec<RequestState>,
    options: Options,
}

impl RegistryBuilder {
    /// Adds every prompt of every linked crate.
    #[must_use]
    pub fn inventory(mut self) -> Self {
        let before = self.definitions.len();
        self.definitions
            .extend(inventory::iter::<Entry>.into_iter().map(|entry| entry.0));
        self.empty_inventory = self.definitions.len() == before;
        self
    }

    /// Adds prompts that are listed one by one, with [`prompts!`](crate::prompts). One that is there already is not added twice.
    #[must_use]
    pub fn prompts(
        mut self,
        definitions: impl IntoIterator<Item = &'static PromptDefinition>,
    ) -> Self {
        self.definitions.extend(definitions);
        self
    }

    /// Provides state that prompts ask for with `#[state]`, by its type.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.state.insert(value);
        self
    }

    /// Announces that every request brings state of this type, in the extensions of its context.
    ///
    /// Under rmcp it is found among the extensions of rmcp's request, and among those of the HTTP request where there is one: what a
    /// layer of the HTTP server puts there, such as the user it has authenticated, can be state of a prompt.
    #[must_use]
    pub fn state_from_requests<T: Send + Sync + 'static>(mut self) -> Self {
        self.request_state.push(RequestState::of::<T>());
        self
    }

    /// Whether an argument that the prompt does not declare is passed over. By default it is an error: most often it is a
    /// misspelled name, and passing over it hides that.
    #[must_use]
    pub fn ignore_undeclared_arguments(mut self, ignore: bool) -> Self {
        self.options.rules.ignore_undeclared = ignore;
        self
    }

    /// What to do with characters that a person cannot see.
    #[must_use]
    pub fn invisible_text(mut self, policy: InvisibleText) -> Self {
        self.options.rules.invisible = policy;
        self
    }

    /// How many prompts a page of the listing holds. By default all are on one page: a listing is small, and there are hosts
    /// that never ask for a second page. Zero is taken as one.
    #[must_use]
    pub fn page_size(mut self, prompts: usize) -> Self {
        self.options.page_size = Some(prompts.max(1));
        self
    }

    /// How long a client of revision 2026-07-28 or later may keep the listing (`ttlMs`). By default it may not.
    #[must_use]
    pub fn cache_for(mut self, ttl: Duration) -> Self {
        self.options.cache_for = Some(ttl);
        self
    }

    /// Which prompts a request may know of. Asked for every listing, call and completion; what it hides answers like a prompt that
    /// does not exist. A panic or an error in it hides. It must depend on the request alone, never on the connection.
    ///
    /// Specification: server/prompts (2026-07-28): the set may vary by the authorization of the request, not by connection.
    #[must_use]
    pub fn visible_when<V: IntoVisible>(
        mut self,
        predicate: impl Fn(&RegisteredPrompt, &Context) -> V + Send + Sync + 'static,
    ) -> Self {
        self.options.visibility = Visibility::of(predicate);
        self
    }

    /// Where to send what only the author should learn, in place of standard error (or `tracing`, with that feature).
    #[must_use]
    pub fn on_report(mut self, function: impl Fn(&Report<'_>) + Send + Sync + 'static) -> Self {
        self.options.reporter = Reporter::to(function);
        self
    }

    /// Builds the registry.
    ///
    /// # Errors
    /// Everything that is wrong at once: an empty inventory, illegal names, names taken twice or one to hosts, illegal defaults.
    pub fn build(self) -> Result<PromptRegistry, RegistryError> {
        self.finish(false)
    }

    /// Builds a registry that can change while the server runs, and the hand that changes it.
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub fn build_live(self) -> Result<LivePrompts, RegistryError> {
        self.finish(true).map(LivePrompts::new)
    }

    fn finish(self, live: bool) -> Result<PromptRegistry, RegistryError> {
        if self.empty_inventory && self.definitions.is_empty() {
            return Err(RegistryProblem::Empty.into());
        }
        let context = Context::default();
        let lookup = Lookup {
            context: &context,
            server: None,
            registry: &self.state,
        };
        let mut seen = HashSet::new();
        let mut prompts: Vec<Arc<RegisteredPrompt>> = Vec::new();
        for definition in self.definitions {
            if seen.insert(std::ptr::from_ref(definition)) {
                prompts.push(Arc::new(RegisteredPrompt::declared(definition, lookup)));
            }
        }
        check::all(&prompts, self.options.rules)?;
        Ok(PromptRegistry {
            inner: Arc::new(Inner {
                set: RwLock::new(Arc::new(PromptSet::of(prompts, HashSet::new()))),
                state: self.state,
                request_state: self.request_state,
                options: self.options,
                live,
                writing: Mutex::new(()),
                changes: Changes::default(),
                #[cfg(feature = "rmcp")]
                said: Mutex::default(),
            }),
        })
    }
}

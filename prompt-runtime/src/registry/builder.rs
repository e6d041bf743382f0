use super::error::{RegistryError, RegistryProblem};
use super::library::PromptLibrary;
use super::live::{Changes, LivePrompts};
use super::localize::Localization;
use super::set::PromptSet;
use super::visibility::{IntoVisible, Visibility};
use super::{Inner, Options, PromptRegistry, RegisteredPrompt, check};
use crate::argument::Lookup;
use crate::context::{Client, Context};
use crate::definition::{Entry, PromptDefinition};
#[cfg(feature = "elicitation")]
use crate::elicit::{NoKey, Sealer, Settings};
use crate::prompt::Prompt;
use crate::report::{Report, Reporter};
use crate::state::Extensions;
use crate::text::InvisibleText;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

/// Collects prompts and options for a registry. [`PromptRegistry::builder`] creates it.
#[derive(Debug, Default)]
pub struct RegistryBuilder {
    definitions: Vec<&'static PromptDefinition>,
    libraries: Vec<PromptLibrary>,
    inventory: bool,
    state: Extensions,
    options: Options,
    #[cfg(feature = "elicitation")]
    elicitation: Settings,
}

impl RegistryBuilder {
    /// Adds every prompt of every linked crate, except those of a [`library`](Self::library).
    #[must_use]
    pub fn inventory(mut self) -> Self {
        self.inventory = true;
        self
    }

    /// Adds the prompts of another crate, under a namespace and in a selection that this server chooses. The inventory then skips all
    /// prompts of that library, selected or not.
    #[must_use]
    pub fn library(mut self, library: impl Into<PromptLibrary>) -> Self {
        self.libraries.push(library.into());
        self
    }

    /// Adds the listed prompts, as given by [`prompts!`](crate::prompts). A prompt that was already added is skipped.
    #[must_use]
    pub fn prompts(
        mut self,
        definitions: impl IntoIterator<Item = &'static PromptDefinition>,
    ) -> Self {
        self.definitions.extend(definitions);
        self
    }

    /// Provides a value for prompts that ask for its type with `#[state]`.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.state.insert(value);
        self
    }

    /// Ignores arguments that the prompt does not declare. By default they are errors, because most of them are misspelled names.
    #[must_use]
    pub fn ignore_undeclared_arguments(mut self, ignore: bool) -> Self {
        self.options.rules.ignore_undeclared = ignore;
        self
    }

    /// Sets the policy for invisible characters.
    #[must_use]
    pub fn invisible_text(mut self, policy: InvisibleText) -> Self {
        self.options.rules.invisible = policy;
        self
    }

    /// Sets the number of prompts on a page of the listing; zero counts as one. By default all prompts are on one page, because a listing
    /// is small and some hosts never request a second page.
    #[must_use]
    pub fn page_size(mut self, prompts: usize) -> Self {
        self.options.page_size = Some(prompts.max(1));
        self
    }

    /// Sets the time for which a client of revision 2026-07-28 or later may keep the listing (`ttlMs`). By default it may not keep it.
    #[must_use]
    pub fn cache_for(mut self, ttl: Duration) -> Self {
        self.options.cache_for = Some(ttl);
        self
    }

    /// Does the same for listings that contain the prompt `name`, if it changes more often than the others. A listing may be kept for the
    /// shortest of these times and the time of [`cache_for`](Self::cache_for). Without `cache_for` it may not be kept at all. The time does
    /// not count while the prompt is disabled or absent. In a registry that never changes, a name without a prompt is an error.
    #[must_use]
    pub fn cache_prompt_for(mut self, name: impl Into<String>, ttl: Duration) -> Self {
        self.options.cache_prompts_for.insert(name.into(), ttl);
        self
    }

    /// Sets the server's name and version for the `_meta` of every result of [`answer`](PromptRegistry::answer) to a client of revision
    /// 2026-07-28 or later. By default they are left out.
    ///
    /// This has no effect with rmcp. There the servers `serve_stdio` and `serve_http` of a mount name the wrapped server in every result, and
    /// rmcp's own `serve` names it only in the result of `server/discover`.
    ///
    /// Specification: basic/index (2026-07-28): servers should include this in every result.
    #[must_use]
    pub fn server_info(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.options.server_info = Some(Client::new(name, version));
        self
    }

    /// Sets the predicate that decides which prompts a request may see. The registry calls it for every listing, call and completion, and
    /// treats a hidden prompt as unknown. An error or a panic in the predicate hides the prompt. The result must depend only on the
    /// request, never on the connection. The predicate should be fast, and equally fast for all prompts: otherwise the response time tells
    /// a client that a hidden name exists.
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

    /// Sets a function that adapts each prompt's listing to the request, for example its title and descriptions to the client's language.
    /// The registry calls it once for each prompt of a page. Caches are told that such a listing is private.
    ///
    /// The names of the prompt and of its arguments, their order and their `required` flags belong to the contract and cannot change. If
    /// `localize` changes them, or panics, this is reported and the prompt is listed as declared.
    #[must_use]
    pub fn localize(
        mut self,
        localize: impl Fn(&mut Prompt, &Context) + Send + Sync + 'static,
    ) -> Self {
        self.options.localization = Localization::of(localize);
        self
    }

    /// Sets the secret that protects the state of questions ([`Context::elicit`]) between two rounds: 32 random bytes or more; fewer than
    /// 16 are rejected. By default each process generates its own secret. Then an answer that reaches another process, or the same process
    /// after a restart, is rejected, and the user must start the prompt again. Replicas behind one address need the same secret.
    #[cfg(feature = "elicitation")]
    #[must_use]
    pub fn elicitation_key(mut self, secret: impl AsRef<[u8]>) -> Self {
        self.elicitation.set_key(secret.as_ref());
        self
    }

    /// Sets the time that a user may take for one round of questions. The default is ten minutes.
    #[cfg(feature = "elicitation")]
    #[must_use]
    pub fn elicitation_ttl(mut self, ttl: Duration) -> Self {
        self.elicitation.set_ttl(ttl);
        self
    }

    /// Binds the state of questions to the user who was asked. `principal` returns bytes that only this user's requests have, such as the
    /// subject of their authorization. By default a state is bound only to the prompt and its arguments.
    #[cfg(feature = "elicitation")]
    #[must_use]
    pub fn elicitation_principal(
        mut self,
        principal: impl Fn(&Context) -> Vec<u8> + Send + Sync + 'static,
    ) -> Self {
        self.elicitation.set_principal(principal);
        self
    }

    /// Limits the number of completion requests answered per second, over all clients; zero counts as one. A burst of one second's worth is
    /// allowed. Further requests get no values, and the first of them is reported. By default there is no limit, because a registry cannot
    /// tell a server's clients apart and a form sends a request for every key stroke. On a network, limit each client where it is
    /// identified.
    ///
    /// Specification: server/utilities/completion, "Implementations MUST implement appropriate rate limiting".
    #[cfg(feature = "rate-limit")]
    #[must_use]
    pub fn completion_rate(mut self, per_second: u32) -> Self {
        self.options.completion_rate = Some(super::rate::CompletionRate::new(per_second));
        self
    }

    /// Sends reports to this function, unchanged, in place of standard error (or `tracing`, with that feature).
    ///
    /// By default each report is one line, with control and invisible characters escaped. If nothing reads standard error, or a subscriber
    /// of `tracing` blocks, the server still continues: up to 256 reports wait, and later ones are dropped and counted. Events of `tracing`
    /// come from another thread, in the span of their request.
    #[must_use]
    pub fn on_report(mut self, function: impl Fn(&Report<'_>) + Send + Sync + 'static) -> Self {
        self.options.reporter = Reporter::to(function);
        self
    }

    /// Calls this function with the span and the context of each request, before the span starts. Use it to set the parent that the client
    /// sent in `_meta` (`traceparent`). It is not called for spans without a subscriber.
    ///
    /// The page `docs::guide::observability` describes this.
    #[cfg(feature = "tracing")]
    #[must_use]
    pub fn on_span(
        mut self,
        function: impl Fn(&tracing::Span, &Context) + Send + Sync + 'static,
    ) -> Self {
        self.options.span_hook = super::span::SpanHook::of(function);
        self
    }

    /// Builds the registry.
    ///
    /// # Errors
    /// Every mistake at once: an empty inventory, illegal or duplicate names, names that differ only by case, illegal defaults.
    pub fn build(self) -> Result<PromptRegistry, RegistryError> {
        self.finish(false)
    }

    /// Builds a registry whose prompts can change while the server runs. The returned value changes them.
    ///
    /// # Errors
    /// The same as for [`build`](Self::build).
    pub fn build_live(self) -> Result<LivePrompts, RegistryError> {
        self.finish(true).map(LivePrompts::new)
    }

    #[cfg(feature = "elicitation")]
    fn sealer(&mut self) -> Result<Sealer, RegistryError> {
        let sealer = Sealer::new(std::mem::take(&mut self.elicitation));
        sealer.map_err(|why| match why {
            NoKey::Short => RegistryProblem::ShortKey.into(),
            NoKey::NoRandomness => RegistryProblem::NoRandomness.into(),
        })
    }

    fn finish(
        #[cfg_attr(not(feature = "elicitation"), allow(unused_mut))] mut self,
        live: bool,
    ) -> Result<PromptRegistry, RegistryError> {
        #[cfg(feature = "elicitation")]
        let sealer = self.sealer()?;
        let context = Context::default();
        let lookup = Lookup {
            context: &context,
            server: None,
            registry: &self.state,
        };
        let mut problems = Vec::new();
        for library in &self.libraries {
            library.check(&mut problems);
        }
        let chosen = self
            .libraries
            .iter()
            .flat_map(|library| library.chosen().map(move |prompt| (prompt, Some(library))));
        let inventory = inventory::iter::<Entry>
            .into_iter()
            .map(|entry| entry.0)
            .filter(|prompt| self.inventory && !self.libraries.iter().any(|it| it.holds(prompt)));
        let listed = self.definitions.iter().copied().chain(inventory);
        let mut seen = HashSet::new();
        let mut prompts: Vec<Arc<RegisteredPrompt>> = Vec::new();
        for (definition, library) in listed.map(|prompt| (prompt, None)).chain(chosen) {
            let name = library.map_or(definition.name.into(), |it| it.renamed(definition.name));
            if seen.insert((std::ptr::from_ref(definition), name)) {
                let prompt = RegisteredPrompt::declared(definition, library, lookup);
                prompts.push(Arc::new(prompt));
            }
        }
        if self.inventory && prompts.is_empty() && problems.is_empty() {
            return Err(RegistryProblem::Empty.into());
        }
        problems.extend(check::problems(&prompts, self.options.rules));
        let set = Arc::new(PromptSet::of(prompts, HashSet::new()));
        if !live {
            let names = self.options.cache_prompts_for.keys();
            problems.extend(
                names
                    .filter(|name| set.get(name).is_none())
                    .map(|name| RegistryProblem::UnknownPrompt { name: name.clone() }),
            );
        }
        RegistryError::unless_none(problems)?;
        Ok(PromptRegistry {
            inner: Arc::new(Inner {
                fixed: (!live).then(|| Arc::clone(&set)),
                set: RwLock::new(set),
                state: self.state,
                options: self.options,
                writing: Mutex::default(),
                changes: Changes::default(),
                reported: Mutex::default(),
                #[cfg(feature = "elicitation")]
                sealer,
            }),
        })
    }
}

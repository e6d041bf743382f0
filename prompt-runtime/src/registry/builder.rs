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

/// Collects prompts and what they need. Made by [`PromptRegistry::builder`].
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
    /// Adds every prompt of every linked crate, but for those of a [`library`](Self::library).
    #[must_use]
    pub fn inventory(mut self) -> Self {
        self.inventory = true;
        self
    }

    /// Adds prompts of another crate, under a namespace and in a selection that this server chooses. What the library holds, chosen or
    /// not, does not come from the inventory as well.
    #[must_use]
    pub fn library(mut self, library: impl Into<PromptLibrary>) -> Self {
        self.libraries.push(library.into());
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

    /// Ignores arguments that the prompt does not declare. By default they are errors, because most of them are
    /// misspelled names.
    #[must_use]
    pub fn ignore_undeclared_arguments(mut self, ignore: bool) -> Self {
        self.options.rules.ignore_undeclared = ignore;
        self
    }

    /// Sets the policy for characters that a person cannot see.
    #[must_use]
    pub fn invisible_text(mut self, policy: InvisibleText) -> Self {
        self.options.rules.invisible = policy;
        self
    }

    /// Sets the number of prompts on a page of the listing. By default all are on one page: a listing is small, and there are hosts
    /// that never ask for a second page. Zero is taken as one.
    #[must_use]
    pub fn page_size(mut self, prompts: usize) -> Self {
        self.options.page_size = Some(prompts.max(1));
        self
    }

    /// Sets the time for which a client of revision 2026-07-28 or later may keep the listing (`ttlMs`). By default it may not be kept.
    #[must_use]
    pub fn cache_for(mut self, ttl: Duration) -> Self {
        self.options.cache_for = Some(ttl);
        self
    }

    /// The same for a listing with the prompt `name` in it, for one that changes more often than the others: the listing may be kept
    /// for the shortest of these times and that of [`cache_for`](Self::cache_for), without which it may not be kept at all. While the
    /// prompt is disabled or not there, its time does not count. In a registry that never changes, a name without a prompt is an error.
    #[must_use]
    pub fn cache_prompt_for(mut self, name: impl Into<String>, ttl: Duration) -> Self {
        self.options.cache_prompts_for.insert(name.into(), ttl);
        self
    }

    /// The server's name and version, for the `_meta` of every result that [`answer`](PromptRegistry::answer) gives to a client of
    /// revision 2026-07-28 or later. By default they are left out. Through rmcp, which names the
    /// server in the result of `server/discover` alone, this changes nothing.
    ///
    /// Specification: basic/index (2026-07-28): servers should include it in every result.
    #[must_use]
    pub fn server_info(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.options.server_info = Some(Client::new(name, version));
        self
    }

    /// Which prompts a request may know of. Asked for every listing, call and completion; what it hides answers like a prompt that
    /// does not exist. A panic or an error in it hides. It must depend on the request alone, never on the connection. It should be fast, and
    /// as fast for one prompt as for another: the time of an answer tells a client whether a name exists that it may not know of.
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

    /// Adapts each prompt's listing to the request, such as its title and descriptions to the language of the client. Called once for
    /// each prompt of a page. A listing that depends on the request is marked private for caches.
    ///
    /// The names of the prompt and of its arguments, their order and their need are the contract and cannot change: where `localize`
    /// changes them, or panics, that is reported and the prompt is listed as it was declared.
    #[must_use]
    pub fn localize(
        mut self,
        localize: impl Fn(&mut Prompt, &Context) + Send + Sync + 'static,
    ) -> Self {
        self.options.localization = Localization::of(localize);
        self
    }

    /// The secret that protects the state of questions ([`Context::elicit`]) between two rounds: 32 random bytes or more. Fewer than 16 are
    /// refused. By default it is random for each process: an answer that reaches another process, or the
    /// same after a restart, is refused, and the person is asked again by starting the prompt anew. Replicas behind one address need
    /// one secret.
    #[cfg(feature = "elicitation")]
    #[must_use]
    pub fn elicitation_key(mut self, secret: impl AsRef<[u8]>) -> Self {
        self.elicitation.set_key(secret.as_ref());
        self
    }

    /// Sets the time that a person may take for one round of questions. By default ten minutes.
    #[cfg(feature = "elicitation")]
    #[must_use]
    pub fn elicitation_ttl(mut self, ttl: Duration) -> Self {
        self.elicitation.set_ttl(ttl);
        self
    }

    /// Binds the state of questions to who asked: `principal` gives bytes that only their requests have, such as the subject of
    /// their authorization. By default a state is bound to the prompt and its arguments alone.
    #[cfg(feature = "elicitation")]
    #[must_use]
    pub fn elicitation_principal(
        mut self,
        principal: impl Fn(&Context) -> Vec<u8> + Send + Sync + 'static,
    ) -> Self {
        self.elicitation.set_principal(principal);
        self
    }

    /// Limits the completion requests answered per second, over all clients; those beyond get no values, and the first of a
    /// burst is reported. A second's worth may come at once. By default there is no limit, because a registry cannot tell the clients
    /// of a server apart and a form asks at every key stroke; behind a network, limit each client where it is known. Zero is taken as one.
    ///
    /// Specification: server/utilities/completion, "Implementations MUST implement appropriate rate limiting".
    #[cfg(feature = "rate-limit")]
    #[must_use]
    pub fn completion_rate(mut self, per_second: u32) -> Self {
        self.options.completion_rate = Some(super::rate::CompletionRate::new(per_second));
        self
    }

    /// Sends reports to this function, as they are, in place of standard error (or `tracing`, with that feature).
    ///
    /// By default each report is one line, with control and invisible characters spelled out. A standard error that is not read does not
    /// stop the server: 256 reports wait for it, later ones are dropped and counted.
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

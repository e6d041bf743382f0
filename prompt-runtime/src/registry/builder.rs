use super::error::{Place, RegistryError, RegistryProblem};
use super::set::PromptSet;
use super::{Inner, Options, PromptRegistry, RegisteredPrompt};
use crate::argument::{Lookup, Rules};
use crate::context::Context;
use crate::definition::{Entry, PromptDefinition};
use crate::report::{Report, Reporter};
use crate::state::Extensions;
use crate::text::InvisibleText;
use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Arc, RwLock};

/// Collects prompts and what they need. Made by [`PromptRegistry::builder`].
#[derive(Debug, Default)]
pub struct RegistryBuilder {
    definitions: Vec<&'static PromptDefinition>,
    empty_inventory: bool,
    state: Extensions,
    request_state: Vec<TypeId>,
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
    #[must_use]
    pub fn state_from_requests<T: Send + Sync + 'static>(mut self) -> Self {
        self.request_state.push(TypeId::of::<T>());
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
        if self.empty_inventory && self.definitions.is_empty() {
            return Err(RegistryProblem::Empty.into());
        }
        let context = Context::default();
        let lookup = Lookup {
            context: &context,
            server: None,
            registry: &self.state,
        };
        let mut prompts: Vec<Arc<RegisteredPrompt>> = Vec::new();
        for definition in self.definitions {
            if !prompts
                .iter()
                .any(|known| std::ptr::eq(known.definition, definition))
            {
                prompts.push(Arc::new(RegisteredPrompt::declared(definition, lookup)));
            }
        }
        let mut problems = Vec::new();
        check_names(&prompts, &mut problems);
        check_defaults(&prompts, self.options.rules, &mut problems);
        RegistryError::unless_none(problems)?;
        Ok(PromptRegistry {
            inner: Arc::new(Inner {
                set: RwLock::new(Arc::new(PromptSet::of(prompts))),
                state: self.state,
                request_state: self.request_state,
                options: self.options,
            }),
        })
    }
}

fn check_names(prompts: &[Arc<RegisteredPrompt>], problems: &mut Vec<RegistryProblem>) {
    let mut places: BTreeMap<&str, Vec<Place>> = BTreeMap::new();
    for prompt in prompts {
        let place = Place(prompt.location());
        for name in std::iter::once(prompt.name()).chain(prompt.aliases().iter().map(AsRef::as_ref))
        {
            if let Err(why) = prompt_rules::name::check(name) {
                problems.push(RegistryProblem::IllegalName {
                    name: name.to_owned(),
                    why,
                    location: place,
                });
            }
            places.entry(name).or_default().push(place);
        }
    }
    let mut folded: BTreeMap<String, Vec<(String, Place)>> = BTreeMap::new();
    for (name, locations) in places {
        if let Some(first) = locations.first() {
            folded
                .entry(prompt_rules::name::fold(name))
                .or_default()
                .push((name.to_owned(), *first));
        }
        if locations.len() > 1 {
            problems.push(RegistryProblem::Duplicate {
                name: name.to_owned(),
                locations,
            });
        }
    }
    problems.extend(
        folded
            .into_values()
            .filter(|names| names.len() > 1)
            .map(|names| RegistryProblem::Folded { names }),
    );
}

fn check_defaults(
    prompts: &[Arc<RegisteredPrompt>],
    rules: Rules,
    problems: &mut Vec<RegistryProblem>,
) {
    for prompt in prompts {
        for argument in prompt.arguments() {
            if let Some(problem) = argument
                .default()
                .and_then(|default| argument.check(default, rules.invisible).err())
            {
                problems.push(RegistryProblem::IllegalDefault {
                    prompt: prompt.name().to_owned(),
                    argument: argument.name().to_owned(),
                    expected: problem.expected().unwrap_or("other than empty").to_owned(),
                    location: Place(prompt.location()),
                });
            }
        }
    }
}

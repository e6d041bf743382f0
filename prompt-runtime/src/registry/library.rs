//! Prompts of another crate under names that the server chooses.

use super::error::RegistryProblem;
use crate::definition::{Entry, PromptDefinition};
use prompt_syntax::{name, nearest::nearest};
use std::borrow::Cow;
use std::ptr;

type Text = Cow<'static, str>;

/// A set of prompts that is published as a crate and used by several servers. Add it with
/// [`RegistryBuilder::library`](super::RegistryBuilder::library).
///
/// The crate lists its prompts once. Each server chooses their names and a selection:
///
/// ```
/// mod review_prompts {
///     use prompt_runtime::{PromptLibrary, prompt, prompts};
///
///     #[prompt(name = "code-review", alias = "review")]
///     pub fn code_review(diff: &str) -> String {
///         format!("Review this:\n\n{diff}")
///     }
///
///     #[prompt]
///     pub fn nitpick(diff: &str) -> String {
///         format!("Nitpick this:\n\n{diff}")
///     }
///
///     pub fn prompts() -> PromptLibrary {
///         PromptLibrary::new(prompts![code_review, nitpick])
///     }
/// }
///
/// use prompt_runtime::PromptRegistry;
///
/// # fn main() -> Result<(), prompt_runtime::RegistryError> {
/// let reviews = review_prompts::prompts().namespace("reviews").without(["nitpick"]);
/// let registry = PromptRegistry::builder().inventory().library(reviews).build()?;
/// assert!(registry.prompt("reviews.code-review").is_some());
/// assert!(registry.prompt("reviews.review").is_some());
/// assert!(registry.prompt("reviews.nitpick").is_none());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct PromptLibrary {
    prompts: Vec<&'static PromptDefinition>,
    package: Option<Text>,
    namespace: Option<Text>,
    only: Option<Vec<Text>>,
    without: Vec<Text>,
}

impl PromptLibrary {
    /// Creates a library of the listed prompts, as given by [`prompts!`](crate::prompts).
    pub fn new(prompts: impl IntoIterator<Item = &'static PromptDefinition>) -> Self {
        Self {
            prompts: prompts.into_iter().collect(),
            package: None,
            namespace: None,
            only: None,
            without: Vec::new(),
        }
    }

    /// Takes the prompts of a package from the inventory, for a crate that does not list its prompts itself. The package must be linked. A
    /// crate that is only named in `Cargo.toml` is not linked, so mention it once, as in `use my_prompts as _;`. If the package has no
    /// prompts, building the registry fails.
    pub fn of_package(package: impl Into<Text>) -> Self {
        let package = package.into();
        let entries = inventory::iter::<Entry>.into_iter().map(|entry| entry.0);
        Self {
            package: Some(package.clone()),
            ..Self::new(entries.filter(|prompt| prompt.location.package == package))
        }
    }

    /// Puts this text and a `.` before every name, former names included. By default the names do not change.
    #[must_use]
    pub fn namespace(mut self, namespace: impl Into<Text>) -> Self {
        self.namespace = Some(namespace.into());
        self
    }

    /// Keeps only these prompts, given by the names in their crate. A name that the crate does not have is an error of the registry.
    #[must_use]
    pub fn only(mut self, names: impl IntoIterator<Item: Into<Text>>) -> Self {
        self.only = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Leaves these prompts out, given by the names in their crate. A name that the crate does not have is an error of the registry.
    #[must_use]
    pub fn without(mut self, names: impl IntoIterator<Item: Into<Text>>) -> Self {
        self.without.extend(names.into_iter().map(Into::into));
        self
    }

    /// Returns `true` if this prompt belongs to the library, selected or not.
    pub(super) fn holds(&self, prompt: &'static PromptDefinition) -> bool {
        self.prompts.iter().any(|held| ptr::eq(*held, prompt))
    }

    /// The selected prompts.
    pub(super) fn chosen(&self) -> impl Iterator<Item = &'static PromptDefinition> + '_ {
        self.prompts
            .iter()
            .copied()
            .filter(|prompt| self.chooses(prompt))
    }

    fn chooses(&self, prompt: &PromptDefinition) -> bool {
        let among = |names: &[Text]| names.iter().any(|name| name == prompt.name);
        self.only.as_deref().is_none_or(among) && !among(&self.without)
    }

    /// The server's name for a prompt of the library.
    pub(super) fn renamed(&self, name: &'static str) -> Text {
        match &self.namespace {
            None => name.into(),
            Some(namespace) => format!("{namespace}.{name}").into(),
        }
    }

    /// The server's name for the replacement of a prompt. `None` if the server left the replacement out.
    pub(super) fn replacement(&self, replacement: &'static PromptDefinition) -> Option<Text> {
        if !self.holds(replacement) {
            return Some(replacement.name.into());
        }
        self.chooses(replacement)
            .then(|| self.renamed(replacement.name))
    }

    /// Reports mistakes in the server's selection.
    pub(super) fn check(&self, problems: &mut Vec<RegistryProblem>) {
        if let (Some(package), []) = (&self.package, self.prompts.as_slice()) {
            problems.push(RegistryProblem::EmptyPackage {
                package: package.clone().into_owned(),
            });
            return;
        }
        if let Some(namespace) = &self.namespace
            && let Err(why) = name::check(namespace)
        {
            problems.push(RegistryProblem::IllegalNamespace {
                namespace: namespace.clone().into_owned(),
                why,
            });
        }
        for name in self.only.iter().flatten().chain(&self.without) {
            if !self.prompts.iter().any(|prompt| name == prompt.name) {
                let names = self.prompts.iter().map(|prompt| prompt.name);
                problems.push(RegistryProblem::NotInLibrary {
                    name: name.clone().into_owned(),
                    nearest: nearest(name, names),
                    packages: self.packages(),
                });
            }
        }
    }

    fn packages(&self) -> Vec<&'static str> {
        let mut packages: Vec<_> = self
            .prompts
            .iter()
            .map(|prompt| prompt.location.package)
            .collect();
        packages.sort_unstable();
        packages.dedup();
        packages
    }
}

impl<const N: usize> From<[&'static PromptDefinition; N]> for PromptLibrary {
    fn from(prompts: [&'static PromptDefinition; N]) -> Self {
        Self::new(prompts)
    }
}

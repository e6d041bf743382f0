//! What must hold of the prompts of a registry taken together.

use super::RegisteredPrompt;
use super::error::{Place, RegistryProblem};
use crate::argument::{DefaultFault, Rules};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Everything that is wrong, at once.
pub(super) fn problems(prompts: &[Arc<RegisteredPrompt>], rules: Rules) -> Vec<RegistryProblem> {
    let mut problems = Vec::new();
    prompt_names(prompts, &mut problems);
    for prompt in prompts {
        argument_names(prompt, &mut problems);
        defaults(prompt, rules, &mut problems);
    }
    problems
}

fn prompt_names(prompts: &[Arc<RegisteredPrompt>], problems: &mut Vec<RegistryProblem>) {
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

/// The macro has checked these; for prompts made at run time it is done here.
fn argument_names(prompt: &RegisteredPrompt, problems: &mut Vec<RegistryProblem>) {
    let place = Place(prompt.location());
    let mut seen = HashSet::new();
    for argument in prompt.arguments() {
        for name in
            std::iter::once(argument.name()).chain(argument.aliases().iter().map(AsRef::as_ref))
        {
            if let Err(why) = prompt_rules::name::check(name) {
                problems.push(RegistryProblem::IllegalName {
                    name: name.to_owned(),
                    why,
                    location: place,
                });
            }
            if !seen.insert(name) {
                problems.push(RegistryProblem::DuplicateArgument {
                    prompt: prompt.name().to_owned(),
                    argument: name.to_owned(),
                    location: place,
                });
            }
        }
    }
}

fn defaults(prompt: &RegisteredPrompt, rules: Rules, problems: &mut Vec<RegistryProblem>) {
    for argument in prompt.arguments() {
        let refused = || argument.check(argument.default()?, rules.invisible).err();
        let expected = match argument.default_fault {
            Some(DefaultFault::Panics) => {
                problems.push(RegistryProblem::PanickingDefault {
                    prompt: prompt.name().to_owned(),
                    argument: argument.name().to_owned(),
                    location: Place(prompt.location()),
                });
                None
            }
            Some(DefaultFault::OutOfBounds) => argument.expected().map(Cow::into_owned),
            None => {
                refused().map(|problem| problem.expected().unwrap_or("other than empty").to_owned())
            }
        };
        if let Some(expected) = expected {
            problems.push(RegistryProblem::IllegalDefault {
                prompt: prompt.name().to_owned(),
                argument: argument.name().to_owned(),
                expected,
                location: Place(prompt.location()),
            });
        }
    }
}

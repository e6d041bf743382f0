//! Checks that concern all prompts of a registry together.

use super::RegisteredPrompt;
use super::error::RegistryProblem;
use crate::argument::{DefaultFault, Rules};
use crate::definition::Location;
use crate::message::JsonObject;
use prompt_syntax::text::hidden;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Returns every mistake at once.
pub(super) fn problems(prompts: &[Arc<RegisteredPrompt>], rules: Rules) -> Vec<RegistryProblem> {
    let mut problems = Vec::new();
    prompt_names(prompts, &mut problems);
    for prompt in prompts {
        texts(prompt, &mut problems);
        meta(prompt, &mut problems);
        argument_names(prompt, &mut problems);
        values(prompt, &mut problems);
        defaults(prompt, rules, &mut problems);
    }
    problems
}

fn prompt_names(prompts: &[Arc<RegisteredPrompt>], problems: &mut Vec<RegistryProblem>) {
    let mut owners: BTreeMap<&str, Vec<(usize, Location<'_>)>> = BTreeMap::new();
    for (owner, prompt) in prompts.iter().enumerate() {
        let location = prompt.location();
        for name in prompt.names() {
            if let Err(why) = prompt_syntax::name::check(name) {
                problems.push(RegistryProblem::IllegalName {
                    name: name.to_owned(),
                    why,
                    location: location.into(),
                });
            }
            owners.entry(name).or_default().push((owner, location));
        }
    }
    let mut folded: BTreeMap<String, Vec<(usize, &str, Location<'_>)>> = BTreeMap::new();
    for (name, mut owners) in owners {
        // The order of the inventory depends on the linker.
        owners.sort_by_key(|(_, at)| (at.file, at.line));
        if let Some((owner, location)) = owners.first() {
            folded
                .entry(prompt_syntax::name::fold(name))
                .or_default()
                .push((*owner, name, *location));
        }
        if owners.len() > 1 {
            problems.push(RegistryProblem::Duplicate {
                name: name.to_owned(),
                locations: owners.into_iter().map(|(_, at)| at.into()).collect(),
            });
        }
    }
    // A rename that only changes the case keeps the old name as an alias, which is not a conflict.
    let several = |names: &Vec<(usize, &str, Location<'_>)>| {
        names
            .first()
            .is_some_and(|(first, ..)| names.iter().any(|(owner, ..)| owner != first))
    };
    problems.extend(folded.into_values().filter(several).map(|mut names| {
        names.sort_by_key(|(_, _, at)| (at.file, at.line));
        RegistryProblem::Folded {
            names: names
                .into_iter()
                .map(|(_, name, location)| (name.to_owned(), location.into()))
                .collect(),
        }
    }));
}

/// Checks for invisible characters in the text that a person reads before using the prompt. The macro has checked its literals; constants,
/// included files and text from run-time code are checked here.
fn texts(prompt: &RegisteredPrompt, problems: &mut Vec<RegistryProblem>) {
    let listing = prompt.listing();
    let of_prompt = [
        ("title", listing.title.as_deref()),
        ("description", listing.description.as_deref()),
    ]
    .map(|(what, text)| (what.to_owned(), text));
    let of_arguments = prompt.arguments().iter().flat_map(|argument| {
        let of = |what: &str| format!("{what} of argument `{}`", argument.name());
        let values = argument
            .values()
            .iter()
            .map(move |value| (of("values"), Some(&**value)));
        [
            (of("title"), argument.title()),
            (of("description"), argument.description()),
        ]
        .into_iter()
        .chain(values)
    });
    for (what, text) in of_prompt.into_iter().chain(of_arguments) {
        let found = text.and_then(|text| hidden(text).next());
        problems.extend(found.map(|(_, character)| RegistryProblem::InvisibleText {
            prompt: prompt.name().to_owned(),
            what,
            character,
            location: prompt.location().into(),
        }));
    }
}

fn meta(prompt: &RegisteredPrompt, problems: &mut Vec<RegistryProblem>) {
    let text = prompt.definition().and_then(|definition| definition.meta);
    if text.is_some_and(|text| serde_json::from_str::<JsonObject>(text).is_err()) {
        problems.push(RegistryProblem::UnreadableMeta {
            prompt: prompt.name().to_owned(),
            location: prompt.location().into(),
        });
    }
}

fn values(prompt: &RegisteredPrompt, problems: &mut Vec<RegistryProblem>) {
    for argument in prompt.arguments() {
        if argument.allows_nothing() {
            problems.push(RegistryProblem::NoValues {
                prompt: prompt.name().to_owned(),
                argument: argument.name().to_owned(),
                location: prompt.location().into(),
            });
        }
    }
}

/// Checks the argument names of prompts created at run time. The macro has checked all others.
fn argument_names(prompt: &RegisteredPrompt, problems: &mut Vec<RegistryProblem>) {
    let mut seen = HashSet::new();
    for argument in prompt.arguments() {
        for name in
            std::iter::once(argument.name()).chain(argument.aliases().iter().map(AsRef::as_ref))
        {
            if let Err(why) = prompt_syntax::name::check_plain(name) {
                problems.push(RegistryProblem::IllegalArgumentName {
                    prompt: prompt.name().to_owned(),
                    name: name.to_owned(),
                    why,
                    location: prompt.location().into(),
                });
            }
            if !seen.insert(name) {
                problems.push(RegistryProblem::DuplicateArgument {
                    prompt: prompt.name().to_owned(),
                    argument: name.to_owned(),
                    location: prompt.location().into(),
                });
            }
        }
    }
}

fn defaults(prompt: &RegisteredPrompt, rules: Rules, problems: &mut Vec<RegistryProblem>) {
    for argument in prompt.arguments() {
        let refused = || {
            let default = argument.default()?;
            let hidden = argument.hides(default, rules.invisible);
            hidden.or_else(|| argument.check(default).err())
        };
        let expected = match argument.default_fault {
            Some(DefaultFault::Panics) => {
                problems.push(RegistryProblem::PanickingDefault {
                    prompt: prompt.name().to_owned(),
                    argument: argument.name().to_owned(),
                    location: prompt.location().into(),
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
                default: argument.default().unwrap_or_default().to_owned(),
                expected,
                location: prompt.location().into(),
            });
        }
    }
}

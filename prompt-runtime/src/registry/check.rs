//! Checks that concern all prompts of a registry together.

use super::RegisteredPrompt;
use super::error::RegistryProblem;
use crate::argument::{Argument, DefaultFault, Rules};
use crate::message::JsonObject;
use prompt_syntax::text::hidden;
use std::borrow::Cow;
use std::collections::BTreeSet;
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

fn place(prompt: &RegisteredPrompt) -> (&str, u32) {
    let location = prompt.location();
    (location.file, location.line)
}

fn prompt_names(prompts: &[Arc<RegisteredPrompt>], problems: &mut Vec<RegistryProblem>) {
    let mut names: Vec<(&str, &RegisteredPrompt)> = Vec::with_capacity(prompts.len());
    for prompt in prompts {
        for name in prompt.names() {
            if let Err(why) = prompt_syntax::name::check(name) {
                problems.push(RegistryProblem::IllegalName {
                    name: name.to_owned(),
                    why,
                    location: prompt.location().into(),
                });
            }
            names.push((name, prompt));
        }
    }
    // The order of the inventory depends on the linker.
    names.sort_by(|(a, of_a), (b, of_b)| a.cmp(b).then_with(|| place(of_a).cmp(&place(of_b))));
    let mut folded = Vec::with_capacity(names.len());
    for same in names.chunk_by(|(a, _), (b, _)| a == b) {
        let [(name, first), others @ ..] = same else {
            continue;
        };
        folded.push((prompt_syntax::name::fold(name), *name, *first));
        if !others.is_empty() {
            problems.push(RegistryProblem::Duplicate {
                name: (*name).to_owned(),
                locations: same.iter().map(|(_, it)| it.location().into()).collect(),
            });
        }
    }
    folded.sort_by(|(a, ..), (b, ..)| a.cmp(b));
    for alike in folded.chunk_by(|(a, ..), (b, ..)| a == b) {
        // A rename that only changes the case keeps the old name as an alias, which is not a conflict.
        let is_of = |prompt: &RegisteredPrompt| {
            alike
                .iter()
                .all(|(_, _, other)| std::ptr::eq(*other, prompt))
        };
        if alike.first().is_none_or(|(_, _, first)| is_of(first)) {
            continue;
        }
        let mut alike: Vec<_> = alike.iter().map(|(_, name, it)| (*name, *it)).collect();
        alike.sort_by_key(|(_, prompt)| place(prompt));
        problems.push(RegistryProblem::Folded {
            names: alike
                .into_iter()
                .map(|(name, prompt)| (name.to_owned(), prompt.location().into()))
                .collect(),
        });
    }
}

/// Checks for invisible characters in the text that a person reads before using the prompt. The macro has checked its literals; constants,
/// included files and text from run-time code are checked here.
fn texts(prompt: &RegisteredPrompt, problems: &mut Vec<RegistryProblem>) {
    let listing = prompt.listing();
    let mut check = |what: &str, argument: Option<&Argument>, text: Option<&str>| {
        let Some((_, character)) = text.and_then(|text| hidden(text).next()) else {
            return;
        };
        problems.push(RegistryProblem::InvisibleText {
            prompt: prompt.name().to_owned(),
            what: argument.map_or_else(
                || what.to_owned(),
                |argument| format!("{what} of argument `{}`", argument.name()),
            ),
            character,
            location: prompt.location().into(),
        });
    };
    check("title", None, listing.title.as_deref());
    check("description", None, listing.description.as_deref());
    for argument in prompt.arguments() {
        check("title", Some(argument), argument.title());
        check("description", Some(argument), argument.description());
        for value in argument.values() {
            check("values", Some(argument), Some(value));
        }
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
    let mut seen = BTreeSet::new();
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

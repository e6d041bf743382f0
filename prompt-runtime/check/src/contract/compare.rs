use super::arguments;
use super::model::{Contract, ContractPrompt};
use super::{Change, ChangeKind};
use prompt_syntax::name::fold;
use prompt_syntax::nearest::nearest;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The number of new names on either side of a removed name, in alphabetical order, that are considered as its new name.
const NEIGHBOURS: usize = 32;

/// The changes from the old contract to the new one: breaking ones first, then additions, each sorted by prompt.
#[must_use]
pub fn compare(old: &Contract, new: &Contract) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut successors: HashSet<&str> = HashSet::new();
    let mut gone: Vec<&ContractPrompt> = Vec::new();
    let answering = answering(new);
    for before in old.prompts() {
        match answering.get(&*before.name) {
            None => gone.push(before),
            Some(after) => {
                successors.insert(&after.name);
                prompt(before, after, &mut changes);
                changes.extend(undeclared(old, new).map(|(rule, what)| {
                    Change::new(rule, &before.name, what.to_owned()).now_called(&after.name)
                }));
            }
        }
    }
    let added = || new.prompts().iter();
    let mut alike = Alike::new(added().filter(|it| !successors.contains(&*it.name)));
    let alone = gone.len() == 1 && new.prompts().len() - successors.len() == 1;
    for before in gone {
        let (change, renamed) = removed(before, &mut alike, alone);
        successors.extend(renamed);
        changes.push(change);
    }
    for after in added().filter(|it| !successors.contains(&*it.name)) {
        changes.push(Change::new(
            ChangeKind::PromptAdded,
            &after.name,
            "it is new".to_owned(),
        ));
    }
    folding(old, new, &mut changes);
    changes.sort_by(|a, b| (!a.is_breaking(), a.prompt()).cmp(&(!b.is_breaking(), b.prompt())));
    changes
}

/// The change of the registry's option for undeclared arguments, which applies to every prompt.
fn undeclared(old: &Contract, new: &Contract) -> Option<(ChangeKind, &'static str)> {
    match (old.ignores_undeclared(), new.ignores_undeclared()) {
        (true, false) => Some((
            ChangeKind::UndeclaredRefused,
            "arguments that it does not declare were passed over and are refused now",
        )),
        (false, true) => Some((
            ChangeKind::UndeclaredIgnored,
            "arguments that it does not declare were refused and are passed over now",
        )),
        _ => None,
    }
}

/// The prompt for each name: the prompt with this name, or else the first prompt with this alias.
fn answering(contract: &Contract) -> HashMap<&str, &ContractPrompt> {
    let prompts = || contract.prompts().iter();
    let mut answering: HashMap<&str, &ContractPrompt> =
        prompts().map(|prompt| (&*prompt.name, prompt)).collect();
    for prompt in prompts() {
        for alias in &prompt.aliases {
            answering.entry(alias).or_insert(prompt);
        }
    }
    answering
}

fn prompt(before: &ContractPrompt, after: &ContractPrompt, changes: &mut Vec<Change>) {
    let name = &before.name;
    let mut add = |rule, what| {
        changes.push(Change::new(rule, name, what).now_called(&after.name));
    };
    if after.name != *name {
        add(
            ChangeKind::PromptRenamedWithAlias,
            format!(
                "it is called \"{}\" now and still answers to the old name",
                after.name
            ),
        );
    }
    for alias in before.aliases.iter().filter(|it| !after.answers_to(it)) {
        add(
            ChangeKind::PromptAliasRemoved,
            format!("it no longer answers to \"{alias}\""),
        );
    }
    for alias in after.aliases.iter().filter(|it| !before.answers_to(it)) {
        add(
            ChangeKind::PromptAliasAdded,
            format!("it answers to \"{alias}\" too"),
        );
    }
    match (&before.deprecated, &after.deprecated) {
        (Some(_), None) => add(
            ChangeKind::PromptUndeprecated,
            "it is no longer deprecated".to_owned(),
        ),
        (old, Some(new)) if old.as_ref() != Some(new) => add(
            ChangeKind::PromptDeprecated,
            match &new.since {
                Some(since) => format!("it is deprecated since {since}"),
                None => "it is deprecated".to_owned(),
            },
        ),
        _ => {}
    }
    changes.extend(arguments::compare(before, after));
}

/// The names of new prompts, grouped by the names and types of their arguments.
struct Alike<'a>(HashMap<Vec<(&'a str, &'a str)>, BTreeSet<&'a str>>);

impl<'a> Alike<'a> {
    fn new(added: impl Iterator<Item = &'a ContractPrompt>) -> Self {
        let mut alike: HashMap<_, BTreeSet<&str>> = HashMap::new();
        for prompt in added {
            alike.entry(shape(prompt)).or_default().insert(&prompt.name);
        }
        Self(alike)
    }

    /// Removes and returns the most likely new name of this prompt. Only names that are near in alphabetical order are compared, so that
    /// the time is linear in the number of prompts.
    fn take(&mut self, before: &'a ContractPrompt) -> Option<&'a str> {
        let alike = self.0.get_mut(&shape(before))?;
        let name = &*before.name;
        let smaller = alike.range(..name).rev().take(NEIGHBOURS);
        let mut near: Vec<&str> = smaller.copied().collect();
        near.reverse();
        near.extend(alike.range(name..).take(NEIGHBOURS));
        let renamed = nearest(name, near).or(alike.first().copied())?;
        alike.remove(renamed);
        Some(renamed)
    }
}

fn shape(prompt: &ContractPrompt) -> Vec<(&str, &str)> {
    let arguments = prompt.arguments.iter();
    arguments.map(|it| (&*it.name, &*it.type_word)).collect()
}

/// The change of a removed prompt, and the new prompt that it was renamed to. Prompts without arguments all look the same, so one counts as
/// renamed only if exactly one was removed and one was added.
fn removed<'a>(
    before: &'a ContractPrompt,
    alike: &mut Alike<'a>,
    alone: bool,
) -> (Change, Option<&'a str>) {
    let name = &before.name;
    if before.deprecated.is_some() {
        let what = "it is gone, after it was released as deprecated".to_owned();
        return (Change::new(ChangeKind::PromptRetired, name, what), None);
    }
    let tells = alone || !before.arguments.is_empty();
    let Some(renamed) = tells.then(|| alike.take(before)).flatten() else {
        let what = "it is gone, and was not released as deprecated before".to_owned();
        return (Change::new(ChangeKind::PromptRemoved, name, what), None);
    };
    let what = format!("it is gone, and \"{renamed}\" with the same arguments is new");
    let change = Change::new(ChangeKind::PromptRenamed, name, what)
        .now_called(renamed)
        .of_old(name);
    (change, Some(renamed))
}

/// Finds new names that hosts cannot distinguish from another name, old or new.
fn folding(old: &Contract, new: &Contract, changes: &mut Vec<Change>) {
    let known: HashSet<&str> = names_of(old).collect();
    let all: BTreeSet<&str> = names_of(old).chain(names_of(new)).collect();
    let mut by_fold: HashMap<String, Vec<&str>> = HashMap::new();
    for name in all {
        by_fold.entry(fold(name)).or_default().push(name);
    }
    let renamed: HashSet<(&str, &str)> = changes
        .iter()
        .filter(|change| change.kind() == ChangeKind::PromptRenamed)
        .map(|change| (change.prompt(), change.prompt_now()))
        .collect();
    let mut found = Vec::new();
    for prompt in new.prompts() {
        for name in prompt.names().filter(|name| !known.contains(name)) {
            let others = by_fold.get(&fold(name)).into_iter().flatten();
            for other in others {
                if !prompt.answers_to(other) && !renamed.contains(&(*other, &*prompt.name)) {
                    found.push(Change::new(
                        ChangeKind::NameFolds,
                        &prompt.name,
                        format!("its name \"{name}\" is one to hosts with \"{other}\""),
                    ));
                }
            }
        }
    }
    changes.extend(found);
}

fn names_of(contract: &Contract) -> impl Iterator<Item = &str> {
    contract.prompts().iter().flat_map(ContractPrompt::names)
}

//! Compares the arguments of one prompt, old and new.

use super::accepts::{Limit, accepts, accepts_all_of, all_values, can_hold, limits, within};
use super::model::{ContractArgument, ContractPrompt};
use super::{Change, ChangeKind};
use prompt_syntax::integers::Integers;

/// An old argument and its successor.
struct Pair<'a> {
    old: &'a ContractArgument,
    new: Option<(usize, &'a ContractArgument)>,
}

pub(super) fn compare(old: &ContractPrompt, new: &ContractPrompt) -> Vec<Change> {
    let mut found = Found {
        prompt: &old.name,
        now: &new.name,
        changes: Vec::new(),
    };
    let mut pairs = paired(old, new);
    renamed(&mut pairs, new, &mut found);
    for pair in &pairs {
        match pair.new {
            None => found.add(
                ChangeKind::ArgumentRemoved,
                &pair.old.name,
                gone(pair.old, new),
            ),
            Some((_, now)) => {
                names(pair.old, now, &mut found);
                presence(pair.old, now, &mut found);
                kinds(pair.old, now, &mut found);
            }
        }
    }
    order(&pairs, &mut found);
    added(&pairs, new, &mut found);
    found.changes
}

struct Found<'a> {
    prompt: &'a str,
    now: &'a str,
    changes: Vec<Change>,
}

impl Found<'_> {
    fn add(&mut self, rule: ChangeKind, argument: &str, what: String) {
        let change = self.change(rule, argument, what);
        self.changes.push(change);
    }

    /// Adds a change that an alias of this old name or value would undo.
    fn add_with_old(&mut self, rule: ChangeKind, argument: &str, old: &str, what: String) {
        let change = self.change(rule, argument, what).of_old(old);
        self.changes.push(change);
    }

    fn change(&self, rule: ChangeKind, argument: &str, what: String) -> Change {
        Change::new(rule, self.prompt, what)
            .now_called(self.now)
            .at(argument)
    }
}

/// Pairs each old argument with the new one of the same name, or else with an unpaired one that has this former name. An argument takes one
/// value, so it can have only one predecessor.
fn paired<'a>(old: &'a ContractPrompt, new: &'a ContractPrompt) -> Vec<Pair<'a>> {
    let find = |is_it: &dyn Fn(&ContractArgument) -> bool| {
        let mut all = new.arguments.iter().enumerate();
        all.find(|(_, argument)| is_it(argument))
    };
    let mut pairs: Vec<Pair<'a>> = old
        .arguments
        .iter()
        .map(|old| Pair {
            old,
            new: find(&|it| it.name == old.name),
        })
        .collect();
    for place in 0..pairs.len() {
        let Some(Pair { old, new: None }) = pairs.get(place) else {
            continue;
        };
        let successor =
            find(&|it| it.answers_to(&old.name)).filter(|(index, _)| !is_taken(&pairs, *index));
        if let Some(pair) = pairs.get_mut(place) {
            pair.new = successor;
        }
    }
    pairs
}

fn gone(old: &ContractArgument, new: &ContractPrompt) -> String {
    let name = &old.name;
    match new.arguments.iter().find(|it| it.answers_to(name)) {
        Some(other) => format!(
            "argument \"{name}\" is a former name of argument \"{}\" now, which was another argument",
            other.name
        ),
        None => format!("argument \"{name}\" is gone"),
    }
}

fn is_taken(pairs: &[Pair<'_>], index: usize) -> bool {
    pairs
        .iter()
        .any(|pair| pair.new.is_some_and(|(taken, _)| taken == index))
}

/// Pairs a removed argument with a new one in its place if both have the same type, because that is a rename.
fn renamed<'a>(pairs: &mut [Pair<'a>], new: &'a ContractPrompt, found: &mut Found<'_>) {
    for place in 0..pairs.len() {
        let Some(Pair { old, new: None }) = pairs.get(place) else {
            continue;
        };
        let old = *old;
        let Some(candidate) = new.arguments.get(place) else {
            continue;
        };
        let same_shape = candidate.type_word == old.type_word
            && candidate.values == old.values
            && candidate.separator == old.separator;
        if !same_shape || is_taken(pairs, place) {
            continue;
        }
        found.add_with_old(
            ChangeKind::ArgumentRenamed,
            &old.name,
            &old.name,
            format!(
                "argument \"{}\" is called \"{}\" now",
                old.name, candidate.name
            ),
        );
        if let Some(pair) = pairs.get_mut(place) {
            pair.new = Some((place, candidate));
        }
    }
}

fn names(old: &ContractArgument, new: &ContractArgument, found: &mut Found<'_>) {
    if old.name != new.name && new.answers_to(&old.name) {
        found.add(
            ChangeKind::ArgumentRenamedWithAlias,
            &old.name,
            format!(
                "argument \"{}\" is called \"{}\" now and still answers to the old name",
                old.name, new.name
            ),
        );
    }
    for alias in old.aliases.iter().filter(|alias| !new.answers_to(alias)) {
        found.add(
            ChangeKind::ArgumentAliasRemoved,
            &old.name,
            format!("argument \"{}\" no longer answers to \"{alias}\"", new.name),
        );
    }
    for alias in new.aliases.iter().filter(|alias| !old.answers_to(alias)) {
        found.add(
            ChangeKind::ArgumentAliasAdded,
            &old.name,
            format!("argument \"{}\" answers to \"{alias}\" too", new.name),
        );
    }
}

fn presence(old: &ContractArgument, new: &ContractArgument, found: &mut Found<'_>) {
    let name = &old.name;
    match (old.required, new.required) {
        (false, true) => found.add(
            ChangeKind::ArgumentMadeRequired,
            name,
            format!("argument \"{name}\" could be left out and must be given now"),
        ),
        (true, false) => found.add(
            ChangeKind::ArgumentMadeOptional,
            name,
            format!("argument \"{name}\" had to be given and can be left out now"),
        ),
        (false, false) if old.default != new.default => {
            let what = if new.default {
                "has a default now"
            } else {
                "has no default any more"
            };
            found.add(
                ChangeKind::DefaultChanged,
                name,
                format!("argument \"{name}\" {what}"),
            );
        }
        _ => {}
    }
}

fn kinds(old: &ContractArgument, new: &ContractArgument, found: &mut Found<'_>) {
    let name = &old.name;
    if old.separator != new.separator {
        // One item is a list of one item, unless the item can contain the separator.
        let list_of_the_same = old.separator.is_none()
            && old.type_word == new.type_word
            && new
                .separator
                .as_ref()
                .is_some_and(|separator| !can_hold(old, separator));
        let shown = |it: &ContractArgument| match &it.separator {
            Some(separator) => format!("a list separated by {separator:?}"),
            None => "a single value".to_owned(),
        };
        let what = format!(
            "argument \"{name}\" was {} and is {}",
            shown(old),
            shown(new)
        );
        let rule = if list_of_the_same {
            ChangeKind::TypeWidened
        } else {
            ChangeKind::SeparatorChanged
        };
        found.add(rule, name, what);
    }
    match (old.values.is_empty(), new.values.is_empty()) {
        (true, true) if old.type_word == new.type_word => integers(old, new, found),
        (false, false) => values(old, new, found),
        _ => {
            let widened = if !old.values.is_empty() {
                all_values(old).all(|value| accepts(new, value))
            } else if new.values.is_empty() {
                accepts_all_of(&old.type_word, &new.type_word)
            } else {
                old.type_word == "boolean"
                    && ["true", "false"].iter().all(|value| allows(new, value))
            };
            let rule = if widened {
                ChangeKind::TypeWidened
            } else {
                ChangeKind::TypeNarrowed
            };
            let what = format!("argument \"{name}\" was {} and is {}", kind(old), kind(new));
            found.add(rule, name, what);
        }
    }
    for limit in limits(old, new) {
        let (rule, what) = match limit {
            Limit::Tightened(what) => (ChangeKind::LimitTightened, what),
            Limit::Relaxed(what) => (ChangeKind::LimitRelaxed, what),
        };
        found.add(rule, name, format!("argument \"{name}\" {what}"));
    }
}

/// Compares the ranges of integer types. If a file lacks the range, there is nothing to compare.
fn integers(old: &ContractArgument, new: &ContractArgument, found: &mut Found<'_>) {
    let name = &old.name;
    let (Some(was), Some(is)) = (&old.fits, &new.fits) else {
        return;
    };
    let (Some(before), Some(after)) = (Integers::of(was), Integers::of(is)) else {
        return;
    };
    let rule = if !after.include(&within(&before, old)) {
        ChangeKind::TypeNarrowed
    } else if !before.include(&within(&after, new)) {
        ChangeKind::TypeWidened
    } else {
        return;
    };
    let what = format!("argument \"{name}\" was of type {was} and is of type {is}");
    found.add(rule, name, what);
}

fn allows(argument: &ContractArgument, value: &str) -> bool {
    all_values(argument).any(|it| it == value)
        && argument
            .max_len
            .is_none_or(|max| value.chars().count() <= max)
        && !(argument.non_empty && argument.separator.is_none() && value.trim().is_empty())
}

fn kind(argument: &ContractArgument) -> String {
    if argument.values.is_empty() {
        format!("of type {}", argument.type_word)
    } else {
        format!("one of {}", argument.values.join(", "))
    }
}

fn values(old: &ContractArgument, new: &ContractArgument, found: &mut Found<'_>) {
    let name = &old.name;
    for value in all_values(old).filter(|value| allows(old, value) && !allows(new, value)) {
        found.add_with_old(
            ChangeKind::ValueRemoved,
            name,
            value,
            format!("argument \"{name}\" no longer accepts \"{value}\""),
        );
    }
    for value in new
        .values
        .iter()
        .filter(|value| allows(new, value) && !allows(old, value))
    {
        found.add(
            ChangeKind::ValueAdded,
            name,
            format!("argument \"{name}\" accepts \"{value}\" too"),
        );
    }
}

fn order(pairs: &[Pair<'_>], found: &mut Found<'_>) {
    let mut kept: Vec<(usize, &str)> = pairs
        .iter()
        .filter_map(|pair| Some((pair.new?.0, pair.new?.1.name.as_str())))
        .collect();
    if kept.is_sorted() {
        return;
    }
    let names = |kept: &[(usize, &str)]| {
        let names: Vec<&str> = kept.iter().map(|(_, name)| *name).collect();
        names.join(", ")
    };
    let before = names(&kept);
    kept.sort_unstable();
    found.changes.push(
        Change::new(
            ChangeKind::ArgumentReordered,
            found.prompt,
            format!(
                "the arguments were in the order {before} and are in the order {}",
                names(&kept)
            ),
        )
        .now_called(found.now),
    );
}

fn added(pairs: &[Pair<'_>], new: &ContractPrompt, found: &mut Found<'_>) {
    let last_kept = pairs
        .iter()
        .filter_map(|pair| pair.new)
        .map(|(index, _)| index)
        .max();
    for (index, argument) in new.arguments.iter().enumerate() {
        if is_taken(pairs, index) {
            continue;
        }
        let name = &argument.name;
        let (rule, what) = if argument.required {
            (
                ChangeKind::ArgumentAddedRequired,
                format!("argument \"{name}\" is new and must be given"),
            )
        } else if last_kept.is_some_and(|last| index < last) {
            (
                ChangeKind::ArgumentInserted,
                format!("argument \"{name}\" is new and comes before others"),
            )
        } else {
            (
                ChangeKind::ArgumentAdded,
                format!("argument \"{name}\" is new, optional and at the end"),
            )
        };
        found.add(rule, name, what);
    }
}

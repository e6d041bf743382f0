//! Compares types and limits: checks that the new ones accept every value that the old ones accepted.

use super::model::ContractArgument;
use prompt_syntax::integers::Integers;
use std::cmp::Ordering;

/// Returns `true` if `new` parses every text that `old` parsed. Types with the word `value` are assumed to be equal.
pub(super) fn accepts_all_of(old: &str, new: &str) -> bool {
    old == new || new == "text" || matches!((old, new), ("integer", "number"))
}

/// The integers of the range that are within the argument's limits.
pub(super) fn within(range: &Integers, argument: &ContractArgument) -> Integers {
    let min = argument.min.as_ref().and_then(|min| min.parse().ok());
    // An upper limit below zero counts as zero, which every integer type contains.
    let end = |max: &String| max.parse().ok().or(max.starts_with('-').then_some(0));
    let max = argument.max.as_ref().and_then(end);
    Integers(
        min.map_or(range.0, |min: i128| min.max(range.0)),
        max.map_or(range.1, |max: u128| max.min(range.1)),
    )
}

/// Returns `true` if `text` is a value of the argument's type.
pub(super) fn accepts(argument: &ContractArgument, text: &str) -> bool {
    match &*argument.type_word {
        "text" => true,
        "integer" => match argument.fits.as_deref().and_then(Integers::of) {
            Some(integers) => integers.include_text(text),
            None => text.parse::<i128>().is_ok(),
        },
        "number" => text.parse::<f64>().is_ok(),
        "boolean" => matches!(text, "true" | "false"),
        "character" => text.chars().count() == 1,
        _ => false,
    }
}

/// All values of a closed set, including former ones.
pub(super) fn all_values(argument: &ContractArgument) -> impl Iterator<Item = &String> {
    argument.values.iter().chain(&argument.value_aliases)
}

/// Returns `true` if the text of a single value can contain this list separator. White space can surround any value.
pub(super) fn can_hold(argument: &ContractArgument, separator: &str) -> bool {
    let made_of = |more: &str, letters: bool| {
        separator
            .chars()
            .all(|c| c.is_ascii_digit() || (letters && c.is_ascii_alphabetic()) || more.contains(c))
    };
    separator.trim().is_empty()
        || match &*argument.type_word {
            "integer" => made_of("+-", false),
            "number" => made_of("+-.", true),
            "boolean" => ["true", "false"].iter().any(|it| it.contains(separator)),
            "choice" => all_values(argument).any(|it| it.contains(separator)),
            _ => true,
        }
}

/// A change of a limit.
pub(super) enum Limit {
    Tightened(String),
    Relaxed(String),
}

pub(super) fn limits(old: &ContractArgument, new: &ContractArgument) -> Vec<Limit> {
    let mut limits = Vec::new();
    // Values of a closed set are compared one by one, which already finds those that a text limit rejects.
    let values_tell = !old.values.is_empty() && !new.values.is_empty() && new.separator.is_none();
    // Empty text is an empty list.
    let could_be_empty = old.separator.is_some()
        || (matches!(&*old.type_word, "text" | "value")
            && (old.values.is_empty() || old.values.iter().any(|it| it.trim().is_empty())));
    match (old.non_empty, new.non_empty) {
        _ if values_tell => {}
        (false, true) if could_be_empty => {
            limits.push(Limit::Tightened("refuses white space alone now".to_owned()));
        }
        (true, false) => limits.push(Limit::Relaxed(
            "no longer refuses white space alone".to_owned(),
        )),
        _ => {}
    }
    // The bounds of the old type are not a new limit.
    let type_was = old.fits.as_deref().and_then(Integers::of);
    let implied = |limit: fn(&Integers) -> String| type_was.as_ref().map(limit);
    let before = |old: &Option<String>, new: &Option<String>, implied: Option<String>| {
        old.clone().or(implied.filter(|_| new.is_some()))
    };
    let min = before(&old.min, &new.min, implied(|it| it.0.to_string()));
    let max = before(&old.max, &new.max, implied(|it| it.1.to_string()));
    let max_len =
        |it: &ContractArgument| it.max_len.filter(|_| !values_tell).map(|it| it.to_string());
    for (name, old, new, tighter) in [
        ("max_len", max_len(old), max_len(new), Ordering::Less),
        ("min", min, new.min.clone(), Ordering::Greater),
        ("max", max, new.max.clone(), Ordering::Less),
    ] {
        limits.extend(limit(name, old.as_deref(), new.as_deref(), tighter));
    }
    limits
}

/// `tighter` is the ordering of the new limit relative to the old one if it rejects more.
fn limit(name: &str, old: Option<&str>, new: Option<&str>, tighter: Ordering) -> Option<Limit> {
    match (old, new) {
        (None, None) => None,
        (None, Some(new)) => Some(Limit::Tightened(format!(
            "has the limit {name} = {new} now"
        ))),
        (Some(old), None) => Some(Limit::Relaxed(format!(
            "no longer has the limit {name} = {old}"
        ))),
        (Some(old), Some(new)) if old == new => None,
        (Some(old), Some(new)) => {
            let what = format!("had the limit {name} = {old} and has {name} = {new}");
            match order(new, old) {
                Some(Ordering::Equal) => None,
                Some(order) if order != tighter => Some(Limit::Relaxed(what)),
                _ => Some(Limit::Tightened(what)),
            }
        }
    }
}

fn order(a: &str, b: &str) -> Option<Ordering> {
    match (a.parse::<i128>(), b.parse::<i128>()) {
        (Ok(a), Ok(b)) => Some(a.cmp(&b)),
        _ => a.parse::<f64>().ok()?.partial_cmp(&b.parse().ok()?),
    }
}

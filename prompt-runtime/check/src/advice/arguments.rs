//! Checks the form of a prompt: the number, the types and the order of its arguments.

use super::{Found, Lint};
use prompt_runtime::arguments::Argument;

const MOST_ARGUMENTS: usize = 5;

pub(super) fn check(found: &mut Found<'_>) {
    let arguments = found.prompt.arguments();
    if arguments.len() > MOST_ARGUMENTS {
        found.add(
            Lint::ManyArguments,
            format!(
                "it has {} arguments, more than {MOST_ARGUMENTS}",
                arguments.len()
            ),
        );
    }
    free_texts(arguments, found);
    order(arguments, found);
    typed(arguments, found);
    for argument in arguments {
        values(argument, found);
    }
}

/// Returns `true` if the argument takes any text, including white space.
fn is_free_text(argument: &Argument) -> bool {
    argument.type_word() == "text" && argument.values().is_empty()
}

fn free_texts(arguments: &[Argument], found: &mut Found<'_>) {
    let free: Vec<&Argument> = arguments.iter().filter(|it| is_free_text(it)).collect();
    let names: Vec<&str> = free.iter().map(|it| it.name()).collect();
    if free.len() > 1 {
        found.add(
            Lint::SeveralFreeTexts,
            format!("arguments {} all take free text", names.join(", ")),
        );
    }
    if let (Some(free), Some(last)) = (free.last(), arguments.last())
        && !is_free_text(last)
    {
        found.add_for(
            Lint::FreeTextNotLast,
            free,
            format!(
                "argument \"{}\" takes free text and is followed by \"{}\"",
                free.name(),
                last.name()
            ),
        );
    }
    let empty = |it: &&&Argument| it.is_required() && !it.is_non_empty();
    if let Some(argument) = free.iter().find(empty) {
        found.add_for(
            Lint::RequiredFreeTextWithoutNonEmpty,
            argument,
            format!(
                "argument \"{}\" is required and accepts empty text",
                argument.name()
            ),
        );
    }
}

/// A required free text at the end may follow optional arguments, as long as these reject text that is meant for another argument. Then no
/// host can put a word into the wrong argument unnoticed.
fn order(arguments: &[Argument], found: &mut Found<'_>) {
    let Some(first_optional) = arguments.iter().position(|it| !it.is_required()) else {
        return;
    };
    let optional_free_text = arguments
        .iter()
        .any(|it| !it.is_required() && is_free_text(it));
    let late = arguments
        .iter()
        .enumerate()
        .skip(first_optional)
        .filter(|(_, argument)| argument.is_required());
    for (index, argument) in late {
        let is_last = index + 1 == arguments.len();
        if is_last && is_free_text(argument) && !optional_free_text {
            continue;
        }
        let name = argument.name();
        found.add_for(
            Lint::RequiredAfterOptional,
            argument,
            format!("argument \"{name}\" is required and follows one that is optional"),
        );
    }
}

/// Finds arguments that reject the `$1` that a host sends in place of a value.
fn typed(arguments: &[Argument], found: &mut Found<'_>) {
    let typed: Vec<&str> = arguments
        .iter()
        .filter(|it| !it.values().is_empty() || !matches!(it.type_word(), "text" | "value"))
        .map(Argument::name)
        .collect();
    if let [first, rest @ ..] = typed.as_slice() {
        let message = match rest {
            [] => format!("argument \"{first}\" does not take any text"),
            _ => format!("arguments {} do not take any text", typed.join(", ")),
        };
        found.add(Lint::TypedArgument, message);
    }
}

/// Checks the allowed values. An argument without any description is skipped, because another lint reports it.
fn values(argument: &Argument, found: &mut Found<'_>) {
    let text = argument.description().unwrap_or_default();
    if text.trim().is_empty() {
        return;
    }
    let values = argument.values();
    let descriptions = argument.value_descriptions();
    let undescribed: Vec<&str> = values
        .iter()
        .enumerate()
        .filter(|(index, value)| {
            let documented = descriptions.len() == values.len()
                && descriptions.get(*index).is_some_and(Option::is_some);
            !documented && !text.contains(&***value)
        })
        .map(|(_, value)| value.as_ref())
        .collect();
    if !undescribed.is_empty() {
        found.add_for(
            Lint::UndescribedValues,
            argument,
            format!(
                "argument \"{}\" has values without a description: {}",
                argument.name(),
                undescribed.join(", ")
            ),
        );
    }
}

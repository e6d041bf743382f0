//! The form: how many arguments, of which kind, in which order.

use super::{Found, Rule};
use crate::argument::Argument;

const MOST_ARGUMENTS: usize = 5;

pub(super) fn check(found: &mut Found<'_>) {
    let arguments = found.prompt.arguments();
    if arguments.len() > MOST_ARGUMENTS {
        found.of_prompt(
            Rule::ManyArguments,
            format!(
                "it has {} arguments, more than {MOST_ARGUMENTS}",
                arguments.len()
            ),
        );
    }
    free_texts(arguments, found);
    order(arguments, found);
    for argument in arguments {
        values(argument, found);
    }
}

/// Whether anything can be typed, white space included.
fn is_free_text(argument: &Argument) -> bool {
    argument.type_word() == "text" && argument.values().is_empty()
}

fn free_texts(arguments: &[Argument], found: &mut Found<'_>) {
    let free: Vec<&str> = arguments
        .iter()
        .filter(|argument| is_free_text(argument))
        .map(Argument::name)
        .collect();
    if free.len() > 1 {
        found.of_prompt(
            Rule::SeveralFreeTexts,
            format!("arguments {} all take free text", free.join(", ")),
        );
    }
    if let (Some(free), Some(last)) = (free.last(), arguments.last())
        && !is_free_text(last)
    {
        found.of_argument(
            Rule::FreeTextNotLast,
            free,
            format!(
                "argument \"{free}\" takes free text and is followed by \"{}\"",
                last.name()
            ),
        );
    }
}

/// The free text belongs at the end even where it must be given and others can be left out: as long as these refuse what is not
/// theirs, no host puts a word into the wrong one unnoticed.
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
        found.of_argument(
            Rule::RequiredAfterOptional,
            name,
            format!("argument \"{name}\" must be given and follows one that can be left out"),
        );
    }
}

fn values(argument: &Argument, found: &mut Found<'_>) {
    let values = argument.values();
    let descriptions = argument.value_descriptions();
    let text = argument.description().unwrap_or_default();
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
        let name = argument.name();
        found.of_argument(
            Rule::UndescribedValues,
            name,
            format!(
                "it is not said what {} of argument \"{name}\" means",
                undescribed.join(", ")
            ),
        );
    }
}

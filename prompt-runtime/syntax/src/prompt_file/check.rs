//! Checks rules that concern several parts of a file.

use super::body::RawTurn;
use super::front_matter::Declared;
use super::lines::Cursor;
use super::problems::Problems;
use super::{Role, Segment, shown, steps};
use crate::nearest::nearest;
use crate::text::hidden;
use std::collections::HashSet;

/// Reports each invisible character once.
pub(super) fn visible(text: &str, errors: &mut Problems) {
    let mut cursor = Cursor::of(text);
    for (offset, c) in hidden(text) {
        if errors.is_news(c) {
            errors.hidden(cursor.at(offset), c);
        }
    }
}

/// Reports undeclared placeholders, and adds unused arguments to `unused`.
pub(super) fn placeholders(
    declared: &Declared,
    turns: &[RawTurn],
    errors: &mut Problems,
    unused: &mut Problems,
) {
    if declared.incomplete {
        return;
    }
    let arguments = declared.arguments.as_slice();
    let names: HashSet<&str> = arguments.iter().map(|it| it.name.text.as_str()).collect();
    let mut used = HashSet::new();
    let mut all_declared = true;
    for segment in turns.iter().flat_map(|turn| &turn.segments) {
        let Segment::Placeholder(placeholder) = segment else {
            continue;
        };
        let name = placeholder.text.as_str();
        if used.insert(name) && !names.contains(name) {
            all_declared = false;
            errors.at_with(placeholder.position, || undeclared(name, declared));
        }
    }
    // A placeholder with a mistake may be the use that is missed.
    if !all_declared || turns.iter().any(|turn| turn.broken) {
        return;
    }
    for argument in arguments {
        let name = &argument.name.text;
        if !used.contains(name.as_str()) {
            unused.at_with(argument.name.position, || {
                format!("the argument `{name}` is never used: write `{{{{ {name} }}}}` in the text, or remove it")
            });
        }
    }
}

fn undeclared(name: &str, declared: &Declared) -> String {
    steps(declared.arguments.len());
    let names = declared.arguments.iter().map(|it| it.name.text.as_str());
    let advice = match nearest(name, names) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!(
            "declare it with `- name: {name}` under `arguments`, or write `{{{{{{{{ {name} }}}}` for text in braces"
        ),
    };
    let name = shown(name);
    format!("`{{{{ {name} }}}}` is no argument of this prompt: {advice}")
}

/// Reports turns without text, a prompt whose last turn is not the user's, and role markers in other texts.
pub(super) fn turns(turns: &[RawTurn], is_prompt: bool, errors: &mut Problems) {
    for turn in turns {
        if turn.marked && !is_prompt {
            let sentence = "a role marker has no place here: the turn that includes this text has a role already";
            errors.at(turn.position, sentence);
        } else if turn.is_blank() && !turn.broken {
            let sentence = "this turn has no text: write it, or remove its marker";
            errors.at(turn.position, sentence);
        }
    }
    if let Some(last) = turns.last()
        && is_prompt
        && last.role == Role::Assistant
    {
        let sentence =
            "the conversation ends on this assistant turn: let a `{{role \"user\"}}` turn follow";
        errors.at(last.position, sentence);
    }
}

//! What must hold between the parts of a file.

use super::body::RawTurn;
use super::front_matter::Declared;
use super::{Lines, Problems, Role, Segment};
use crate::nearest::nearest;
use crate::text::hidden;
use std::collections::BTreeSet;

pub(super) fn visible(text: &str, errors: &mut Problems) {
    let lines = Lines::of(text);
    for (offset, c) in hidden(text) {
        errors.hidden(lines.position(offset), c);
    }
}

/// Every placeholder is declared, and every declared argument is used.
pub(super) fn placeholders(declared: Option<&Declared>, turns: &[RawTurn], errors: &mut Problems) {
    if declared.is_some_and(|it| it.incomplete) {
        return;
    }
    let arguments = declared.map_or(&[][..], |it| it.arguments.as_slice());
    let names: BTreeSet<&str> = arguments.iter().map(|it| it.name.text.as_str()).collect();
    let mut used = BTreeSet::new();
    for segment in turns.iter().flat_map(|turn| &turn.segments) {
        let Segment::Placeholder(placeholder) = segment else {
            continue;
        };
        let name = placeholder.text.as_str();
        if used.insert(name) && !names.contains(name) {
            let advice = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("declare it with `- name: {name}` under `arguments`"),
            };
            errors.at(
                placeholder.position,
                format!("`{{{{ {name} }}}}` is no argument of this prompt: {advice}"),
            );
        }
    }
    if turns.iter().any(|turn| turn.broken) {
        return;
    }
    for argument in arguments {
        let name = &argument.name.text;
        if !used.contains(name.as_str()) {
            errors.at(
                argument.name.position,
                format!("the argument `{name}` is never used: write `{{{{ {name} }}}}` in the text, or remove it"),
            );
        }
    }
}

/// Every turn has text. In a prompt the user has the last word; elsewhere there are no markers.
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

//! What front matter may say.

use super::front_matter::Declared;
use super::yaml::{self, Node, Value};
use super::{FileArgument, Located, Problems};
use crate::nearest::nearest;
use crate::{name, text};

const KEYS: [&str; 5] = ["name", "title", "description", "arguments", "allow"];
const ARGUMENT_KEYS: [&str; 6] = [
    "name",
    "title",
    "description",
    "required",
    "default",
    "values",
];

pub(super) fn read(yaml: &str, errors: &mut Problems) -> Declared {
    let before = errors.found.len();
    let Some(root) = yaml::read(yaml, errors) else {
        return Declared {
            incomplete: errors.found.len() > before,
            ..Declared::default()
        };
    };
    let Some(mut keys) = Keys::of(root, &KEYS, "front matter", errors) else {
        return Declared {
            incomplete: true,
            ..Declared::default()
        };
    };
    let name = keys.text("name", errors);
    if let Some(name) = &name {
        check_name(name, "prompt", errors);
    }
    let mut declared = Declared {
        name,
        title: keys.text("title", errors),
        description: keys.text("description", errors),
        ..Declared::default()
    };
    if let Some(node) = keys.take("arguments") {
        arguments(node, &mut declared, errors);
    }
    if let Some(node) = keys.take("allow") {
        declared.allow = allow(node, errors);
    }
    declared
}

/// The ids of rules; which rules there are is known where advice is given.
fn allow(node: Node, errors: &mut Problems) -> Vec<Located> {
    let Value::List(items) = node.value else {
        if !node.is_null() {
            let sentence =
                "`allow` is a list of the ids of advice: write `[rule-id]` as `check` prints it";
            wrong_type(&node, sentence, errors);
        }
        return Vec::new();
    };
    let mut allowed = Vec::new();
    for item in items {
        let Some(id) = value(item, "allow", errors) else {
            continue;
        };
        if name::is_rule_id(&id.text) {
            allowed.push(id);
        } else {
            let sentence = format!(
                "`{}` is no id of a rule: write it as `check` prints it, such as `allow: [rule-id]`",
                id.text.escape_debug()
            );
            errors.at(id.position, sentence);
        }
    }
    allowed
}

fn arguments(node: Node, declared: &mut Declared, errors: &mut Problems) {
    let Value::List(items) = node.value else {
        if !node.is_null() {
            declared.incomplete = true;
            wrong_type(
                &node,
                "`arguments` is a list: write `- name: …` for each",
                errors,
            );
        }
        return;
    };
    for item in items {
        match argument(item, errors) {
            Some(argument) => {
                let name = &argument.name.text;
                if declared.arguments.iter().any(|it| it.name.text == *name) {
                    errors.at(
                        argument.name.position,
                        format!("the argument `{name}` is declared twice: keep one, or give the other another name"),
                    );
                } else {
                    declared.arguments.push(argument);
                }
            }
            None => declared.incomplete = true,
        }
    }
}

fn argument(node: Node, errors: &mut Problems) -> Option<FileArgument> {
    let position = node.position;
    let mut keys = Keys::of(node, &ARGUMENT_KEYS, "an argument", errors)?;
    let name = keys.text("name", errors);
    if name.is_none() && !keys.reported_name {
        errors.at(position, "this argument has no name: write `name: …`");
    }
    let title = keys.text("title", errors);
    let description = keys.text("description", errors);
    let required = keys.take("required").map(|node| {
        let position = node.position;
        (flag(&node, errors), position)
    });
    let default = keys
        .take("default")
        .and_then(|node| value(node, "default", errors));
    let values = keys
        .take("values")
        .map(|node| values(node, errors))
        .unwrap_or_default();
    let name = name?;
    if !check_name(&name, "argument", errors) {
        return None;
    }
    if let (Some((true, position)), Some(_)) = (required, &default) {
        errors.at(
            position,
            format!(
                "`{}` has a default, so it is not required: remove one of the two",
                name.text
            ),
        );
    }
    if let Some(default) = &default
        && !values.is_empty()
        && !values.iter().any(|value| value.text == default.text)
    {
        errors.at(
            default.position,
            format!(
                "the default `{}` is not one of the `values`: write one of them, or add it",
                default.text
            ),
        );
    }
    Some(FileArgument {
        name,
        title,
        description,
        required: required.is_some_and(|(required, _)| required),
        default,
        values,
    })
}

fn flag(node: &Node, errors: &mut Problems) -> bool {
    match &node.value {
        Value::Scalar { text, plain: true }
            if matches!(text.as_str(), "true" | "True" | "TRUE") =>
        {
            true
        }
        Value::Scalar { text, plain: true }
            if matches!(text.as_str(), "false" | "False" | "FALSE") =>
        {
            false
        }
        Value::Broken => false,
        _ => {
            errors.at(node.position, "`required` is `true` or `false`");
            false
        }
    }
}

fn values(node: Node, errors: &mut Problems) -> Vec<Located> {
    let Value::List(items) = node.value else {
        wrong_type(&node, "`values` is a list: write `[one, another]`", errors);
        return Vec::new();
    };
    if items.is_empty() {
        errors.at(
            node.position,
            "`values` is empty, so no value would be allowed: write some, or leave the key out",
        );
    }
    let mut values: Vec<Located> = Vec::new();
    for item in items {
        let Some(value) = value(item, "values", errors) else {
            continue;
        };
        if values.iter().any(|it| it.text == value.text) {
            errors.at(
                value.position,
                format!("`{}` is listed twice: keep one", value.text),
            );
        } else {
            values.push(value);
        }
    }
    values
}

/// A scalar as the text that it was written as, which is what a client sends: `1.0` is not `1`, and `yes` is not `true`.
fn value(node: Node, key: &str, errors: &mut Problems) -> Option<Located> {
    let position = node.position;
    if node.is_null() {
        errors.at(
            position,
            format!("`{key}` is nothing here: write a text, `\"\"` for the empty one"),
        );
        return None;
    }
    let Value::Scalar { text, .. } = node.value else {
        wrong_type(
            &node,
            &format!(
                "`{key}` takes text: write it in quotes if it begins with a brace or a bracket"
            ),
            errors,
        );
        return None;
    };
    // Escapes in quoted text; what stands in the file as it is was reported already.
    for c in text.chars() {
        errors.hidden(position, c);
    }
    Some(Located { text, position })
}

fn check_name(name: &Located, what: &str, errors: &mut Problems) -> bool {
    let Err(why) = name::check(&name.text) else {
        return true;
    };
    let sentence = format!(
        "the {what} name `{}` {why}: {}",
        name.text.escape_debug(),
        name::advice(&name.text)
    );
    errors.at(name.position, sentence);
    false
}

fn wrong_type(node: &Node, sentence: &str, errors: &mut Problems) {
    if !matches!(node.value, Value::Broken) {
        errors.at(
            node.position,
            format!("{sentence} (this is {})", node.kind()),
        );
    }
}

/// The entries of a mapping whose keys are known.
struct Keys {
    entries: Vec<(Located, Node)>,
    /// Whether something wrong with the key `name` was reported.
    reported_name: bool,
}

impl Keys {
    fn of(node: Node, known: &[&'static str], what: &str, errors: &mut Problems) -> Option<Self> {
        let Value::Map(all) = node.value else {
            let example = if what == "front matter" {
                "title: …"
            } else {
                "- name: …"
            };
            wrong_type(
                &node,
                &format!("{what} is made of keys: write `{example}`"),
                errors,
            );
            return None;
        };
        let mut entries: Vec<(Located, Node)> = Vec::new();
        for (key, value) in all {
            if !known.contains(&key.text.as_str()) {
                errors.at(key.position, unknown_key(&key.text, known, what));
            } else if entries.iter().any(|(before, _)| before.text == key.text) {
                errors.at(
                    key.position,
                    format!("`{}` is written twice: keep one", key.text),
                );
            } else {
                entries.push((key, value));
            }
        }
        Some(Self {
            entries,
            reported_name: false,
        })
    }

    fn take(&mut self, key: &str) -> Option<Node> {
        let index = self
            .entries
            .iter()
            .position(|(known, _)| known.text == key)?;
        Some(self.entries.swap_remove(index).1)
    }

    /// A text for people to read, or a name.
    fn text(&mut self, key: &str, errors: &mut Problems) -> Option<Located> {
        let node = self.take(key)?;
        self.reported_name |= key == "name";
        let position = node.position;
        let located = value(node, key, errors)?;
        let visible = |c: char| !c.is_whitespace() && text::is_visible(c);
        if key != "name" && !located.text.chars().any(visible) {
            errors.at(
                position,
                format!("`{key}` is empty: write one, or leave the key out"),
            );
            return None;
        }
        Some(located)
    }
}

fn unknown_key(key: &str, known: &[&'static str], what: &str) -> String {
    let advice = match nearest(key, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the keys are `{}`", known.join("`, `")),
    };
    format!("`{}` is not a key of {what}: {advice}", key.escape_debug())
}

//! Reads the keys of front matter.

use super::front_matter::Declared;
use super::problems::Problems;
use super::yaml::{self, Node, Value};
use super::{FileArgument, Located, Position, shown};
use crate::nearest::nearest;
use crate::number::{self, Number};
use crate::{name, text};
use std::collections::{HashMap, HashSet};

const KEYS: [&str; 5] = ["name", "title", "description", "arguments", "allow"];
const ARGUMENT_KEYS: [&str; 10] = [
    "name",
    "title",
    "description",
    "required",
    "default",
    "values",
    "non_empty",
    "max_len",
    "min",
    "max",
];

pub(super) fn read(yaml: &str, errors: &mut Problems) -> Declared {
    let failed = || Declared {
        incomplete: true,
        ..Declared::default()
    };
    let tree = match yaml::read(yaml, errors) {
        Ok(None) => return Declared::default(),
        Ok(Some(tree)) => tree,
        Err(error) => {
            errors.at(error.position, error.message);
            return failed();
        }
    };
    let mut reader = Reader {
        cuts: tree.cuts,
        errors,
    };
    reader.front_matter(tree.root).unwrap_or_else(failed)
}

/// Reads the `arguments` of another tool's file, if they have the form of ours.
pub(super) fn read_arguments(
    node: Node,
    cuts: HashMap<Position, Position>,
    errors: &mut Problems,
) -> Vec<FileArgument> {
    let mut declared = Declared::default();
    Reader { cuts, errors }.arguments(node, &mut declared);
    declared.arguments
}

struct Reader<'e> {
    cuts: HashMap<Position, Position>,
    errors: &'e mut Problems,
}

impl Reader<'_> {
    fn front_matter(&mut self, root: Node) -> Option<Declared> {
        let mut keys = self.keys(root, &KEYS, "front matter")?;
        let name = self.text(&mut keys, "name");
        if let Some(name) = &name {
            self.check_name(name, "prompt", name::check);
        }
        let mut declared = Declared {
            name,
            title: self.text(&mut keys, "title"),
            description: self.text(&mut keys, "description"),
            ..Declared::default()
        };
        if let Some(node) = keys.remove("arguments") {
            self.arguments(node, &mut declared);
        }
        if let Some(node) = keys.remove("allow") {
            declared.allow = self.allow(node);
        }
        Some(declared)
    }

    /// Reads the ids of advice. The crate that gives the advice checks that they exist.
    fn allow(&mut self, node: Node) -> Vec<Located> {
        let Value::List(items) = node.value else {
            if !node.is_null() {
                let sentence = "`allow` is a list of the ids of advice: write `[rule-id]` as `check` prints it";
                self.wrong_type(&node, sentence);
            }
            return Vec::new();
        };
        let mut allowed = Vec::new();
        for item in items {
            let Some(id) = self.value(item, "allow") else {
                continue;
            };
            if name::is_rule_id(&id.text) {
                allowed.push(id);
            } else {
                self.errors.at_with(id.position, || {
                    format!(
                        "`{}` is no id of a rule: write it as `check` prints it, such as `allow: [rule-id]`",
                        shown(&id.text).escape_debug()
                    )
                });
            }
        }
        allowed
    }

    fn arguments(&mut self, node: Node, declared: &mut Declared) {
        let Value::List(items) = node.value else {
            if !node.is_null() {
                declared.incomplete = true;
                self.wrong_type(&node, "`arguments` is a list: write `- name: …` for each");
            }
            return;
        };
        let mut names = HashSet::new();
        for item in items {
            let Some(argument) = self.argument(item) else {
                declared.incomplete = true;
                continue;
            };
            let name = &argument.name.text;
            if names.insert(name.clone()) {
                declared.arguments.push(argument);
            } else {
                self.errors.at_with(argument.name.position, || {
                    format!("the argument `{name}` is declared twice: keep one, or give the other another name")
                });
            }
        }
    }

    fn argument(&mut self, node: Node) -> Option<FileArgument> {
        let position = node.position;
        let before = self.errors.count();
        let mut keys = self.keys(node, &ARGUMENT_KEYS, "an argument")?;
        let has_name = keys.contains_key("name");
        let name = self.text(&mut keys, "name");
        // A misspelt key may be the name.
        if !has_name && self.errors.count() == before {
            self.errors
                .at(position, "this argument has no name: write `name: …`");
        }
        let title = self.text(&mut keys, "title");
        let description = self.text(&mut keys, "description");
        let required = keys.remove("required");
        let required_at = required.as_ref().map(|node| node.position);
        let required = self.flag(required, "required");
        let default = keys
            .remove("default")
            .and_then(|node| self.value(node, "default"));
        let values = keys
            .remove("values")
            .map(|node| self.values(node))
            .unwrap_or_default();
        let non_empty = keys.remove("non_empty");
        let non_empty = self.flag(non_empty, "non_empty");
        let max_len = keys.remove("max_len").and_then(|node| self.max_len(node));
        let min = keys.remove("min").and_then(|node| self.bound(node, "min"));
        let max = keys.remove("max").and_then(|node| self.bound(node, "max"));
        let name = name?;
        if !self.check_name(&name, "argument", name::check_plain) {
            return None;
        }
        let argument = FileArgument {
            name,
            title,
            description,
            required,
            default,
            values,
            non_empty,
            max_len,
            min,
            max,
        };
        if argument.required
            && argument.default.is_some()
            && let Some(position) = required_at
        {
            let name = &argument.name.text;
            self.errors.at_with(position, || {
                format!("`{name}` has a default, so it is not required: remove one of the two")
            });
        }
        self.bounds(&argument);
        if let Some(default) = &argument.default
            && let Some(why) = refused(default, &argument)
        {
            self.errors.at_with(default.position, || {
                format!(
                    "the default `{}` {why}",
                    shown(&default.text).escape_debug()
                )
            });
        }
        Some(argument)
    }

    fn bounds(&mut self, argument: &FileArgument) {
        let (Some(min), Some(max)) = (&argument.min, &argument.max) else {
            return;
        };
        if !number::is_within(&min.text, None, Some(&max.text)) {
            let sentence =
                "`min` is larger than `max`, so no value would be allowed: exchange them";
            self.errors.at(min.position, sentence);
        }
    }

    fn flag(&mut self, node: Option<Node>, key: &str) -> bool {
        let Some(node) = node else {
            return false;
        };
        match &node.value {
            Value::Scalar { text, plain: true } if text.eq_ignore_ascii_case("true") => true,
            Value::Scalar { text, plain: true } if text.eq_ignore_ascii_case("false") => false,
            Value::Broken => false,
            _ => {
                self.errors.at_with(node.position, || {
                    format!("`{key}` is `true` or `false`: write one of them")
                });
                false
            }
        }
    }

    fn max_len(&mut self, node: Node) -> Option<usize> {
        let value = self.value(node, "max_len")?;
        let number = value.text.parse().ok().filter(|number| *number > 0);
        if number.is_none() {
            let sentence = "`max_len` is a number of characters: write one such as `max_len: 200`";
            self.errors.at(value.position, sentence);
        }
        number
    }

    fn bound(&mut self, node: Node, key: &str) -> Option<Located> {
        let value = self.value(node, key)?;
        if Number::of(&value.text).is_some() {
            return Some(value);
        }
        self.errors.at_with(value.position, || {
            format!("`{key}` bounds a number: write one such as `{key}: 10`, or bound the length of a text with `max_len`")
        });
        None
    }

    fn values(&mut self, node: Node) -> Vec<Located> {
        let Value::List(items) = node.value else {
            self.wrong_type(&node, "`values` is a list: write `[one, another]`");
            return Vec::new();
        };
        if items.is_empty() {
            self.errors.at(
                node.position,
                "`values` is empty, so no value would be allowed: write some, or leave the key out",
            );
        }
        let mut values: Vec<Located> = Vec::new();
        let mut texts = HashSet::new();
        for item in items {
            let Some(value) = self.value(item, "values") else {
                continue;
            };
            if texts.insert(value.text.clone()) {
                values.push(value);
            } else {
                self.errors.at_with(value.position, || {
                    format!("`{}` is listed twice: keep one", shown(&value.text))
                });
            }
        }
        values
    }

    /// A scalar as the text that was written, which is also the text that a client sends: `1.0` is not `1`, and `yes` is not `true`.
    fn value(&mut self, node: Node, key: &str) -> Option<Located> {
        let position = node.position;
        if let Some(comment) = self.cuts.get(&position) {
            self.errors.at_with(*comment, || {
                format!("`#` begins a comment here and cuts `{key}`: write the value in quotes, or the comment on a line of its own")
            });
            return None;
        }
        if node.is_null() {
            self.errors.at_with(position, || {
                format!("`{key}` is nothing here: write a text, `\"\"` for the empty one")
            });
            return None;
        }
        let Value::Scalar { text, .. } = node.value else {
            self.wrong_type(
                &node,
                &format!(
                    "`{key}` takes text: write it in quotes if it begins with a brace or a bracket"
                ),
            );
            return None;
        };
        // Reports escapes in quoted text. A literal invisible character in the file was already reported.
        for (_, c) in text::hidden(&text) {
            self.errors.hidden(position, c);
        }
        Some(Located::new(text, position))
    }

    /// Reads a text for people, or a name.
    fn text(&mut self, keys: &mut HashMap<&'static str, Node>, key: &str) -> Option<Located> {
        let node = keys.remove(key)?;
        let position = node.position;
        let located = self.value(node, key)?;
        if key != "name" && text::is_blank(&located.text) {
            self.errors.at_with(position, || {
                format!("`{key}` is empty: write one, or leave the key out")
            });
            return None;
        }
        Some(located)
    }

    fn check_name(
        &mut self,
        name: &Located,
        what: &str,
        check: fn(&str) -> Result<(), name::NameError>,
    ) -> bool {
        let Err(why) = check(&name.text) else {
            return true;
        };
        self.errors.at_with(name.position, || {
            format!(
                "the {what} name `{}` {why}: {}",
                shown(&name.text).escape_debug(),
                name::advice(&name.text)
            )
        });
        false
    }

    fn wrong_type(&mut self, node: &Node, sentence: &str) {
        if !matches!(node.value, Value::Broken) {
            self.errors.at_with(node.position, || {
                format!("{sentence} (this is {})", node.kind())
            });
        }
    }

    /// The entries of a mapping by key. Keys of other tools are ignored; a key that is similar to one of ours is a mistake.
    fn keys(
        &mut self,
        node: Node,
        known: &'static [&'static str],
        what: &str,
    ) -> Option<HashMap<&'static str, Node>> {
        let Value::Map(all) = node.value else {
            let example = if what == "front matter" {
                "title: …"
            } else {
                "- name: …"
            };
            self.wrong_type(&node, &format!("{what} is made of keys: write `{example}`"));
            return None;
        };
        let mut entries = HashMap::new();
        for (key, value) in all {
            let found = known.iter().copied().find(|known| *known == key.text);
            if let Some(known) = found {
                if entries.contains_key(known) {
                    self.errors.at_with(key.position, || {
                        format!("`{known}` is written twice: keep one")
                    });
                } else {
                    entries.insert(known, value);
                }
            } else if let Some(near) = meant(&key.text, known) {
                self.errors.at_with(key.position, || {
                    format!(
                        "`{}` is not a key of {what}: did you mean `{near}`?",
                        shown(&key.text).escape_debug()
                    )
                });
            }
        }
        Some(entries)
    }
}

/// The key of ours that another one is a misspelling or an abbreviation of.
fn meant(key: &str, known: &'static [&'static str]) -> Option<&'static str> {
    let short = known.contains(&"arguments") && matches!(key, "args" | "params" | "parameters");
    if short {
        return Some("arguments");
    }
    nearest(key, known.iter().copied())
}

/// The reason for which a client could not send the default.
fn refused(default: &Located, argument: &FileArgument) -> Option<String> {
    let text = default.text.as_str();
    if !argument.values.is_empty() && !argument.values.iter().any(|value| value.text == text) {
        return Some("is not one of the `values`: write one of them, or add it".to_owned());
    }
    if argument.non_empty && text::is_blank(text) {
        return Some("is empty, and `non_empty` refuses that: write a text".to_owned());
    }
    if let Some(max_len) = argument.max_len
        && text.chars().nth(max_len).is_some()
    {
        return Some(format!(
            "has more characters than `max_len: {max_len}` allows"
        ));
    }
    let bound = |it: &Option<Located>| it.as_ref().map(|it| it.text.clone());
    let (min, max) = (bound(&argument.min), bound(&argument.max));
    if (min.is_some() || max.is_some()) && !number::is_within(text, min.as_deref(), max.as_deref())
    {
        return Some("is no number within `min` and `max`".to_owned());
    }
    None
}

//! Writes a prompt file in the format of this crate.

use super::{FileArgument, Located, PromptFile, Segment};
use std::fmt::Write as _;

/// Writes `file` so that reading it gives the same prompt with the name `name`.
///
/// The format cannot express a text that is only added to non-empty typed text, so it is written as plain text.
#[must_use]
pub fn write(file: &PromptFile, name: &str) -> String {
    let mut out = String::from("---\n");
    entry(&mut out, "", "name", Some(name));
    entry(&mut out, "", "title", text(file.title.as_ref()));
    entry(&mut out, "", "description", text(file.description.as_ref()));
    if !file.arguments.is_empty() {
        out.push_str("arguments:\n");
        for argument in &file.arguments {
            declaration(&mut out, argument);
        }
    }
    if !file.allow.is_empty() {
        out.push_str("allow: ");
        list(&mut out, &file.allow);
    }
    out.push_str("---\n");
    for (index, turn) in file.turns.iter().enumerate() {
        if index > 0 || file.turns.len() > 1 {
            let _ = writeln!(out, "{{{{role \"{}\"}}}}", turn.role.as_str());
        }
        for segment in &turn.segments {
            match segment {
                Segment::Text(text) => out.push_str(&text.replace("{{", "{{{{")),
                Segment::Placeholder(name) => placeholder(&mut out, &name.text),
                Segment::Appended { before, name } => {
                    out.push_str(&before.replace("{{", "{{{{"));
                    placeholder(&mut out, &name.text);
                }
            }
        }
        out.push('\n');
    }
    out
}

fn text(text: Option<&Located>) -> Option<&str> {
    text.map(|it| it.text.as_str())
}

fn placeholder(out: &mut String, name: &str) {
    let _ = write!(out, "{{{{ {name} }}}}");
}

fn declaration(out: &mut String, argument: &FileArgument) {
    // Every key is named, so that a new one does not compile until it is written.
    let FileArgument {
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
    } = argument;
    entry(out, "  - ", "name", Some(&name.text));
    entry(out, "    ", "title", text(title.as_ref()));
    entry(out, "    ", "description", text(description.as_ref()));
    if *required {
        out.push_str("    required: true\n");
    }
    entry(out, "    ", "default", text(default.as_ref()));
    if !values.is_empty() {
        out.push_str("    values: ");
        list(out, values);
    }
    if *non_empty {
        out.push_str("    non_empty: true\n");
    }
    if let Some(max_len) = max_len {
        let _ = writeln!(out, "    max_len: {max_len}");
    }
    entry(out, "    ", "min", text(min.as_ref()));
    entry(out, "    ", "max", text(max.as_ref()));
}

fn list(out: &mut String, items: &[Located]) {
    let items: Vec<String> = items.iter().map(|it| scalar(&it.text)).collect();
    let _ = writeln!(out, "[{}]", items.join(", "));
}

fn entry(out: &mut String, indent: &str, key: &str, value: Option<&str>) {
    if let Some(value) = value {
        let _ = writeln!(out, "{indent}{key}: {}", scalar(value));
    }
}

/// A YAML scalar that reads as `text`: plain if that is safe, in double quotes otherwise.
fn scalar(text: &str) -> String {
    let is_plain =
        |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | '/' | '(' | ')' | ';');
    let words = ["", "~", "null", "true", "false", "yes", "no", "on", "off"];
    if text.starts_with(char::is_alphabetic)
        && !text.ends_with(' ')
        && text.chars().all(is_plain)
        && !words.contains(&text.to_lowercase().as_str())
    {
        return text.to_owned();
    }
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(c);
            }
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\U{:08x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

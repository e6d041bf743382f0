//! Checks the texts of a prompt as they are written in the source.

use super::{Found, Lint};
use prompt_runtime::{Origin, RegisteredPrompt, TextDefinition};
use std::borrow::Cow;

/// Placeholders of other tools, which this library sends to the model unchanged. Each has the names of its tools.
const FOREIGN: &[(&str, &str)] = &[
    ("$ARGUMENTS", "Claude Code and opencode"),
    ("${input:", "VS Code"),
    ("{%", "Jinja"),
];

pub(super) fn check(found: &mut Found<'_>) {
    let prompt = found.prompt;
    for text in prompt.texts() {
        // A Rust format string doubles literal braces.
        let written = match text.file {
            Some(_) => Cow::Borrowed(text.text),
            None => Cow::Owned(text.text.replace("{{", "{")),
        };
        for (placeholder, tools) in FOREIGN {
            if let Some(at) = written.find(placeholder) {
                let message = format!(
                    "its text has `{placeholder}`, a placeholder of {tools}, and sends it to the model as it is"
                );
                found.add_at(Lint::ForeignPlaceholder, line(&text, at), message);
            }
        }
        if let Some((at, digit)) = dollar_digit(text.text) {
            found.add_at(
                Lint::DollarDigit,
                line(&text, at),
                format!("its text has `${digit}`"),
            );
        }
    }
}

/// Checks the prompt's own file: unsupported parts, and a file that is not meant as a prompt.
pub(super) fn check_file(found: &mut Found<'_>) {
    let prompt = found.prompt;
    for notice in prompt
        .file_notices()
        .iter()
        .filter(|it| !it.unused_argument)
    {
        found.add_at(Lint::NotHonoured, notice.line, notice.message.to_owned());
    }
    let file = std::path::Path::new(prompt.location().file);
    let is_readme = file
        .file_name()
        .is_some_and(|name| name.eq_ignore_ascii_case("README.md"));
    if is_readme && prompt.origin() == Origin::File {
        found.add(Lint::ReadmeFile, "it is made of `README.md`".to_owned());
    }
}

/// The line in the source. A line feed in a Rust literal may be an escape, so only the lines of files are counted.
fn line(text: &TextDefinition<'_>, at: usize) -> u32 {
    if text.file.is_none() {
        return text.line;
    }
    let before = text.text.get(..at).unwrap_or_default();
    let lines = before.matches('\n').count();
    text.line + u32::try_from(lines).unwrap_or_default()
}

fn dollar_digit(text: &str) -> Option<(usize, char)> {
    text.match_indices('$').find_map(|(at, _)| {
        let mut after = text.get(at + 1..)?.chars();
        let digit = after.next().filter(|c| matches!(c, '1'..='9'))?;
        // More digits, or a decimal point with digits, make it an amount of money.
        let next = after.next();
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let is_amount =
            is_digit(next) || (matches!(next, Some('.' | ',')) && is_digit(after.next()));
        (!is_amount).then_some((at, digit))
    })
}

/// Returns `true` if a text contains the argument's placeholder.
pub(super) fn names_argument(prompt: &RegisteredPrompt, argument: &str) -> bool {
    prompt.texts().iter().any(|text| {
        text.text.match_indices("{{").any(|(at, _)| {
            let inside = text.text.get(at..).unwrap_or_default();
            let inside = inside.trim_start_matches('{').trim_start();
            inside
                .strip_prefix(argument)
                .is_some_and(|rest| rest.trim_start().starts_with("}}"))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::dollar_digit;

    #[test]
    fn an_amount_of_money_is_no_placeholder() {
        assert_eq!(dollar_digit("cost: $15, $1.50 or $2,000"), None);
        assert_eq!(dollar_digit("echo $1"), Some((5, '1')));
        assert_eq!(dollar_digit("$0 and $"), None);
    }
}

use super::console::{Console, Styled};
use super::{Failure, find};
use crate::definition::TemplateDefinition;
use crate::registry::{PromptRegistry, RegisteredPrompt};
use std::io;

/// Shows the texts that each prompt is made of, with their places in the source
#[derive(Debug, clap::Args)]
pub(super) struct Audit {
    /// Only these prompts
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

impl Audit {
    pub(super) fn run(
        &self,
        registry: &PromptRegistry,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        for (index, prompt) in find(registry, &self.names)?.iter().enumerate() {
            if index > 0 {
                writeln!(console.out)?;
            }
            show(prompt, console)?;
        }
        Ok(())
    }
}

fn show(prompt: &RegisteredPrompt, console: &mut Console<'_>) -> io::Result<()> {
    let styles = console.styles;
    let location = prompt.location();
    writeln!(
        console.out,
        "{}  {}",
        Styled(styles.name, prompt.name()),
        Styled(styles.aside, location)
    )?;
    if prompt.templates().is_empty() {
        writeln!(console.out, "  built at run time")?;
    }
    for TemplateDefinition { role, text, line } in prompt.templates() {
        let place = Styled(styles.aside, format!("{}:{line}", location.file));
        let style = match *role {
            "user" => styles.user,
            "assistant" | "prefill" => styles.assistant,
            _ => styles.name,
        };
        writeln!(console.out, "  {}  {place}", Styled(style, role))?;
        if text.is_empty() {
            writeln!(console.out, "    built at run time")?;
        }
        for line in console.shown(text).lines() {
            if !line.is_empty() {
                write!(console.out, "    ")?;
                highlighted(line, console)?;
            }
            writeln!(console.out)?;
        }
    }
    Ok(())
}

/// Writes a line of a template with its placeholders in a style of their own. Doubled braces are text.
fn highlighted(line: &str, console: &mut Console<'_>) -> io::Result<()> {
    for (is_placeholder, part) in parts(line) {
        if is_placeholder {
            write!(console.out, "{}", Styled(console.styles.placeholder, part))?;
        } else {
            write!(console.out, "{part}")?;
        }
    }
    Ok(())
}

fn parts(line: &str) -> Vec<(bool, &str)> {
    let mut parts = Vec::new();
    let mut rest = line;
    let mut text_end = 0;
    while let Some(found) = rest.get(text_end..).and_then(|after| after.find('{')) {
        let open = text_end + found;
        let after = rest.get(open..).unwrap_or_default();
        if after.starts_with("{{") {
            text_end = open + 2;
            continue;
        }
        let Some(close) = after.find('}') else { break };
        let (text, tail) = rest.split_at(open);
        let (placeholder, tail) = tail.split_at(close + 1);
        parts.extend([(false, text), (true, placeholder)]);
        (rest, text_end) = (tail, 0);
    }
    parts.push((false, rest));
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn placeholders_are_told_from_braces() {
        assert_eq!(
            parts("a {b} {c:>3}{d}, {{e}} {\u{65e5}}"),
            [
                (false, "a "),
                (true, "{b}"),
                (false, " "),
                (true, "{c:>3}"),
                (true, "{d}"),
                (false, ", {{e}} "),
                (true, "{\u{65e5}}"),
            ]
        );
        assert_eq!(
            parts("{{{a}}}"),
            [(false, "{{"), (true, "{a}"), (false, "}}")]
        );
        assert_eq!(parts("{ open"), [(false, "{ open")]);
        assert!(parts("").is_empty());
    }
}

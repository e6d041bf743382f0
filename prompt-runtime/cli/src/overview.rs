use crate::Failure;
use crate::console::{Console, Styled};
use prompt_runtime::{PromptRegistry, RegisteredPrompt};
use std::fmt::Write as _;
use std::sync::Arc;

/// Prints the prompts and the commands, in a form that can be copied.
pub(super) fn run(
    registry: &PromptRegistry,
    name: &str,
    called: &str,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let styles = console.styles;
    let prompts = registry.prompts();
    let count = match prompts.len() {
        0 => "no prompts".to_owned(),
        1 => "1 prompt".to_owned(),
        count => format!("{count} prompts"),
    };
    writeln!(console.out, "{name} offers {count} to MCP clients:\n")?;
    let width = widest(prompts.iter().map(|prompt| prompt.name()));
    for prompt in &prompts {
        let gap = " ".repeat(width - prompt.name().chars().count());
        let name = Styled(styles.name, prompt.name());
        let summary = summary(prompt);
        if summary.is_empty() {
            writeln!(console.out, "  {name}")?;
        } else {
            write!(console.out, "  {name}{gap}  ")?;
            console.write_beside(summary, width + 4)?;
        }
    }
    writeln!(console.out, "\n{}", Styled(styles.heading, "How to use it"))?;
    let commands = commands(called, &prompts);
    let width = widest(commands.iter().map(|(command, _)| command.as_str()));
    for (command, meaning) in commands {
        let gap = " ".repeat(width - command.chars().count());
        let command = Styled(styles.name, command);
        write!(console.out, "  {command}{gap}  ")?;
        console.write_beside(meaning, width + 4)?;
    }
    writeln!(
        console.out,
        "\nA value is key=text, key=@file for the content of a file, or key=- for standard input."
    )?;
    Ok(())
}

fn widest<'t>(texts: impl Iterator<Item = &'t str>) -> usize {
    texts
        .map(|text| text.chars().count())
        .max()
        .unwrap_or_default()
}

fn summary(prompt: &RegisteredPrompt) -> &str {
    let listing = prompt.listing();
    let text = listing.description.as_deref().or(listing.title.as_deref());
    text.and_then(|text| text.lines().next())
        .unwrap_or_default()
}

fn commands(called: &str, prompts: &[Arc<RegisteredPrompt>]) -> Vec<(String, &'static str)> {
    let mut commands = vec![(format!("{called} list"), "every prompt with its arguments")];
    let sample = prompts
        .iter()
        .find(|prompt| !prompt.arguments().is_empty())
        .or(prompts.first());
    if let Some(prompt) = sample {
        commands.push((
            format!("{called} get {}{}", prompt.name(), required(prompt)),
            "the conversation that a client would get",
        ));
    }
    let completed = prompts.iter().find_map(|prompt| {
        let argument = prompt.arguments().iter().find(|it| it.has_completion())?;
        Some((prompt.name(), argument.name()))
    });
    if let Some((prompt, argument)) = completed {
        commands.push((
            format!("{called} complete {prompt} {argument}"),
            "the values that an argument can have",
        ));
    }
    commands.push((
        format!("{called} audit"),
        "the texts of all prompts, with their places in the source",
    ));
    commands.push((
        format!("{called} catalog"),
        "a page for a team, with a sample of every prompt",
    ));
    commands.push((
        format!("{called} serve"),
        "answer MCP clients over standard input and output",
    ));
    commands.push((format!("{called} help"), "every command and its options"));
    commands
}

/// Every required argument with a placeholder for its value.
fn required(prompt: &RegisteredPrompt) -> String {
    prompt
        .arguments()
        .iter()
        .filter(|argument| argument.is_required())
        .fold(String::new(), |mut text, argument| {
            let value = argument.values().first().map_or_else(|| "…", AsRef::as_ref);
            let _ = write!(text, " {}={value}", argument.name());
            text
        })
}

use crate::console::{Console, Styled};
use crate::mcpb::Manifest;
use crate::shell::Completes;
use crate::{Failure, find};
use prompt_runtime::arguments::Argument;
use prompt_runtime::model::Prompt;
use prompt_runtime::{PromptRegistry, RegisteredPrompt};
use serde::Serialize;
use std::io;

/// Shows every prompt with its arguments, as a client's form would
#[derive(Debug, clap::Args)]
pub(super) struct List {
    /// Only these prompts
    #[arg(value_name = "NAME", add = Completes::Prompts)]
    names: Vec<String>,
    /// As `prompts/list` answers
    #[arg(long)]
    json: bool,
    /// As the manifest of an MCPB bundle has it: `prompts`, and `prompts_generated` where some cannot be written there
    #[arg(long, conflicts_with = "json")]
    mcpb: bool,
}

impl List {
    pub(super) fn run(
        &self,
        registry: &PromptRegistry,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let prompts = find(registry, &self.names)?;
        if self.json {
            let prompts = prompts.iter().map(|prompt| prompt.listing()).collect();
            return console.json(&Listing { prompts });
        }
        if self.mcpb {
            let manifest = Manifest::of(&prompts);
            for name in manifest.left_out() {
                let reason =
                    "a manifest can only hold one user message whose placeholders are arguments";
                console.note("note:", &format!("\"{name}\" is left out: {reason}"));
            }
            return console.json(&manifest);
        }
        for (index, prompt) in prompts.iter().enumerate() {
            if index > 0 {
                writeln!(console.out)?;
            }
            show(prompt, console)?;
        }
        Ok(())
    }
}

/// The answer to `prompts/list`, on one page.
#[derive(Serialize)]
struct Listing<'p> {
    prompts: Vec<&'p Prompt>,
}

fn show(prompt: &RegisteredPrompt, console: &mut Console<'_>) -> io::Result<()> {
    let styles = console.styles;
    write!(console.out, "{}", Styled(styles.name, prompt.name()))?;
    if let Some(title) = &prompt.listing().title {
        write!(
            console.out,
            "  {}",
            Styled(styles.aside, format!("({})", console.shown(title)))
        )?;
    }
    if let Some(deprecated) = prompt.deprecated() {
        let since = deprecated.since.map(|since| format!(" since {since}"));
        let instead = prompt.replaced_by().map(|name| format!(", use {name}"));
        let mark = format!(
            "[deprecated{}{}]",
            since.unwrap_or_default(),
            instead.unwrap_or_default()
        );
        write!(
            console.out,
            "  {}",
            Styled(styles.error, console.shown(&mark))
        )?;
    }
    writeln!(console.out)?;
    if let Some(description) = &prompt.listing().description {
        indented(description, 2, console)?;
    }
    if !prompt.arguments().is_empty() {
        writeln!(console.out)?;
    }
    let width = prompt
        .arguments()
        .iter()
        .map(|argument| argument.name().chars().count())
        .max()
        .unwrap_or_default();
    for argument in prompt.arguments() {
        show_argument(argument, width, console)?;
    }
    Ok(())
}

/// Prints an argument. The description is the client's text, which contains the allowed values, the limits and the default.
fn show_argument(argument: &Argument, width: usize, console: &mut Console<'_>) -> io::Result<()> {
    let styles = console.styles;
    let listed = argument.listed();
    let text = listed.description.or(listed.title).unwrap_or_default();
    let margin = width + 4;
    let mark = if listed.required { 12 } else { 0 };
    let lines = console.lines(&text, margin + mark);
    let mut lines = lines.iter();
    let name = Styled(styles.placeholder, argument.name());
    let gap = " ".repeat(width.saturating_sub(argument.name().chars().count()));
    write!(console.out, "  {name}{gap}")?;
    if let Some(first) = lines.next() {
        write!(console.out, "  {first}")?;
    }
    if listed.required {
        write!(console.out, "  {}", Styled(styles.aside, "[required]"))?;
    }
    writeln!(console.out)?;
    for line in lines {
        writeln!(console.out, "{:margin$}{line}", "")?;
    }
    let documented = argument.values().iter().zip(argument.value_descriptions());
    for (value, description) in documented {
        if let Some(description) = description {
            let shown = console.shown(value).into_owned();
            let indent = margin + 2;
            write!(
                console.out,
                "{:margin$}{}: ",
                "",
                Styled(styles.name, &shown)
            )?;
            let used = margin + shown.chars().count() + 2;
            let text = format!("{}{description}", " ".repeat(used.saturating_sub(indent)));
            let lines = console.lines(&text, indent);
            let first = lines.first().map_or("", |line| line.trim_start());
            writeln!(console.out, "{first}")?;
            for line in lines.iter().skip(1) {
                writeln!(console.out, "{:indent$}{line}", "")?;
            }
        }
    }
    Ok(())
}

/// Prints the lines of a text with a margin. Empty lines stay empty.
pub(super) fn indented(text: &str, margin: usize, console: &mut Console<'_>) -> io::Result<()> {
    console.lines(text, margin).iter().try_for_each(|line| {
        if line.is_empty() {
            writeln!(console.out)
        } else {
            writeln!(console.out, "{:margin$}{line}", "")
        }
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::super::console::Styles;
    use super::*;
    use crate::private::{ArgumentDefinition, Deprecation, PromptDefinition};
    use crate::private::{ArgumentEnum, Probe};
    use prompt_runtime::{RuntimeArgument, RuntimePrompt};

    struct Loud;

    impl ArgumentEnum for Loud {
        const VALUES: &'static [&'static str] = &["\u{7}loud"];
        const DESCRIPTIONS: &'static [Option<&'static str>] = &[Some("\u{1b}[2Jvery")];

        fn as_str(&self) -> &'static str {
            "\u{7}loud"
        }
    }

    static SHOUT: PromptDefinition = PromptDefinition {
        name: "shout",
        title: Some("\u{1b}[31mShout"),
        description: Some("Shouts\u{9b}."),
        deprecated: Some(Deprecation::new(Some("\u{1b}[0m2.0.0"), None)),
        arguments: &[ArgumentDefinition {
            name: "volume",
            description: Some("How\u{8} loud."),
            kind: Probe::<Loud>::KIND,
            ..ArgumentDefinition::NEW
        }],
        ..PromptDefinition::NEW
    };

    #[test]
    fn the_list_fits_into_the_width_of_the_terminal() {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut console = Console {
            input: &mut io::empty(),
            out: &mut out,
            err: &mut err,
            styles: Styles::default(),
            error_styles: Styles::default(),
            terminal: true,
            person: false,
            width: Some(60),
        };
        let long = "word ".repeat(30);
        let live = PromptRegistry::builder().build_live().unwrap();
        let argument = RuntimeArgument::required("name").description(long.clone());
        let prompt = RuntimePrompt::new("write-it", |_| "Write it.").description(long);
        live.insert(prompt.argument(argument)).unwrap();
        for prompt in live.registry().prompts() {
            show(&prompt, &mut console).unwrap();
        }
        crate::overview::run(live.registry(), "team", "team", &mut console).unwrap();
        let shown = String::from_utf8(out).unwrap();
        let (lists, commands) = shown.split_once("How to use it").unwrap();
        for line in lists.lines() {
            assert!(line.chars().count() <= 60, "{line:?}");
        }
        assert!(commands.contains("\n  team catalog"), "{commands}");
        assert!(lists.contains("  [required]\n"), "{lists}");
    }

    #[test]
    fn a_terminal_obeys_nothing_in_the_list() {
        let registry = PromptRegistry::from_prompts([&SHOUT]).unwrap();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut console = Console {
            input: &mut io::empty(),
            out: &mut out,
            err: &mut err,
            styles: Styles::default(),
            error_styles: Styles::default(),
            terminal: true,
            person: false,
            width: None,
        };
        for prompt in registry.prompts() {
            show(&prompt, &mut console).unwrap();
        }
        let shown = String::from_utf8(out).unwrap();
        assert!(
            !shown.contains(|c: char| c.is_control() && c != '\n'),
            "{shown:?}"
        );
        assert!(shown.contains("\\u{7}loud: \\u{1b}[2Jvery"), "{shown}");
    }
}

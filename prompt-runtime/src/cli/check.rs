use super::console::{Console, Styled};
use super::{Failure, find, runtime};
use crate::lint::{self, Advice};
use crate::registry::PromptRegistry;

/// Gives advice on prompts that some hosts would not show well
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Calls prompts with made-up values. Exit codes: 0 no advice, 1 some advice, 2 the command line is wrong."
)]
pub(super) struct Check {
    /// Only these prompts
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// As a JSON array
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) fn run(
        &self,
        registry: &PromptRegistry,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let prompts = find(registry, &self.names)?;
        // Prompts may expect a runtime around them.
        let mut examined = runtime::wait(async { lint::examine(registry) })?;
        examined.retain(|name| prompts.iter().any(|prompt| prompt.name() == name));
        if let Some(sentence) = examined.passed_over() {
            console.note("note:", &sentence);
        }
        let advice = examined.advice;
        if self.json {
            console.json(&advice)?;
        } else {
            for (index, it) in advice.iter().enumerate() {
                if index > 0 {
                    writeln!(console.out)?;
                }
                show(it, console)?;
            }
        }
        match advice.len() {
            0 if !self.json => Ok(writeln!(console.out, "no advice")?),
            0 => Ok(()),
            count => Err(Failure::Failed(lint::counted(count))),
        }
    }
}

fn show(advice: &Advice, console: &mut Console<'_>) -> std::io::Result<()> {
    let text = console.shown(&advice.to_string()).into_owned();
    report(&text, console)
}

/// A report with its first line in a style.
pub(super) fn report(text: &str, console: &mut Console<'_>) -> std::io::Result<()> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    writeln!(console.out, "{}", Styled(console.styles.name, first))?;
    if rest.is_empty() {
        return Ok(());
    }
    writeln!(console.out, "{rest}")
}

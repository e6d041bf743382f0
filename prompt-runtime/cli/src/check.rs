use crate::console::{Console, Styled};
use crate::shell::Completes;
use crate::{Failure, Program, find, runtime};
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use prompt_check::advice::{self, Advice, Advisor, Level, Lint};

/// Gives advice on prompts that some hosts would not show well
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Calls a prompt at most once, with made-up values. Exit codes: 0 no warning, 1 a warning, 2 the command line is wrong."
)]
pub(super) struct Check {
    /// Only these prompts
    #[arg(value_name = "NAME", add = Completes::Prompts)]
    names: Vec<String>,
    /// Leave out this advice, by its id
    #[arg(long, value_name = "ID", value_parser = lint_parser(), hide_possible_values = true, add = Completes::Lints)]
    allow: Vec<Lint>,
    /// Leave out all other advice
    #[arg(long, value_name = "ID", value_parser = lint_parser(), hide_possible_values = true, add = Completes::Lints)]
    only: Vec<Lint>,
    /// Call async prompts and those with state too
    #[arg(long)]
    call_all: bool,
    /// As a JSON array
    #[arg(long)]
    json: bool,
}

/// Parses a lint id, and suggests the nearest id for an unknown one.
fn lint_parser() -> impl clap::builder::TypedValueParser<Value = Lint> {
    PossibleValuesParser::new(Lint::ALL.iter().map(|lint| lint.id()))
        .try_map(|id| Lint::from_id(&id).ok_or("unknown"))
}

impl Check {
    pub(super) fn run(&self, program: &Program, console: &mut Console<'_>) -> Result<(), Failure> {
        let registry = &program.registry;
        let prompts = find(registry, &self.names)?;
        let allowed = program.allowed_advice.iter().chain(&self.allow).copied();
        let mut advisor = Advisor::new()
            .allow(allowed)
            .only(self.only.iter().copied());
        if self.call_all {
            advisor = advisor.call_all();
        }
        // Prompts may need a runtime.
        let advice: Vec<Advice> = runtime::wait(async {
            let of = |prompt: &_| advisor.check_prompt(registry, prompt);
            prompts.iter().flat_map(|prompt| of(prompt)).collect()
        })?;
        if self.json {
            console.json(&advice)?;
        } else {
            for it in &advice {
                show(it, console)?;
                writeln!(console.out)?;
            }
        }
        let summary = advice::summary(&advice);
        if advice.iter().any(|it| it.level() == Level::Warn) {
            return Err(Failure::Failed(summary));
        }
        if !self.json {
            writeln!(console.out, "{summary}")?;
        }
        Ok(())
    }
}

fn show(advice: &Advice, console: &mut Console<'_>) -> std::io::Result<()> {
    let text = console.shown(&advice.to_string()).into_owned();
    report(&text, console)
}

/// Prints a report with its first line in a style.
pub(super) fn report(text: &str, console: &mut Console<'_>) -> std::io::Result<()> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    writeln!(console.out, "{}", Styled(console.styles.name, first))?;
    if rest.is_empty() {
        return Ok(());
    }
    writeln!(console.out, "{rest}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::tests::{Run, run_on};
    use crate::{Exit, Program};
    use prompt_check::advice::Lint;
    use prompt_runtime::{PromptRegistry, prompt, prompts};

    /// Write a reply.
    #[prompt(name = "write-reply")]
    fn write_reply(
        /// The letter.
        #[arg(non_empty)]
        letter: &str,
    ) -> String {
        format!("Write a reply to {letter}.")
    }

    /// Summarize it.
    #[prompt]
    fn summarize() -> &'static str {
        "Summarize it."
    }

    #[prompt]
    fn write_letter() -> &'static str {
        "Write a letter."
    }

    fn program() -> Program {
        let prompts = prompts![write_reply, summarize, write_letter];
        Program::new(PromptRegistry::from_prompts(prompts).unwrap())
    }

    fn run(arguments: &[&str]) -> Run {
        run_on(program(), &[&["check"], arguments].concat(), b"")
    }

    #[test]
    fn a_warning_fails_and_a_note_does_not() {
        let all = run(&[]);
        assert_eq!(
            (all.exit, &*all.err),
            (Exit::Failed, "error: 1 warning and 1 note\n")
        );
        assert!(
            all.out
                .starts_with("note[generic-name]: prompt \"summarize\": "),
            "{}",
            all.out
        );
        assert!(
            all.out
                .contains("\nwarn[no-description]: prompt \"write_letter\": "),
            "{}",
            all.out
        );
        let noted = run(&["summarize"]);
        assert_eq!(noted.exit, Exit::Done);
        assert!(noted.out.ends_with("\n1 note\n"), "{}", noted.out);
        let clean = run(&["write-reply"]);
        assert_eq!((clean.exit, &*clean.out), (Exit::Done, "no advice\n"));
        let json = run(&["--json"]);
        assert_eq!(json.exit, Exit::Failed);
        let rows: serde_json::Value = serde_json::from_str(&json.out).unwrap();
        assert_eq!(rows[0]["rule"], "generic-name");
        assert_eq!(rows[1]["level"], "warn");
    }

    #[test]
    fn advice_is_chosen_by_id() {
        assert_eq!(run(&["--allow", "no-description"]).exit, Exit::Done);
        let only = run(&["--only", "no-description"]);
        assert_eq!(&*only.err, "error: 1 warning\n");
        let wrong = run(&["--only", "no-descripton"]);
        assert_eq!(wrong.exit, Exit::Refused);
        assert!(wrong.err.contains("'no-description'"), "{}", wrong.err);
        let allowed = program().allow_advice([Lint::NoDescription, Lint::GenericName]);
        assert_eq!(&*run_on(allowed, &["check"], b"").out, "no advice\n");
    }
}

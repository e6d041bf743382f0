use crate::console::Console;
use crate::shell::Completes;
use crate::{Failure, runtime, unknown_prompt_tip, values};
use prompt_runtime::Context;
use prompt_runtime::PromptRegistry;
use prompt_syntax::nearest::nearest;

/// Shows the values that a client would be offered while a person types
#[derive(Debug, clap::Args)]
#[command(after_help = values::HELP)]
pub(super) struct Complete {
    /// The prompt
    #[arg(add = Completes::Prompts)]
    name: String,
    /// The argument to complete
    #[arg(add = Completes::Arguments)]
    argument: String,
    /// The beginning of the value
    #[arg(default_value = "", hide_default_value = true, add = Completes::Text)]
    text: String,
    /// Another argument that was filled in before
    #[arg(long, value_name = "KEY=VALUE", add = Completes::Pairs)]
    given: Vec<String>,
    /// As `completion/complete` answers; also when it answers with an error
    #[arg(long)]
    json: bool,
}

impl Complete {
    pub(super) fn run(
        &self,
        registry: &PromptRegistry,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        if !self.json {
            self.check_argument(registry)?;
        }
        let prompt = registry.prompt(&self.name);
        let arguments = prompt.as_ref().map_or(&[] as &[_], |it| it.arguments());
        let given = values::read(&self.given, &[], arguments, console.input)?;
        let given = values::borrowed(&given);
        let context = Context::default();
        let answer = runtime::wait(registry.complete(
            &self.name,
            &self.argument,
            &self.text,
            given.as_slice(),
            &context,
        ))?;
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                let tip = unknown_prompt_tip(registry, &self.name);
                return console.refuse(Failure::Prompt { error, tip }, self.json);
            }
        };
        if self.json {
            return console.json(&answer);
        }
        for value in &answer.completion.values {
            writeln!(console.out, "{}", console.shown(value))?;
        }
        let more = answer
            .completion
            .total
            .saturating_sub(answer.completion.values.len());
        if more > 0 {
            console.note("note:", &format!("{more} more match"));
        }
        Ok(())
    }

    /// Rejects an unknown argument. A client would get no values, but a person should learn of the misspelling.
    fn check_argument(&self, registry: &PromptRegistry) -> Result<(), Failure> {
        let Some(prompt) = registry.prompt(&self.name) else {
            return Ok(());
        };
        let names = || {
            prompt
                .arguments()
                .iter()
                .map(prompt_runtime::arguments::Argument::name)
        };
        let known =
            |argument: &prompt_runtime::arguments::Argument| argument.answers_to(&self.argument);
        if prompt.arguments().iter().any(known) {
            return Ok(());
        }
        let tip = match nearest(&self.argument, names()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None if prompt.arguments().is_empty() => "it takes no arguments".to_owned(),
            None => format!("it takes {}", names().collect::<Vec<_>>().join(", ")),
        };
        Err(Failure::refused(format!(
            "prompt \"{}\" has no argument \"{}\"",
            prompt.name(),
            self.argument
        ))
        .with_tip(Some(tip)))
    }
}

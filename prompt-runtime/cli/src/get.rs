use crate::console::{Console, Styled};
use crate::shell::Completes;
use crate::{Failure, ask, runtime, unknown_prompt_tip, values};
use prompt_runtime::Context;
use prompt_runtime::PromptRegistry;
use prompt_runtime::{GetPromptResult, Role};
use std::io;

/// Shows the conversation that a client would get
///
/// On a terminal, asks for what is missing.
#[derive(Debug, clap::Args)]
#[command(after_help = values::HELP)]
pub(super) struct Get {
    /// The prompt
    #[arg(add = Completes::Prompts)]
    name: String,
    /// The arguments
    #[arg(value_name = "KEY=VALUE", add = Completes::Pairs)]
    values: Vec<String>,
    /// An argument whose value is taken as it is, also when it is - or begins with an @
    #[arg(long = "text", value_name = "KEY=VALUE", add = Completes::Pairs)]
    literal: Vec<String>,
    /// As `prompts/get` answers; also when it answers with an error
    #[arg(long)]
    json: bool,
}

impl Get {
    pub(super) fn run(
        &self,
        registry: &PromptRegistry,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let prompt = registry.prompt(&self.name);
        let arguments = prompt.as_ref().map_or(&[] as &[_], |it| it.arguments());
        let mut given = values::read(&self.values, &self.literal, arguments, console.input)?;
        let form = ask::Form::of(registry, &self.name, &given, console);
        if let Some(form) = &form {
            form.ask_for_all(&mut given, console)?;
        }
        let result = loop {
            match self.answer(registry, &given) {
                Err(Failure::Prompt { error, tip }) => match &form {
                    Some(form) if form.can_mend(&error) => {
                        form.ask_again(&error, &mut given, console)?;
                    }
                    _ => {
                        let failure = Failure::Prompt { error, tip };
                        return console.refuse(failure, self.json);
                    }
                },
                answer => break answer?,
            }
        };
        if self.json {
            return console.json(&result);
        }
        Ok(show(&result, console)?)
    }

    fn answer(
        &self,
        registry: &PromptRegistry,
        given: &[(String, String)],
    ) -> Result<GetPromptResult, Failure> {
        let given = values::borrowed(given);
        let context = Context::default();
        runtime::wait(registry.get(&self.name, given.as_slice(), &context))?.map_err(|error| {
            Failure::from(error).with_tip(unknown_prompt_tip(registry, &self.name))
        })
    }
}

/// Prints the same text as the result's `Display`, with styles.
fn show(result: &GetPromptResult, console: &mut Console<'_>) -> io::Result<()> {
    let styles = console.styles;
    if let Some(description) = result.description() {
        let heading = format!("# {}", console.shown(description));
        writeln!(console.out, "{}", Styled(styles.name, heading))?;
    }
    for (index, message) in result.messages().iter().enumerate() {
        if index > 0 || result.description().is_some() {
            writeln!(console.out)?;
        }
        let heading = match (message.role(), message.is_prefill()) {
            (Role::User, _) => Styled(styles.user, "[user]"),
            (Role::Assistant, false) => Styled(styles.assistant, "[assistant]"),
            (Role::Assistant, true) => Styled(styles.assistant, "[assistant, to be continued]"),
        };
        writeln!(console.out, "{heading}")?;
        let content = message.content().to_string();
        writeln!(console.out, "{}", console.shown(&content))?;
    }
    Ok(())
}

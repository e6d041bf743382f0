//! Asks a person for arguments, one after the other, as the form of a client does.

use crate::console::{Console, Styles, spelled_out};
use crate::{Failure, runtime, values};
use inquire::autocompletion::{Autocomplete, Replacement};
use inquire::error::CustomUserError;
use inquire::ui::RenderConfig;
use inquire::validator::Validation;
use inquire::{InquireError, Select, Text};
use prompt_runtime::Context;
use prompt_runtime::PromptError;
use prompt_runtime::arguments::Argument;
use prompt_runtime::{PromptRegistry, RegisteredPrompt};
use std::fmt;
use std::io;
use std::sync::Arc;

type Given = Vec<(String, String)>;

/// The form of a prompt on a terminal.
pub(super) struct Form {
    registry: PromptRegistry,
    prompt: Arc<RegisteredPrompt>,
}

impl Form {
    /// Creates the form if a person can fill it in and a required argument is missing.
    pub(super) fn of(
        registry: &PromptRegistry,
        name: &str,
        given: &Given,
        console: &Console<'_>,
    ) -> Option<Self> {
        let prompt = registry.prompt(name).filter(|_| console.person)?;
        let missing = |argument: &Argument| argument.is_required() && !is_given(argument, given);
        prompt.arguments().iter().any(missing).then(|| Self {
            registry: registry.clone(),
            prompt: Arc::clone(&prompt),
        })
    }

    pub(super) fn ask_for_all(
        &self,
        given: &mut Given,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        for argument in self.prompt.arguments() {
            if !is_given(argument, given) {
                self.ask(argument, given, console)?;
            }
        }
        Ok(())
    }

    /// Returns `true` if new input for some arguments can correct the error.
    pub(super) fn can_mend(&self, error: &PromptError) -> bool {
        let problems = error.argument_problems();
        !problems.is_empty()
            && problems
                .iter()
                .all(|problem| self.argument(problem.argument()).is_some())
    }

    /// Reports the problems and asks for the arguments again.
    pub(super) fn ask_again(
        &self,
        error: &PromptError,
        given: &mut Given,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        console.note("note:", error.message());
        for problem in error.argument_problems() {
            if let Some(argument) = self.argument(problem.argument()) {
                given.retain(|(name, _)| !argument.answers_to(name));
                self.ask(argument, given, console)?;
            }
        }
        Ok(())
    }

    fn argument(&self, name: &str) -> Option<&Argument> {
        self.prompt
            .arguments()
            .iter()
            .find(|argument| argument.answers_to(name))
    }

    fn ask(
        &self,
        argument: &Argument,
        given: &mut Given,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let coloured = console.error_styles != Styles::default();
        let chosen = !argument.values().is_empty() && argument.separator().is_none();
        let answer = if chosen {
            choose(argument, coloured)
        } else {
            self.write(argument, given, coloured)
        };
        let answer = match answer {
            Err(InquireError::OperationCanceled | InquireError::OperationInterrupted) => {
                return Err(Failure::Failed("cancelled".to_owned()));
            }
            Err(error) => {
                return Err(Failure::Failed(format!(
                    "the form cannot be shown: {error}"
                )));
            }
            Ok(None) => return Ok(()),
            Ok(Some(answer)) => answer,
        };
        let value = if chosen {
            answer
        } else {
            if answer == values::INPUT {
                console.note("note:", "end the text with Ctrl-D on a line of its own");
            }
            values::value(argument.name(), &answer, console.input)?
        };
        given.push((argument.name().to_owned(), value));
        Ok(())
    }

    fn write(
        &self,
        argument: &Argument,
        given: &Given,
        coloured: bool,
    ) -> Result<Option<String>, InquireError> {
        let question = format!("{}:", argument.name());
        let help = help(argument);
        let (registry, prompt) = (self.registry.clone(), Arc::clone(&self.prompt));
        let checked = argument.clone();
        let mut text = Text::new(&question)
            .with_help_message(&help)
            .with_render_config(look(coloured))
            .with_validator(move |written: &str| Ok(check(&registry, &prompt, &checked, written)));
        let default = argument.default().map(spelled_out);
        if let Some(default) = &default {
            text = text.with_placeholder(default);
        }
        if argument.has_completion() {
            text = text.with_autocomplete(Suggestions {
                registry: self.registry.clone(),
                prompt: Arc::clone(&self.prompt),
                argument: argument.name().to_owned(),
                given: given.clone(),
            });
        }
        let written = text.prompt()?;
        Ok((!written.is_empty()).then_some(written))
    }
}

fn look(coloured: bool) -> RenderConfig<'static> {
    if coloured {
        RenderConfig::default_colored()
    } else {
        RenderConfig::empty()
    }
}

fn is_given(argument: &Argument, given: &Given) -> bool {
    given.iter().any(|(name, _)| argument.answers_to(name))
}

/// The text that a client would show beside the field, on one line, and the ways to fill it in.
fn help(argument: &Argument) -> String {
    let listed = argument.listed();
    let description = listed
        .description
        .as_deref()
        .and_then(|text| text.lines().next());
    let mut help = description.map_or_else(String::new, |line| format!("{} ", spelled_out(line)));
    help.push_str("Text, @file, or - for several lines.");
    if !listed.required {
        help.push_str(" Nothing to leave it out.");
    }
    help
}

/// Checks a single value before the others are known.
fn check(
    registry: &PromptRegistry,
    prompt: &RegisteredPrompt,
    argument: &Argument,
    written: &str,
) -> Validation {
    if written.is_empty() {
        return if argument.is_required() {
            Validation::Invalid("this argument is required".into())
        } else {
            Validation::Valid
        };
    }
    if written == values::INPUT {
        return Validation::Valid;
    }
    let value = match values::value(argument.name(), written, &mut io::empty()) {
        Err(failure) => return Validation::Invalid(failure.to_string().into()),
        Ok(value) => value,
    };
    let given = [(argument.name(), &*value)];
    let problems = registry.check_arguments(prompt, &given);
    match problems.iter().find(|it| it.argument() == argument.name()) {
        Some(problem) => Validation::Invalid(problem.to_string().into()),
        None => Validation::Valid,
    }
}

/// One of the allowed values, or no value.
struct Choice<'a> {
    value: Option<&'a str>,
    description: Option<&'a str>,
}

impl fmt::Display for Choice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.value.map_or("(leave it out)".into(), spelled_out))?;
        self.description.map_or(Ok(()), |description| {
            write!(f, ": {}", spelled_out(description))
        })
    }
}

fn choose(argument: &Argument, coloured: bool) -> Result<Option<String>, InquireError> {
    let question = format!("{}:", argument.name());
    let leave_out = !argument.is_required() && argument.default().is_none();
    let descriptions = argument.value_descriptions();
    let values = argument
        .values()
        .iter()
        .enumerate()
        .map(|(index, value)| Choice {
            value: Some(value),
            description: descriptions.get(index).copied().flatten(),
        });
    let choices: Vec<Choice<'_>> = leave_out
        .then_some(Choice {
            value: None,
            description: None,
        })
        .into_iter()
        .chain(values)
        .collect();
    let start = choices
        .iter()
        .position(|choice| choice.value.is_some() && choice.value == argument.default());
    let mut select = Select::new(&question, choices)
        .with_render_config(look(coloured))
        .with_starting_cursor(start.unwrap_or_default())
        .with_formatter(&|choice| spelled_out(choice.value.value.unwrap_or_default()).into());
    let description = argument.description().and_then(|text| text.lines().next());
    let description = description.map(spelled_out);
    if let Some(description) = &description {
        select = select.with_help_message(description);
    }
    Ok(select.prompt()?.value.map(str::to_owned))
}

/// The values that a client would be offered while a person types.
#[derive(Clone)]
struct Suggestions {
    registry: PromptRegistry,
    prompt: Arc<RegisteredPrompt>,
    argument: String,
    given: Given,
}

impl Autocomplete for Suggestions {
    fn get_suggestions(&mut self, typed: &str) -> Result<Vec<String>, CustomUserError> {
        let Some(typed) = values::begun(typed) else {
            return Ok(Vec::new());
        };
        let given = values::borrowed(&self.given);
        let context = Context::default();
        let answer = runtime::wait(self.registry.complete(
            self.prompt.name(),
            &self.argument,
            typed,
            given.as_slice(),
            &context,
        ));
        Ok(match answer {
            Ok(Ok(mut answer)) => {
                // The candidates are printed, so they must not contain characters that control a terminal.
                let values = &mut answer.completion.values;
                values.retain(|value| spelled_out(value) == value.as_str());
                answer.completion.values
            }
            _ => Vec::new(),
        })
    }

    fn get_completion(
        &mut self,
        typed: &str,
        highlighted: Option<String>,
    ) -> Result<Replacement, CustomUserError> {
        let value = match highlighted {
            Some(value) => Some(value),
            None => self.get_suggestions(typed)?.into_iter().next(),
        };
        Ok(value.map(|value| values::written(&value).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use prompt_runtime::{RuntimeArgument, RuntimePrompt};

    #[test]
    fn suggestions_are_text_that_a_terminal_does_not_obey() {
        let live = PromptRegistry::builder().build_live().unwrap();
        let branches = ["@main", "main\u{1b}[2J", "maintenance"];
        let branch = RuntimeArgument::required("branch").complete(move |_| branches);
        live.insert(RuntimePrompt::new("release", |_| "Release it.").argument(branch))
            .unwrap();
        let mut suggestions = Suggestions {
            registry: live.registry().clone(),
            prompt: live.registry().prompt("release").unwrap(),
            argument: "branch".to_owned(),
            given: Vec::new(),
        };
        let mut offered = |typed: &str| suggestions.get_suggestions(typed).unwrap();
        assert_eq!(offered("ma"), ["maintenance", "@main"]);
        assert_eq!(offered("@@ma"), ["@main"]);
        assert!(offered("@ma").is_empty());
        let written = suggestions.get_completion("@@", None).unwrap();
        assert_eq!(written.as_deref(), Some("@@main"));
    }

    #[test]
    fn a_choice_is_spelled_out() {
        let choice = Choice {
            value: Some("\u{7}loud"),
            description: Some("\u{1b}[2Jvery"),
        };
        assert_eq!(choice.to_string(), "\\u{7}loud: \\u{1b}[2Jvery");
    }
}

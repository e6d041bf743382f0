//! Calls a prompt with sample values.

use crate::runtime;
use prompt_check::advice::candidates;
use prompt_runtime::arguments::Argument;
use prompt_runtime::edge::{Reply, Request};
use prompt_runtime::error::RegistryProblem;
use prompt_runtime::error::code;
use prompt_runtime::{Context, GetPromptResult, PromptError, PromptRegistry, RegisteredPrompt};
use std::time::Duration;

const ASKS: &str = "it asks the person who uses it for more";

/// The maximum time of a call.
const CALL_TIMEOUT: Duration = Duration::from_secs(10);

/// The conversation and the values that produced it, or the reason that there is none.
pub(super) struct Sample {
    pub(super) given: Vec<(String, String)>,
    pub(super) answer: Result<GetPromptResult, String>,
}

impl Sample {
    pub(super) fn of(registry: &PromptRegistry, prompt: &RegisteredPrompt) -> Self {
        let none = |why: String| Self {
            given: Vec::new(),
            answer: Err(why),
        };
        if let Some(state) = missing_state(registry, prompt) {
            return none(format!("it needs `{state}`, which a server brings"));
        }
        let mut fields: Vec<Field<'_>> = prompt.arguments().iter().map(Field::of).collect();
        loop {
            let given: Vec<(String, String)> = fields.iter().filter_map(Field::given).collect();
            let error = match called(registry, prompt, &given) {
                Err(why) => return none(why),
                Ok(Ok(result)) => {
                    return Self {
                        given,
                        answer: Ok(result),
                    };
                }
                Ok(Err(error)) => error,
            };
            let mut changed = false;
            for problem in error.argument_problems() {
                let field = fields
                    .iter_mut()
                    .find(|field| field.argument.answers_to(problem.argument()));
                changed |= field.is_some_and(Field::try_next);
            }
            if !changed {
                return none(why(&error, prompt));
            }
        }
    }
}

fn missing_state(registry: &PromptRegistry, prompt: &RegisteredPrompt) -> Option<&'static str> {
    let error = registry.check_state().err()?;
    error.problems().iter().find_map(|problem| match problem {
        RegistryProblem::MissingState {
            prompt: name,
            state,
            ..
        } if name == prompt.name() => Some(*state),
        _ => None,
    })
}

fn called(
    registry: &PromptRegistry,
    prompt: &RegisteredPrompt,
    given: &[(String, String)],
) -> Result<Result<GetPromptResult, PromptError>, String> {
    let given: Vec<(&str, &str)> = given
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let context = Context::default();
    let call = async {
        // The prompt is passed directly and not looked up by name, because the catalogue also shows prompts that are hidden from some
        // requests.
        let call = Request::new(registry, &context).get(prompt, given.as_slice().into());
        tokio::time::timeout(CALL_TIMEOUT, call).await
    };
    match runtime::wait(call) {
        Err(failure) => Err(failure.to_string()),
        Ok(Err(_)) => Err(format!(
            "it takes longer than {} seconds",
            CALL_TIMEOUT.as_secs()
        )),
        Ok(Ok(Ok(Reply::Complete(result)))) => Ok(Ok(result)),
        Ok(Ok(Ok(Reply::InputRequired(_)))) => Err(ASKS.to_owned()),
        Ok(Ok(Err(error))) => Ok(Err(error)),
        Ok(Ok(Ok(_))) => Err("its answer is of a kind that is not known here".to_owned()),
    }
}

fn why(error: &PromptError, prompt: &RegisteredPrompt) -> String {
    let needs = |member: &str| error.data().is_some_and(|data| data.get(member).is_some());
    if needs("requiredCapabilities") {
        return ASKS.to_owned();
    }
    if error.code() == code::INVALID_PARAMS {
        return format!("it refuses the sample values: {}", error.message());
    }
    if prompt.state_names().next().is_some() {
        return format!("outside of a server it fails with \"{}\"", error.message());
    }
    format!("it fails with \"{}\"", error.message())
}

/// An argument and the candidates for its value.
struct Field<'a> {
    argument: &'a Argument,
    candidates: std::vec::IntoIter<String>,
    value: Option<String>,
}

impl<'a> Field<'a> {
    fn of(argument: &'a Argument) -> Self {
        let example = argument.example().map(str::to_owned);
        let mut candidates = candidates(argument).into_iter();
        // An absent argument has exactly its default, while the default's text may parse to another value.
        let value = match example {
            None if argument.has_default() => None,
            None => candidates.next(),
            example => example,
        };
        Self {
            argument,
            candidates,
            value,
        }
    }

    fn given(&self) -> Option<(String, String)> {
        Some((self.argument.name().to_owned(), self.value.clone()?))
    }

    /// Moves on to the next candidate. Returns `false` if there is none. An optional argument is left out last.
    fn try_next(&mut self) -> bool {
        let had = self.value.is_some();
        self.value = self.candidates.next();
        self.value.is_some() || (had && !self.argument.is_required())
    }
}

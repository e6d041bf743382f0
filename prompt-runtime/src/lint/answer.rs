//! The conversation that a prompt answers with, as far as it can be had here and now.

use super::values::{Caller, Values, candidates};
use super::{Found, Rule};
use crate::message::{GetPromptResult, Role};
use crate::registry::{PromptRegistry, RegisteredPrompt};

/// In bytes, as JSON.
const LONGEST: usize = 100 * 1024;

pub(super) fn check(registry: &PromptRegistry, found: &mut Found<'_>) {
    let caller = Caller::new(registry, found.prompt);
    if let Some((full, answer)) = caller.find() {
        look(&caller, &full, &answer, found);
    }
    found.panicked = caller.has_panicked();
}

/// Looks at the answer to values for all arguments, and at others beside it.
fn look(caller: &Caller<'_>, full: &Values, answer: &GetPromptResult, found: &mut Found<'_>) {
    let brief: Values = caller
        .prompt
        .arguments()
        .iter()
        .zip(full)
        .map(|(argument, value)| value.clone().filter(|_| argument.is_required()))
        .collect();
    let brief_answer = caller.answer(&brief);
    let answers: Vec<&GetPromptResult> = std::iter::once(answer).chain(&brief_answer).collect();
    messages(&answers, found);
    for index in 0..full.len() {
        if is_unused(caller, index, full, answer, &brief, brief_answer.as_ref()) {
            unused(index, found);
        }
    }
}

fn messages(answers: &[&GetPromptResult], found: &mut Found<'_>) {
    let most = answers.iter().map(|it| it.messages().len()).max();
    if let Some(count @ 2..) = most {
        found.of_prompt(
            Rule::SeveralMessages,
            format!("it answers with {count} messages"),
        );
    }
    let all = || answers.iter().flat_map(|it| it.messages());
    if let Some(other) = all().find(|it| it.content().as_text().is_none()) {
        found.of_prompt(
            Rule::NonTextContent,
            format!("it answers with content of type {}", other.content().kind()),
        );
    }
    let ends = |answer: &&GetPromptResult| {
        answer
            .messages()
            .last()
            .is_some_and(|last| last.role() == Role::Assistant)
    };
    if answers.iter().any(ends) {
        found.of_prompt(
            Rule::EndsOnAssistant,
            "its answer ends on an assistant message".to_owned(),
        );
    }
    let size = |answer: &&GetPromptResult| serde_json::to_vec(answer).map_or(0, |it| it.len());
    if let Some(bytes) = answers.iter().map(size).max()
        && bytes > LONGEST
    {
        found.of_prompt(
            Rule::LongAnswer,
            format!("its answer to short values has {} KB", bytes / 1024),
        );
    }
}

/// Whether other values, and none, were tried for the argument, and no message changed.
fn is_unused(
    caller: &Caller<'_>,
    index: usize,
    full: &Values,
    answer: &GetPromptResult,
    brief: &Values,
    brief_answer: Option<&GetPromptResult>,
) -> bool {
    let Some(argument) = caller.prompt.arguments().get(index) else {
        return false;
    };
    if is_in_a_text(caller.prompt, argument.name()) {
        return false;
    }
    let mut others: Values = candidates(argument).into_iter().map(Some).collect();
    if !argument.is_required() {
        others.push(None);
    }
    let mut tried = false;
    let mut differs = |values: &Values, answer: &GetPromptResult| {
        others.iter().any(|other| {
            let mut changed = values.clone();
            let Some(value) = changed.get_mut(index) else {
                return false;
            };
            if value == other {
                return false;
            }
            value.clone_from(other);
            let Some(now) = caller.answer(&changed) else {
                return false;
            };
            tried = true;
            now.messages() != answer.messages()
        })
    };
    let used = differs(full, answer) || brief_answer.is_some_and(|answer| differs(brief, answer));
    tried && !used
}

/// Whether a text names the argument as a placeholder, on whatever path it stands.
fn is_in_a_text(prompt: &RegisteredPrompt, argument: &str) -> bool {
    let placeholder = format!("{{{argument}");
    let of_file = format!("{{{{ {argument} }}}}");
    let texts = prompt.texts();
    if texts
        .iter()
        .any(|template| template.file.is_some() && template.text.contains(&of_file))
    {
        return true;
    }
    texts
        .iter()
        .filter(|template| template.role != "description")
        .flat_map(|template| template.text.split(placeholder.as_str()).skip(1))
        .any(|rest| rest.starts_with(['}', ':']))
}

fn unused(index: usize, found: &mut Found<'_>) {
    let Some(argument) = found.prompt.arguments().get(index) else {
        return;
    };
    let name = argument.name();
    found.of_argument(
        Rule::UnusedArgument,
        name,
        format!("argument \"{name}\" makes no difference to its messages"),
    );
}

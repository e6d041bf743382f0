//! Completion of the command line in a shell. It uses clap's mechanism: the shell calls the program.

mod bash;

use crate::console::spelled_out;
use crate::{Program, grammar, runtime, values};
use bash::Bash;
use clap::builder::ArgExt;
use clap_complete::CompleteEnv;
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _,
};
use clap_complete::env::{Elvish, Fish, Powershell, Shells, Zsh};
use prompt_check::advice::Lint;
use prompt_check::contract::ChangeKind;
use prompt_runtime::Context;
use prompt_runtime::arguments::Argument;
use prompt_runtime::{PromptRegistry, RegisteredPrompt};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::sync::Arc;

/// Answers a completion request of a shell, if this is one. `COMPLETE=bash program` prints the script for the shell's start-up file.
pub(super) fn complete(program: &Program, arguments: &[OsString]) -> Result<bool, clap::Error> {
    let called = arguments
        .first()
        .map(|called| called.to_string_lossy().into_owned())
        .unwrap_or_default();
    let words: Arc<[String]> = words_before_cursor(arguments).into();
    CompleteEnv::with_factory(|| {
        taught(
            grammar(program, &program.name(&called)),
            &program.registry,
            &words,
        )
    })
    .shells(Shells(&[&Bash, &Elvish, &Fish, &Powershell, &Zsh]))
    .try_complete(arguments, std::env::current_dir().ok().as_deref())
}

/// The words of the command before the cursor, without the program's name. Zsh and elvish pass the position of the cursor; in other shells
/// the cursor is at the last word.
fn words_before_cursor(arguments: &[OsString]) -> Vec<String> {
    if let Some(words) = bash::words_before_cursor() {
        return words;
    }
    // Zsh passes the words as they are typed.
    let is_written = std::env::var_os("COMPLETE").is_some_and(|shell| shell == "zsh");
    let words = arguments.iter().skip_while(|word| *word != "--").skip(1);
    let index = std::env::var("_CLAP_COMPLETE_INDEX")
        .ok()
        .and_then(|index| index.parse().ok());
    let index: usize = index.unwrap_or_else(|| words.clone().count().saturating_sub(1));
    words
        .take(index)
        .skip(1)
        .map(|word| word.to_string_lossy())
        .map(|word| {
            if is_written {
                bash::unquoted(&word)
            } else {
                word.into_owned()
            }
        })
        .collect()
}

/// The kind of words that a command-line argument takes. The derived grammar gives it for each argument.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Completes {
    /// The names of prompts.
    Prompts,
    /// `KEY=VALUE` for the arguments of the given prompt.
    Pairs,
    /// The names of the given prompt's arguments.
    Arguments,
    /// A value of the given argument.
    Text,
    /// The ids of lints.
    Lints,
    /// The ids of kinds of changes.
    ChangeKinds,
    /// The names of prompts, and paths.
    PathsAndPrompts,
}

impl ArgExt for Completes {}

/// The grammar with a completer for every argument that has one.
fn taught(
    grammar: clap::Command,
    registry: &PromptRegistry,
    words: &Arc<[String]>,
) -> clap::Command {
    grammar
        .mut_args(|arg| match arg.get::<Completes>().copied() {
            None => arg,
            Some(kind) => {
                let (registry, words) = (registry.clone(), Arc::clone(words));
                arg.add(ArgValueCompleter::new(move |typed: &OsStr| {
                    typed
                        .to_str()
                        .map(|typed| kind.candidates(&registry, &words, typed))
                        .unwrap_or_default()
                }))
            }
        })
        .mut_subcommands(|command| taught(command, registry, words))
}

impl Completes {
    fn candidates(
        self,
        registry: &PromptRegistry,
        words: &[String],
        typed: &str,
    ) -> Vec<CompletionCandidate> {
        let ids = |ids: Vec<&str>| {
            let known = ids.into_iter().filter(|id| id.starts_with(typed));
            known.map(CompletionCandidate::new).collect()
        };
        match self {
            Self::Prompts => prompts(registry, typed),
            Self::Pairs => pairs(registry, words, typed),
            Self::Arguments => arguments(registry, words, typed),
            Self::Text => texts(registry, words, typed),
            Self::Lints => ids(Lint::ALL.iter().map(|lint| lint.id()).collect()),
            Self::ChangeKinds => ids(ChangeKind::ALL.iter().map(|kind| kind.id()).collect()),
            Self::PathsAndPrompts => {
                let mut found = prompts(registry, typed);
                found.extend(PathCompleter::any().complete(OsStr::new(typed)));
                found
            }
        }
    }
}

fn prompts(registry: &PromptRegistry, typed: &str) -> Vec<CompletionCandidate> {
    registry
        .prompts()
        .iter()
        .filter(|prompt| prompt.name().starts_with(typed))
        .map(|prompt| candidate(prompt.name(), prompt.listing().description.as_deref()))
        .collect()
}

/// The prompt on the command line: the first word after the command that is not an option.
fn named<'w>(
    registry: &PromptRegistry,
    words: &'w [String],
) -> Option<(Arc<RegisteredPrompt>, &'w [String])> {
    let place = words
        .iter()
        .skip(1)
        .position(|word| !word.starts_with('-'))?
        + 1;
    let prompt = registry.prompt(words.get(place)?)?;
    Some((prompt, words.get(place + 1..).unwrap_or_default()))
}

/// Completes `KEY=VALUE`: the key, then the value.
fn pairs(registry: &PromptRegistry, words: &[String], typed: &str) -> Vec<CompletionCandidate> {
    let Some((prompt, rest)) = named(registry, words) else {
        return Vec::new();
    };
    if let Some((key, value)) = typed.split_once('=') {
        let candidates = value_candidates(registry, &prompt, key, value, rest);
        return prefixed(candidates, &format!("{key}="));
    }
    prompt
        .arguments()
        .iter()
        .filter(|argument| argument.name().starts_with(typed) && !is_given(argument, rest))
        .map(|argument| {
            candidate(
                &format!("{}=", argument.name()),
                argument.listed().description.as_deref(),
            )
        })
        .collect()
}

fn is_given(argument: &Argument, words: &[String]) -> bool {
    words
        .iter()
        .any(|word| argument.answers_to(word.split('=').next().unwrap_or_default()))
}

fn value_candidates(
    registry: &PromptRegistry,
    prompt: &RegisteredPrompt,
    key: &str,
    value: &str,
    words: &[String],
) -> Vec<CompletionCandidate> {
    match (values::begun(value), value.strip_prefix('@')) {
        (None, Some(path)) => prefixed(PathCompleter::any().complete(OsStr::new(path)), "@"),
        (text, _) => offered(
            registry,
            prompt,
            key,
            text.unwrap_or_default(),
            words,
            values::written,
        ),
    }
}

/// The values that a client would be offered, with the arguments in the other words.
fn offered(
    registry: &PromptRegistry,
    prompt: &RegisteredPrompt,
    key: &str,
    value: &str,
    words: &[String],
    written: fn(&str) -> Cow<'_, str>,
) -> Vec<CompletionCandidate> {
    let given: Vec<(&str, &str)> = words
        .iter()
        .filter_map(|word| word.split_once('='))
        .filter(|(_, text)| !text.is_empty() && !text.starts_with(['@', '-']))
        .collect();
    let context = Context::default();
    let answer =
        runtime::wait(registry.complete(prompt.name(), key, value, given.as_slice(), &context));
    let Ok(Ok(answer)) = answer else {
        return Vec::new();
    };
    let known = prompt.arguments().iter().find(|it| it.answers_to(key));
    let description = |value: &str| {
        let known = known?;
        let index = known.values().iter().position(|known| known == value)?;
        known.value_descriptions().get(index).copied().flatten()
    };
    // A line feed ends a candidate in a shell, and a tab ends a value. Other control characters could take effect or hide text.
    let values = answer.completion.values.iter();
    values
        .filter(|value| is_plain(value))
        .map(|value| candidate(&written(value), description(value)))
        .collect()
}

/// Completes the name of an argument.
fn arguments(registry: &PromptRegistry, words: &[String], typed: &str) -> Vec<CompletionCandidate> {
    named(registry, words).map_or_else(Vec::new, |(prompt, _)| {
        prompt
            .arguments()
            .iter()
            .filter(|argument| argument.name().starts_with(typed))
            .map(|argument| candidate(argument.name(), argument.listed().description.as_deref()))
            .collect()
    })
}

/// Completes the text of `complete`.
fn texts(registry: &PromptRegistry, words: &[String], typed: &str) -> Vec<CompletionCandidate> {
    match named(registry, words) {
        Some((prompt, [key, rest @ ..])) => {
            offered(registry, &prompt, key, typed, rest, |text| text.into())
        }
        _ => Vec::new(),
    }
}

/// Returns `true` if a text has no characters that control a terminal or are invisible.
fn is_plain(text: &str) -> bool {
    !text.contains(|c: char| c.is_control()) && spelled_out(text) == text
}

/// Creates a candidate with the first line of its description, because shells show only one.
fn candidate(value: &str, description: Option<&str>) -> CompletionCandidate {
    let line = description.and_then(|text| text.lines().next());
    CompletionCandidate::new(value).help(line.map(|line| spelled_out(line).into_owned().into()))
}

fn prefixed(candidates: Vec<CompletionCandidate>, prefix: &str) -> Vec<CompletionCandidate> {
    candidates
        .into_iter()
        .map(|candidate| candidate.add_prefix(prefix))
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::tests::registry;

    fn values(candidates: &[CompletionCandidate]) -> Vec<String> {
        candidates
            .iter()
            .map(|candidate| candidate.get_value().to_string_lossy().into_owned())
            .collect()
    }

    fn pairs_after(words: &[&str], typed: &str) -> Vec<String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        values(&pairs(&registry(), &words, typed))
    }

    #[test]
    fn keys_then_values() {
        let words = ["get", "--json", "write-reply"];
        assert_eq!(pairs_after(&words, ""), ["tone=", "letter="]);
        assert_eq!(pairs_after(&words, "l"), ["letter="]);
        assert_eq!(pairs_after(&words, "tone="), ["tone=kind", "tone=blunt"]);
        assert_eq!(pairs_after(&words, "tone=b"), ["tone=blunt"]);
        assert_eq!(
            pairs_after(&["get", "write-reply", "tone=kind"], ""),
            ["letter="]
        );
        assert!(pairs_after(&["get", "no-such-prompt"], "").is_empty());
        assert!(pairs_after(&["get"], "").is_empty());
    }

    #[test]
    fn files_stand_after_an_at_sign() {
        assert_eq!(
            pairs_after(&["get", "write-reply"], "letter=@Cargo"),
            ["letter=@Cargo.toml"]
        );
    }

    #[test]
    fn a_value_that_begins_with_an_at_sign_is_no_file() {
        use prompt_runtime::{RuntimeArgument, RuntimePrompt};

        let live = PromptRegistry::builder().build_live().unwrap();
        let whom = RuntimeArgument::required("whom").values(["@team", "all"]);
        live.insert(RuntimePrompt::new("greet", |_| "Greet them.").argument(whom))
            .unwrap();
        let after = |words: &[&str], typed: &str| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            (
                values(&pairs(live.registry(), &words, typed)),
                values(&texts(live.registry(), &words, typed)),
            )
        };
        let words = ["get", "greet"];
        assert_eq!(after(&words, "whom=").0, ["whom=@@team", "whom=all"]);
        assert_eq!(after(&words, "whom=@@t").0, ["whom=@@team"]);
        assert_eq!(after(&["complete", "greet", "whom"], "@").1, ["@team"]);
    }

    #[test]
    fn names_and_arguments() {
        let registry = registry();
        assert_eq!(values(&prompts(&registry, "write")), ["write-reply"]);
        let words = ["complete", "write-reply", "tone"].map(String::from);
        assert_eq!(values(&arguments(&registry, &words[..2], "t")), ["tone"]);
        assert_eq!(values(&texts(&registry, &words, "bl")), ["blunt"]);
    }
}

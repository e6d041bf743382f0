//! Advice for prompts that work, but not equally well on every host.
//!
//! Hosts differ in what they make of a prompt: some show a form, some split typed text by white space, some use the first message
//! only. [`check`] knows what was reported about them, and each [`Rule`] cites it. One line keeps the prompts clean:
//!
//! ```no_run
//! #[test]
//! fn the_prompts_suit_every_host() -> Result<(), prompt_runtime::RegistryError> {
//!     prompt_runtime::lint::assert_clean(&prompt_runtime::PromptRegistry::from_inventory()?);
//!     Ok(())
//! }
//! ```
//!
//! Advice that does not hold is allowed for one prompt with `#[prompt(allow("generic-name"))]`, and for all with
//! [`RegistryBuilder::allow_advice`](crate::RegistryBuilder::allow_advice).
//!
//! Some rules look at the answer, so prompts are called, more than once, with made-up values: an argument's default, then its allowed
//! values, then whatever its type can be. A prompt is passed over by these rules when no values are found that it accepts, when it
//! fails, when it needs state that the registry was not given, and when it is async and has to wait for anything. Prompts that have
//! effects other than their answer should not be checked with the state that lets them have these.

mod answer;
mod arguments;
mod names;
mod rule;
mod values;
mod verbs;

pub use rule::Rule;
#[cfg(feature = "cli")]
pub(crate) use values::candidates;

use crate::definition::Location;
use crate::registry::{Place, PromptRegistry, RegisteredPrompt};
use prompt_rules::nearest::nearest;
use serde::Serialize;
use std::fmt;

/// Something that could be better. `Display` is a report of several lines, in the form of a compiler's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    rule: Rule,
    prompt: String,
    argument: Option<String>,
    location: Place,
    what: String,
}

impl Advice {
    /// The rule that found it.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The prompt.
    #[must_use]
    pub fn prompt(&self) -> &str {
        &self.prompt
    }

    /// The argument, when it is about one.
    #[must_use]
    pub fn argument(&self) -> Option<&str> {
        self.argument.as_deref()
    }

    /// Where the prompt is declared.
    #[must_use]
    pub fn location(&self) -> Location<'_> {
        self.location.location()
    }

    /// What was found, in one sentence without a full stop.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.what
    }
}

impl Serialize for Advice {
    /// For programs: `rule`, `prompt`, `argument`, `file`, `line`, `what`, `why`, `instead`.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Row<'a> {
            rule: &'static str,
            prompt: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            argument: Option<&'a str>,
            file: &'a str,
            line: u32,
            what: &'a str,
            why: &'static str,
            instead: &'static str,
        }
        Row {
            rule: self.rule.id(),
            prompt: &self.prompt,
            argument: self.argument(),
            file: self.location().file,
            line: self.location().line,
            what: &self.what,
            why: self.rule.why(),
            instead: self.rule.instead(),
        }
        .serialize(serializer)
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rule, prompt, what, ..
        } = self;
        let location = self.location();
        write!(
            f,
            "advice[{rule}]: prompt \"{prompt}\": {what}\n  --> {location}\n   = why: {}\n   = instead: {}",
            rule.why(),
            rule.instead()
        )?;
        if *rule == Rule::UnknownAdvice {
            return Ok(());
        }
        write!(f, "\n   = or allow it: #[prompt(allow(\"{rule}\"))]")
    }
}

/// All advice for the prompts of a registry, sorted by prompt.
#[must_use]
pub fn check(registry: &PromptRegistry) -> Vec<Advice> {
    registry
        .prompts()
        .iter()
        .flat_map(|prompt| check_prompt(registry, prompt))
        .collect()
}

/// Fails the test when there is advice.
///
/// # Panics
/// When there is any. The message says why, and what to do.
// An assertion for tests.
#[allow(clippy::panic)]
#[track_caller]
pub fn assert_clean(registry: &PromptRegistry) {
    let advice = check(registry);
    if !advice.is_empty() {
        let texts: Vec<String> = advice.iter().map(ToString::to_string).collect();
        panic!("{}:\n\n{}", counted(advice.len()), texts.join("\n\n"));
    }
}

/// "2 pieces of advice".
pub(crate) fn counted(advice: usize) -> String {
    match advice {
        1 => "1 piece of advice".to_owned(),
        _ => format!("{advice} pieces of advice"),
    }
}

fn check_prompt(registry: &PromptRegistry, prompt: &RegisteredPrompt) -> Vec<Advice> {
    let mut found = Found {
        prompt,
        advice: Vec::new(),
    };
    names::check(&mut found);
    arguments::check(&mut found);
    answer::check(registry, &mut found);
    let allowed = prompt.allowed_advice();
    found.advice.retain(|advice| {
        !allowed.contains(&advice.rule.id()) && !registry.allowed_advice().contains(&advice.rule)
    });
    for id in allowed.iter().filter(|id| Rule::from_id(id).is_none()) {
        let ids = Rule::ALL.iter().map(|rule| rule.id());
        let hint = nearest(id, ids)
            .map(|near| format!("; did you mean \"{near}\"?"))
            .unwrap_or_default();
        found.of_prompt(
            Rule::UnknownAdvice,
            format!("it allows \"{id}\", which is the id of no rule{hint}"),
        );
    }
    found.advice
}

/// What was found of one prompt.
struct Found<'p> {
    prompt: &'p RegisteredPrompt,
    advice: Vec<Advice>,
}

impl Found<'_> {
    fn of_prompt(&mut self, rule: Rule, what: String) {
        self.add(rule, None, what);
    }

    fn of_argument(&mut self, rule: Rule, argument: &str, what: String) {
        self.add(rule, Some(argument.to_owned()), what);
    }

    fn add(&mut self, rule: Rule, argument: Option<String>, what: String) {
        self.advice.push(Advice {
            rule,
            prompt: self.prompt.name().to_owned(),
            argument,
            location: self.prompt.location().into(),
            what,
        });
    }
}

#[cfg(test)]
mod tests;

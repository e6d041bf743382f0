//! Advice for prompts that work, but not equally well on every host.
//!
//! Hosts differ in what they make of a prompt: some show a form, some split typed text by white space, some use the first message
//! only. [`check`] knows what was reported about them, and each [`Rule`] says why, citing what shows it where it is about a host. One line keeps the prompts clean:
//!
//! ```no_run
//! #[test]
//! fn the_prompts_suit_every_host() -> Result<(), prompt_runtime::RegistryError> {
//!     prompt_runtime::lint::assert_clean(&prompt_runtime::PromptRegistry::from_inventory()?);
//!     Ok(())
//! }
//! ```
//!
//! Advice that does not hold is allowed for one prompt with `#[prompt(allow("generic-name"))]`, in a prompt file with
//! `allow: [generic-name]` in the front matter, and for all with [`RegistryBuilder::allow_advice`](crate::RegistryBuilder::allow_advice).
//!
//! Some rules look at the answer, so prompts are called, more than once, with made-up values: an argument's default, then its allowed
//! values, then whatever its type can be. A prompt is passed over by these rules when no values are found that it accepts, when it
//! fails or panics, when it needs state that the registry was not given, and when it is async and has to wait for anything. Prompts
//! that have effects other than their answer should not be checked with the state that lets them have these.
//!
//! # Prompts that need tokio
//!
//! In a plain `#[test]` there is no runtime, so an async prompt with a timer or a task of tokio's panics ("there is no reactor
//! running") and is passed over. The panic is printed nevertheless; [`assert_clean`] says whose it was. In a `#[tokio::test]` such a
//! prompt is looked at, as far as it answers without waiting:
//!
//! ```no_run
//! #[tokio::test]
//! async fn the_prompts_suit_every_host() -> Result<(), prompt_runtime::RegistryError> {
//!     prompt_runtime::lint::assert_clean(&prompt_runtime::PromptRegistry::from_inventory()?);
//!     Ok(())
//! }
//! ```

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
use crate::registry::{Origin, Place, PromptRegistry, RegisteredPrompt};
use prompt_syntax::nearest::nearest;
use serde::Serialize;
use std::fmt;

/// Something that could be better. `Display` is a report of several lines, in the form of a compiler's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    rule: Rule,
    prompt: String,
    argument: Option<String>,
    location: Place,
    origin: Origin,
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

    /// Where the prompt is declared; in a prompt file, where its argument is.
    #[must_use]
    pub fn location(&self) -> Location<'_> {
        self.location.location()
    }

    /// What was found, in one sentence without a full stop.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.what
    }

    /// What to do instead, in what the prompt is written in.
    #[must_use]
    pub fn instead(&self) -> &'static str {
        self.rule.instead_in(self.origin)
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
            instead: self.instead(),
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
            self.instead()
        )?;
        if *rule == Rule::UnknownAdvice {
            return Ok(());
        }
        write!(f, "\n   = or allow it: {}", rule.way_to_allow(self.origin))
    }
}

/// All advice for the prompts of a registry, sorted by prompt.
///
/// A prompt that panics when it is called with made-up values is passed over by the rules about its answer; so is, in a plain
/// `#[test]`, an async one that needs tokio. It is looked at where the check runs in a `#[tokio::test]`: see [the module](self).
#[must_use]
pub fn check(registry: &PromptRegistry) -> Vec<Advice> {
    examine(registry).advice
}

/// Fails the test when there is advice.
///
/// A prompt whose calls panic is passed over by the rules about its answer, and the message names it, because the panic is printed
/// before the message and looks like the cause. An async prompt that needs tokio is looked at where this runs in a `#[tokio::test]`:
/// see [the module](self).
///
/// # Panics
/// When there is any advice. The message says why, and what to do.
// An assertion for tests.
#[allow(clippy::panic)]
#[track_caller]
pub fn assert_clean(registry: &PromptRegistry) {
    let examined = examine(registry);
    if examined.advice.is_empty() {
        return;
    }
    let mut texts: Vec<String> = examined.advice.iter().map(ToString::to_string).collect();
    texts.extend(examined.passed_over().map(|prompts| {
        format!(
            "note: {prompts}; what a panic printed above is not why this fails. An async prompt that needs tokio is looked at when the check \
             runs in a `#[tokio::test]`, as far as it answers without waiting."
        )
    }));
    panic!(
        "{}:\n\n{}",
        counted(examined.advice.len()),
        texts.join("\n\n")
    );
}

/// What a check found, and where it could not look.
pub(crate) struct Examined {
    pub(crate) advice: Vec<Advice>,
    /// The prompts of which a call with made-up values panicked.
    panicked: Vec<String>,
}

impl Examined {
    /// Keeps what is about prompts of these names.
    #[cfg(feature = "cli")]
    pub(crate) fn retain(&mut self, is_wanted: impl Fn(&str) -> bool) {
        self.advice.retain(|advice| is_wanted(advice.prompt()));
        self.panicked.retain(|name| is_wanted(name));
    }

    /// Names the prompts whose panic was passed over, as a sentence without a full stop.
    pub(crate) fn passed_over(&self) -> Option<String> {
        let names: Vec<String> = self.panicked.iter().map(|it| format!("\"{it}\"")).collect();
        let (plural, them) = match names.len() {
            0 => return None,
            1 => ("", "it"),
            _ => ("s", "them"),
        };
        Some(format!(
            "prompt{plural} {} panicked when called with made-up values, so the rules about answers passed {them} over",
            names.join(", ")
        ))
    }
}

pub(crate) fn examine(registry: &PromptRegistry) -> Examined {
    let mut examined = Examined {
        advice: Vec::new(),
        panicked: Vec::new(),
    };
    for prompt in registry.prompts() {
        let found = check_prompt(registry, &prompt);
        if found.panicked {
            examined.panicked.push(prompt.name().to_owned());
        }
        examined.advice.extend(found.advice);
    }
    examined
}

/// "2 pieces of advice".
pub(crate) fn counted(advice: usize) -> String {
    match advice {
        1 => "1 piece of advice".to_owned(),
        _ => format!("{advice} pieces of advice"),
    }
}

fn check_prompt<'p>(registry: &PromptRegistry, prompt: &'p RegisteredPrompt) -> Found<'p> {
    let mut found = Found {
        prompt,
        advice: Vec::new(),
        panicked: false,
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
    found
}

/// What was found of one prompt.
struct Found<'p> {
    prompt: &'p RegisteredPrompt,
    advice: Vec<Advice>,
    /// Whether a call of it panicked.
    panicked: bool,
}

impl Found<'_> {
    fn of_prompt(&mut self, rule: Rule, what: String) {
        self.add(rule, None, what);
    }

    fn of_argument(&mut self, rule: Rule, argument: &str, what: String) {
        self.add(rule, Some(argument.to_owned()), what);
    }

    fn add(&mut self, rule: Rule, argument: Option<String>, what: String) {
        let declared = argument.as_deref().and_then(|name| {
            let mut arguments = self.prompt.arguments().iter();
            arguments.find(|it| it.name() == name)?.line
        });
        let place = Place::from(self.prompt.location());
        self.advice.push(Advice {
            rule,
            prompt: self.prompt.name().to_owned(),
            argument,
            location: match declared {
                Some(line) => place.at_line(line.get()),
                None => place,
            },
            origin: self.prompt.origin(),
            what,
        });
    }
}

#[cfg(test)]
mod tests;

//! Advice for prompts that work, but not equally well in every host.
//!
//! Hosts treat prompts differently: some show a form, some split typed text at white space, some use only the first message. [`check`]
//! compares prompts with reports about hosts in use. Each piece of advice is a [`Lint`] with an id, a reason with its sources, and a change
//! to make. One line keeps prompts free of warnings:
//!
//! ```no_run
//! # fn prompts() -> Result<prompt_runtime::PromptRegistry, prompt_runtime::RegistryError> { prompt_runtime::PromptRegistry::from_inventory() }
//! #[test]
//! fn the_prompts_suit_every_host() -> Result<(), prompt_runtime::RegistryError> {
//!     prompt_check::advice::assert_clean(&prompts()?);
//!     Ok(())
//! }
//! ```
//!
//! A [`Level::Warn`] fails that test: a host in use breaks the prompt. A [`Level::Note`] is information and fails nothing. The command
//! line's `check` shows both.
//!
//! An author can allow a lint for one prompt with `#[prompt(allow = "generic-name")]`, for a prompt file with `allow: [generic-name]` in
//! its front matter, and for all prompts with [`Advisor::allow`].
//!
//! # Calls
//!
//! Some lints inspect the answer. For these, a prompt is called at most once, with sample values, and only if it is not async and uses no
//! state, because such a prompt has no other effects in most programs. [`Advisor::call_all`] includes the others.

mod answer;
mod arguments;
mod lint;
mod names;
mod texts;
mod values;

pub use lint::Lint;
#[doc(hidden)]
pub use values::candidates;

use lint::Form;
use prompt_runtime::arguments::Argument;
use prompt_runtime::{PromptRegistry, RegisteredPrompt};
use prompt_syntax::nearest::nearest;
use serde::Serialize;
use std::fmt;

/// The weight of a piece of advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// A host in use breaks the prompt.
    Warn,
    /// Information that fails no check.
    Note,
}

impl Level {
    /// The level as text: `warn` or `note`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Warn => "warn",
            Self::Note => "note",
        }
    }
}

/// A piece of advice about one prompt. `Display` prints a report of several lines, in the style of a compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    lint: Lint,
    prompt: String,
    argument: Option<String>,
    file: String,
    line: u32,
    form: Form,
    message: String,
}

impl Advice {
    /// The kind of advice.
    #[must_use]
    pub fn lint(&self) -> Lint {
        self.lint
    }

    /// The weight of the advice.
    #[must_use]
    pub fn level(&self) -> Level {
        self.lint.level()
    }

    /// The name of the prompt.
    #[must_use]
    pub fn prompt(&self) -> &str {
        &self.prompt
    }

    /// The name of the argument, if the advice concerns one.
    #[must_use]
    pub fn argument(&self) -> Option<&str> {
        self.argument.as_deref()
    }

    /// The file that declares the prompt. Empty for a prompt created at run time.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The line that declares the prompt or, in a prompt file, the argument; from 1. It is 0 for a prompt created at run time.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The finding, in one sentence without a full stop.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The change to make, worded for the form in which the prompt is written.
    #[must_use]
    pub fn instead(&self) -> &'static str {
        self.lint.instead_in(self.form)
    }
}

impl Serialize for Advice {
    /// Writes an object with `rule`, `level`, `prompt`, `argument`, `file`, `line`, `what`, `why` and `instead`.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Row<'a> {
            rule: &'static str,
            level: &'static str,
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
            rule: self.lint.id(),
            level: self.level().as_str(),
            prompt: &self.prompt,
            argument: self.argument(),
            file: &self.file,
            line: self.line,
            what: &self.message,
            why: self.lint.why(),
            instead: self.instead(),
        }
        .serialize(serializer)
    }
}

impl fmt::Display for Advice {
    /// Prints the advice. Only warnings include the reason and the way to allow them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            lint,
            prompt,
            message,
            ..
        } = self;
        let level = self.level().as_str();
        write!(f, "{level}[{lint}]: prompt \"{prompt}\": {message}")?;
        match &*self.file {
            "" => f.write_str("\n  --> made at run time")?,
            file => write!(f, "\n  --> {file}:{}", self.line)?,
        }
        if self.level() == Level::Warn {
            write!(f, "\n   = why: {}", lint.why())?;
        }
        write!(f, "\n   = instead: {}", self.instead())?;
        if self.level() == Level::Warn && *lint != Lint::UnknownAdvice {
            write!(f, "\n   = or allow it: {}", lint.way_to_allow(self.form))?;
        }
        Ok(())
    }
}

/// A check with options.
#[derive(Debug, Clone, Default)]
pub struct Advisor {
    allowed: Vec<Lint>,
    only: Vec<Lint>,
    calls_all: bool,
}

impl Advisor {
    /// Creates a check that reports all advice.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Excludes these lints, for all prompts.
    #[must_use]
    pub fn allow(mut self, lints: impl IntoIterator<Item = Lint>) -> Self {
        self.allowed.extend(lints);
        self
    }

    /// Excludes all other lints. With an empty list, the check reports nothing.
    #[must_use]
    pub fn only(mut self, lints: impl IntoIterator<Item = Lint>) -> Self {
        self.only.extend(lints);
        self
    }

    /// Also calls async prompts and prompts with state.
    ///
    /// An async prompt is polled once, so the answer of a prompt that waits is not inspected. If a prompt needs an async runtime, call this
    /// check inside one.
    #[must_use]
    pub fn call_all(mut self) -> Self {
        self.calls_all = true;
        self
    }

    /// Returns all advice for the prompts of a registry, sorted by prompt. The warnings of a prompt come first.
    #[must_use]
    pub fn check(&self, registry: &PromptRegistry) -> Vec<Advice> {
        let prompts = registry.prompts();
        let of = |prompt: &_| self.check_prompt(registry, prompt);
        prompts.iter().flat_map(|prompt| of(prompt)).collect()
    }

    /// Returns all advice for one prompt of the registry, warnings first.
    #[must_use]
    pub fn check_prompt(
        &self,
        registry: &PromptRegistry,
        prompt: &RegisteredPrompt,
    ) -> Vec<Advice> {
        let mut found = Found {
            prompt,
            advice: Vec::new(),
        };
        names::check(&mut found);
        arguments::check(&mut found);
        texts::check(&mut found);
        texts::check_file(&mut found);
        answer::check(registry, self.calls_all, &mut found);
        let allowed = prompt.allowed_advice();
        let is_given = |lint: Lint| {
            !self.allowed.contains(&lint) && (self.only.is_empty() || self.only.contains(&lint))
        };
        found.advice.retain(|it| !allowed.contains(&it.lint.id()));
        for id in allowed.iter().filter(|id| Lint::from_id(id).is_none()) {
            let ids = Lint::ALL.iter().map(|lint| lint.id());
            let hint = nearest(id, ids)
                .map(|near| format!("; did you mean \"{near}\"?"))
                .unwrap_or_default();
            found.add(
                Lint::UnknownAdvice,
                format!("it allows \"{id}\", which is no id of a lint{hint}"),
            );
        }
        found.advice.retain(|it| is_given(it.lint));
        found.advice.sort_by_key(Advice::level);
        found.advice
    }

    /// Fails the test if there is a warning.
    ///
    /// # Panics
    /// If there is a warning. The message contains the reason and the change to make.
    // A failed assertion is meant to panic.
    #[allow(clippy::panic)]
    #[track_caller]
    pub fn assert_clean(&self, registry: &PromptRegistry) {
        let mut advice = self.check(registry);
        advice.retain(|it| it.level() == Level::Warn);
        if advice.is_empty() {
            return;
        }
        let texts: Vec<String> = advice.iter().map(ToString::to_string).collect();
        panic!("{}:\n\n{}", summary(&advice), texts.join("\n\n"));
    }
}

/// Returns all advice for the prompts of a registry, sorted by prompt.
#[must_use]
pub fn check(registry: &PromptRegistry) -> Vec<Advice> {
    Advisor::new().check(registry)
}

/// Fails the test if there is a warning.
///
/// # Panics
/// If there is a warning. The message contains the reason and the change to make.
#[track_caller]
pub fn assert_clean(registry: &PromptRegistry) {
    Advisor::new().assert_clean(registry);
}

/// The number of warnings and notes, such as "1 warning and 2 notes".
#[must_use]
pub fn summary(advice: &[Advice]) -> String {
    let warnings = advice.iter().filter(|it| it.level() == Level::Warn).count();
    let counted = |count: usize, word: &str| match count {
        0 => None,
        1 => Some(format!("1 {word}")),
        _ => Some(format!("{count} {word}s")),
    };
    let warnings_and_notes = [
        counted(warnings, "warning"),
        counted(advice.len() - warnings, "note"),
    ];
    let parts: Vec<String> = warnings_and_notes.into_iter().flatten().collect();
    if parts.is_empty() {
        "no advice".to_owned()
    } else {
        parts.join(" and ")
    }
}

/// The advice found so far for one prompt.
struct Found<'p> {
    prompt: &'p RegisteredPrompt,
    advice: Vec<Advice>,
}

impl Found<'_> {
    fn add(&mut self, lint: Lint, message: String) {
        self.push(lint, None, self.prompt.location().line, message);
    }

    fn add_at(&mut self, lint: Lint, row: u32, message: String) {
        self.push(lint, None, row, message);
    }

    fn add_for(&mut self, lint: Lint, argument: &Argument, message: String) {
        let row = argument
            .line()
            .map_or(self.prompt.location().line, std::num::NonZeroU32::get);
        self.push(lint, Some(argument), row, message);
    }

    fn push(&mut self, lint: Lint, argument: Option<&Argument>, row: u32, message: String) {
        self.advice.push(Advice {
            lint,
            prompt: self.prompt.name().to_owned(),
            argument: argument.map(|it| it.name().to_owned()),
            file: self.prompt.location().file.to_owned(),
            line: row,
            form: Form::of(self.prompt.origin(), argument),
            message,
        });
    }
}

#[cfg(test)]
mod tests;

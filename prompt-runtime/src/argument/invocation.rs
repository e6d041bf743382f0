use super::declared::not_allowed;
use super::info::{ArgumentInfo, DefaultFault};
use super::input::RawValue;
use super::items::{ItemError, of_item};
use super::lookup::Lookup;
use super::problem::{Problem, ProblemKind, detail};
use super::{Argument, Arguments};
use crate::context::Context;
use crate::text::InvisibleText;
use prompt_syntax::nearest::nearest;
use std::borrow::Cow;

/// One call of a prompt. It returns the arguments in the order of declaration, and collects their problems.
#[doc(hidden)]
pub struct Invocation<'a> {
    declared: &'a [Argument],
    given: Arguments<'a>,
    rules: Rules,
    lookup: Lookup<'a>,
    /// The index of the next argument.
    next: usize,
    /// The number of given arguments that were read.
    used: usize,
    problems: Vec<Problem>,
    missing_state: Option<&'static str>,
    /// Collected facts about each argument, if the registry asks for these in place of a call.
    info: Option<Vec<ArgumentInfo>>,
    /// `true` if the function must not be called, even with valid arguments.
    only_checks: bool,
}

/// The registry's settings for arguments.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Rules {
    pub(crate) ignore_undeclared: bool,
    pub(crate) invisible: InvisibleText,
}

/// The value given for the next argument.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum ArgumentValue<'a> {
    /// Text that passed every check before parsing.
    Text(&'a str),
    /// The argument is absent, and may be.
    Absent,
    /// The value was rejected; its problem is recorded.
    Refused,
    /// This is not a call: the registry collects the defaults.
    Describing,
}

impl<'a> Invocation<'a> {
    pub(crate) fn new(
        declared: &'a [Argument],
        given: Arguments<'a>,
        rules: Rules,
        lookup: Lookup<'a>,
    ) -> Self {
        Self {
            declared,
            given,
            rules,
            lookup,
            next: 0,
            used: 0,
            problems: Vec::new(),
            missing_state: None,
            info: None,
            only_checks: false,
        }
    }

    /// Creates an invocation that checks the arguments without calling the function.
    pub(crate) fn checking(
        declared: &'a [Argument],
        given: Arguments<'a>,
        rules: Rules,
        lookup: Lookup<'a>,
    ) -> Self {
        Self {
            only_checks: true,
            ..Self::new(declared, given, rules, lookup)
        }
    }

    /// Creates an invocation that collects facts about the arguments without calling the function. It continues from `known`, so that a
    /// default that failed is not evaluated again.
    pub(crate) fn describing(
        declared: &'a [Argument],
        lookup: Lookup<'a>,
        mut known: Vec<ArgumentInfo>,
    ) -> Self {
        known.resize_with(declared.len(), ArgumentInfo::default);
        Self {
            info: Some(known),
            ..Self::new(declared, Arguments::default(), Rules::default(), lookup)
        }
    }

    pub(crate) fn into_info(self) -> Vec<ArgumentInfo> {
        self.info.unwrap_or_default()
    }

    /// Records that the default of the current argument panicked. Returns `false` if the panic came from elsewhere.
    pub(crate) fn default_panicked(&mut self) -> bool {
        match self.info() {
            Some(info) if info.fault.is_none() => {
                info.fault = Some(DefaultFault::Panics);
                true
            }
            _ => false,
        }
    }

    pub(crate) fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    pub(crate) fn missing_state(&self) -> Option<&'static str> {
        self.missing_state
    }

    /// Returns the next argument in the order of declaration.
    #[doc(hidden)]
    pub fn take(&mut self) -> ArgumentValue<'a> {
        let Some(argument) = self.declared.get(self.next) else {
            return ArgumentValue::Refused;
        };
        self.next += 1;
        // Most arguments have one name and take any text.
        if self.info.is_none() && argument.takes_any_text() {
            match self.given.given(&argument.name) {
                Some(RawValue::Text(text)) => {
                    self.used += 1;
                    return ArgumentValue::Text(text);
                }
                None if !argument.required => return ArgumentValue::Absent,
                _ => {}
            }
        }
        self.take_checked(argument)
    }

    #[inline(never)]
    fn take_checked(&mut self, argument: &'a Argument) -> ArgumentValue<'a> {
        if self.info.is_some() {
            return match self.info() {
                Some(ArgumentInfo { fault: None, .. }) => ArgumentValue::Describing,
                _ => ArgumentValue::Refused,
            };
        }
        match self.find(argument) {
            Err(problem) => self.refuse(problem),
            Ok(None | Some(RawValue::Null)) if argument.required => self.refuse(missing(argument)),
            Ok(None | Some(RawValue::Null)) => ArgumentValue::Absent,
            Ok(Some(RawValue::NotAString)) => self.refuse(
                Problem::new(argument.name.clone(), ProblemKind::NotAString).expecting("a string"),
            ),
            Ok(Some(RawValue::Text(text))) if argument.is_absent(text) => {
                if argument.required {
                    self.refuse(missing(argument))
                } else {
                    ArgumentValue::Absent
                }
            }
            Ok(Some(RawValue::Text(text))) => match argument.check(text) {
                Ok(()) => ArgumentValue::Text(text),
                Err(problem) => self.refuse(problem),
            },
        }
    }

    /// Finds the value given under the name or a former name; `null` counts as absent.
    fn find(&mut self, argument: &'a Argument) -> Result<Option<RawValue<'a>>, Problem> {
        if argument.aliases.is_empty() {
            let found = self.given.given(&argument.name);
            self.used += usize::from(found.is_some());
            return Ok(found);
        }
        let mut found: Option<(&str, RawValue<'a>)> = None;
        let mut twice = None;
        for name in std::iter::once(&argument.name).chain(&argument.aliases) {
            let Some(given) = self.given.given(name) else {
                continue;
            };
            self.used += 1;
            match found {
                _ if given == RawValue::Null => {}
                None => found = Some((name, given)),
                Some((first, _)) => twice = twice.or(Some((first, name))),
            }
        }
        match twice {
            None => Ok(found.map(|(_, given)| given)),
            Some((first, second)) => Err(Problem::new(argument.name.clone(), ProblemKind::Invalid)
                .expecting("given once")
                .because(format!("it was given as \"{first}\" and as \"{second}\""))),
        }
    }

    fn refuse(&mut self, problem: Problem) -> ArgumentValue<'a> {
        self.problems.push(problem);
        ArgumentValue::Refused
    }

    fn current(&self) -> Option<&'a Argument> {
        self.declared.get(self.next.checked_sub(1)?)
    }

    /// Records that the current argument is missing.
    #[cold]
    pub(super) fn missing<T>(&mut self) -> Option<T> {
        if let Some(argument) = self.current() {
            self.problems.push(missing(argument));
        }
        None
    }

    /// Records that the text of the current argument does not parse.
    #[cold]
    pub(super) fn unparsed<T>(&mut self, text: &str, error: &str) -> Option<T> {
        self.not_a_value(None, text, error);
        None
    }

    /// Returns the list, or records the problem of one of its items.
    pub(super) fn parsed_list<T>(&mut self, result: Result<T, ItemError<'_>>) -> Option<T> {
        result
            .map_err(|error| self.not_a_value(Some(error.item), &error.text, &error.why))
            .ok()
    }

    fn not_a_value(&mut self, item: Option<usize>, text: &str, error: &str) {
        let Some(argument) = self.current() else {
            return;
        };
        if !argument.values.is_empty() {
            self.problems.push(not_allowed(argument, item, text));
            return;
        }
        let in_range = argument.expected_instead_of(text);
        let why = if in_range.is_some() {
            None
        } else {
            argument
                .kind
                .advice()
                .map_or_else(|| detail(error), |it| Some(it.to_owned()))
        };
        self.problems.push(Problem::invalid(
            argument.name.clone(),
            in_range.or_else(|| argument.expected()),
            of_item(item, why),
        ));
    }

    pub(super) fn out_of_bounds(&mut self) {
        if let Some(info) = self.info() {
            info.fault = Some(DefaultFault::OutOfBounds);
        } else if let Some(argument) = self.current() {
            self.problems.push(Problem::invalid(
                argument.name.clone(),
                argument.expected(),
                None,
            ));
        }
    }

    /// Records whether the current argument may be absent.
    #[cold]
    pub(super) fn described<T>(&mut self, required: bool) -> Option<T> {
        self.info()?.optional = !required;
        None
    }

    /// The facts about the current argument, if the registry collects them.
    pub(super) fn info(&mut self) -> Option<&mut ArgumentInfo> {
        let index = self.next.checked_sub(1)?;
        self.info.as_mut()?.get_mut(index)
    }

    /// Finishes reading the arguments. Returns `None` if any was rejected, so that the function is not called.
    #[doc(hidden)]
    pub fn accepted(&mut self) -> Option<()> {
        let undeclared = self.used < self.given.len() && !self.rules.ignore_undeclared;
        let is_call = self.info.is_none() && !self.only_checks && !self.given.is_malformed();
        if is_call && !undeclared && self.is_faultless() {
            return Some(());
        }
        self.accepted_after_search(undeclared)
    }

    fn is_faultless(&self) -> bool {
        self.problems.is_empty() && self.missing_state.is_none()
    }

    /// Finds the problems that concern all arguments. `undeclared` is `true` if some may be undeclared; a name that was given twice is not.
    #[cold]
    fn accepted_after_search(&mut self, undeclared: bool) -> Option<()> {
        if self.info.is_some() || self.given.is_malformed() {
            return None;
        }
        if undeclared || self.only_checks || !self.problems.is_empty() {
            self.find_invisible();
        }
        if undeclared {
            self.find_undeclared();
        }
        (self.is_faultless() && !self.only_checks).then_some(())
    }

    /// Reports invisible characters of an argument in place of its other problems. Accepted arguments are not searched here, because the
    /// result is searched once it is built.
    fn find_invisible(&mut self) {
        for problem in invisible(self.declared, self.given, self.rules.invisible) {
            let place = |name: &str| self.declared.iter().position(|it| it.name == name);
            let at = self
                .problems
                .partition_point(|it| place(it.argument()) < place(problem.argument()));
            match self.problems.get_mut(at) {
                Some(known) if known.argument() == problem.argument() => *known = problem,
                _ => self.problems.insert(at, problem),
            }
        }
    }

    /// Records the undeclared arguments, sorted by name. The order of a JSON object would depend on the features of `serde_json` that other
    /// crates select.
    fn find_undeclared(&mut self) {
        // A request with thousands of names must not get an answer with thousands of sentences.
        const LISTED: usize = 20;
        let declared = self.declared;
        let mut names = self.given.names();
        names.retain(|name| !declared.iter().any(|argument| argument.answers_to(name)));
        names.sort_unstable();
        names.dedup();
        let left_out = names.len().saturating_sub(LISTED);
        let last = names.len().min(LISTED).saturating_sub(1);
        // The declared names are listed once, with the last unknown name that is not similar to any of them.
        let mut puzzling = None;
        for (index, name) in names.into_iter().take(LISTED).enumerate() {
            let problem = Problem::new(Cow::Owned(printable(name)), ProblemKind::Undeclared);
            let near = nearest(name, declared.iter().map(|argument| &*argument.name));
            if near.is_none() {
                puzzling = Some(self.problems.len());
            }
            let details = [
                near.map(|near| format!("did you mean \"{near}\"?")),
                (left_out > 0 && index == last)
                    .then(|| format!("and {left_out} more are not declared")),
            ];
            self.problems.push(problem.because_of(details));
        }
        if let Some(problem) = puzzling.and_then(|index| self.problems.get_mut(index)) {
            problem.explain_first(takes(declared));
        }
    }

    /// The context of the request.
    #[doc(hidden)]
    #[must_use]
    pub fn context(&self) -> Option<&'a Context> {
        self.info.is_none().then_some(self.lookup.context)
    }

    /// Returns state by type. The search order is the request, the server that the registry is mounted on, the registry's own state.
    #[doc(hidden)]
    pub fn state<T: Send + Sync + 'static>(&mut self) -> Option<&'a T> {
        if self.info.is_some() {
            return None;
        }
        let found = self.lookup.state();
        if found.is_none() {
            self.missing_state = Some(std::any::type_name::<T>());
        }
        found
    }
}

/// Returns the problems of arguments with invisible characters that the policy rejects, in the order of declaration.
pub(crate) fn invisible(
    declared: &[Argument],
    given: Arguments<'_>,
    policy: InvisibleText,
) -> Vec<Problem> {
    let problem = |argument: &Argument| {
        std::iter::once(&argument.name)
            .chain(&argument.aliases)
            .find_map(|name| match given.given(name)? {
                RawValue::Text(text) => argument.hides(text, policy),
                RawValue::Null | RawValue::NotAString => None,
            })
    };
    declared.iter().filter_map(problem).collect()
}

fn missing(argument: &Argument) -> Problem {
    let problem = Problem::new(argument.name.clone(), ProblemKind::Missing);
    match argument.expected().or_else(|| argument.summary()) {
        Some(expected) => problem.expecting(expected),
        None => problem,
    }
}

fn takes(declared: &[Argument]) -> String {
    let names: Vec<String> = declared
        .iter()
        .map(|argument| format!("\"{}\"", argument.name))
        .collect();
    if names.is_empty() {
        "this prompt takes no arguments".to_owned()
    } else {
        format!("this prompt takes {}", names.join(", "))
    }
}

/// Makes a client's name readable: limits its length and removes invisible characters.
pub(crate) fn printable(name: &str) -> String {
    const MAX_CHARS: usize = prompt_syntax::name::MAX_LEN;
    let shown: String = name
        .chars()
        .take(MAX_CHARS)
        .map(|c| {
            if prompt_syntax::text::is_visible(c) {
                c
            } else {
                char::REPLACEMENT_CHARACTER
            }
        })
        .collect();
    if name.chars().nth(MAX_CHARS).is_some() {
        format!("{shown}…")
    } else {
        shown
    }
}

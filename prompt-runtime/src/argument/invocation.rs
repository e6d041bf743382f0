use super::input::Given;
use super::problem::{Problem, ProblemKind, presentable};
use super::{Argument, Arguments};
use crate::context::Context;
use crate::state::{Extensions, of_server};
use crate::text::InvisibleText;
use prompt_rules::nearest::nearest;
use std::any::Any;
use std::borrow::Cow;

/// One call of a prompt: hands its arguments out in the order of declaration, and keeps what is wrong with them.
#[doc(hidden)]
pub struct Invocation<'a> {
    declared: &'a [Argument],
    given: Arguments<'a>,
    rules: Rules,
    lookup: Lookup<'a>,
    /// The index of the argument to hand out next.
    next: usize,
    /// How many of the given arguments were handed out.
    used: usize,
    problems: Vec<Problem>,
    missing_state: Option<&'static str>,
    /// The defaults, by index, when the registry asks for them instead of calling.
    defaults: Option<Vec<(usize, String)>>,
}

/// What the registry decides about arguments.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Rules {
    pub(crate) ignore_undeclared: bool,
    pub(crate) invisible: InvisibleText,
}

/// Where state is looked up, nearest first.
#[derive(Clone, Copy)]
pub(crate) struct Lookup<'a> {
    pub(crate) context: &'a Context,
    pub(crate) server: Option<&'a (dyn Any + Send + Sync)>,
    pub(crate) registry: &'a Extensions,
}

/// What was given for the next argument.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum Taken<'a> {
    /// Text that satisfies what can be said of text.
    Text(&'a str),
    /// Nothing, where nothing is legal.
    Absent,
    /// Something that was refused; the problem is noted.
    Refused,
    /// Nobody calls: only defaults are asked for.
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
            defaults: None,
        }
    }

    /// An invocation that calls nothing and collects the defaults.
    pub(crate) fn describing(declared: &'a [Argument], lookup: Lookup<'a>) -> Self {
        Self {
            defaults: Some(Vec::new()),
            ..Self::new(declared, Arguments::default(), Rules::default(), lookup)
        }
    }

    pub(crate) fn into_defaults(self) -> Vec<(usize, String)> {
        self.defaults.unwrap_or_default()
    }

    pub(crate) fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    pub(crate) fn missing_state(&self) -> Option<&'static str> {
        self.missing_state
    }

    /// The next argument in the order of declaration.
    #[doc(hidden)]
    pub fn take(&mut self) -> Taken<'a> {
        let Some(argument) = self.declared.get(self.next) else {
            return Taken::Refused;
        };
        self.next += 1;
        if self.defaults.is_some() {
            return Taken::Describing;
        }
        match self.find(argument) {
            None | Some(Given::Null) if argument.required => {
                self.problems.push(missing(argument));
                Taken::Refused
            }
            None | Some(Given::Null) => Taken::Absent,
            Some(Given::NotAString) => self.refuse(
                Problem::new(argument.name.clone(), ProblemKind::NotAString).expecting("a string"),
            ),
            Some(Given::Text(text)) => match argument.check(text, self.rules.invisible) {
                Ok(()) => Taken::Text(text),
                Err(problem) => self.refuse(problem),
            },
        }
    }

    fn find(&mut self, argument: &Argument) -> Option<Given<'a>> {
        let mut found = None;
        for name in std::iter::once(&argument.name).chain(&argument.aliases) {
            if let Some(given) = self.given.given(name) {
                self.used += 1;
                found = found.or(Some(given));
            }
        }
        found
    }

    fn refuse(&mut self, problem: Problem) -> Taken<'a> {
        self.problems.push(problem);
        Taken::Refused
    }

    fn current(&self) -> Option<&'a Argument> {
        self.declared.get(self.next.checked_sub(1)?)
    }

    /// The value, or the problem that its text has.
    pub(super) fn parsed<T>(&mut self, text: &str, result: Result<T, String>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                if let Some(argument) = self.current() {
                    let problem = if argument.values.is_empty() {
                        Problem::invalid(
                            argument.name.clone(),
                            argument.expected(),
                            presentable(&error, text),
                        )
                    } else {
                        not_allowed(argument, text)
                    };
                    self.problems.push(problem);
                }
                None
            }
        }
    }

    pub(super) fn out_of_bounds(&mut self) {
        if let Some(argument) = self.current() {
            self.problems.push(Problem::invalid(
                argument.name.clone(),
                argument.expected(),
                None,
            ));
        }
    }

    pub(super) fn describe_default(&mut self, text: String) {
        if let (Some(defaults), Some(index)) = (&mut self.defaults, self.next.checked_sub(1)) {
            defaults.push((index, text));
        }
    }

    /// Ends the handing out: `None` when anything was refused, so that the function is not called.
    #[doc(hidden)]
    pub fn accepted(&mut self) -> Option<()> {
        if self.defaults.is_some() {
            return None;
        }
        if self.given.is_malformed() {
            return None;
        }
        if self.used < self.given.len() && !self.rules.ignore_undeclared {
            self.find_undeclared();
        }
        (self.problems.is_empty() && self.missing_state.is_none()).then_some(())
    }

    fn find_undeclared(&mut self) {
        for name in self.given.names() {
            if !self
                .declared
                .iter()
                .any(|argument| argument.answers_to(name))
            {
                self.problems.push(undeclared(name, self.declared));
            }
        }
    }

    /// The context of the request.
    #[doc(hidden)]
    #[must_use]
    pub fn context(&self) -> Option<&'a Context> {
        self.defaults.is_none().then_some(self.lookup.context)
    }

    /// State by type: what the request brought, then the server that the registry is mounted on, then what the registry was built with.
    #[doc(hidden)]
    pub fn state<T: Send + Sync + 'static>(&mut self) -> Option<&'a T> {
        if self.defaults.is_some() {
            return None;
        }
        let found = self.lookup.state();
        if found.is_none() {
            self.missing_state = Some(std::any::type_name::<T>());
        }
        found
    }
}

impl<'a> Lookup<'a> {
    pub(crate) fn state<T: Send + Sync + 'static>(&self) -> Option<&'a T> {
        let server = || self.server.and_then(of_server);
        self.context
            .extensions()
            .get()
            .or_else(server)
            .or_else(|| self.registry.get())
    }
}

fn missing(argument: &Argument) -> Problem {
    let problem = Problem::new(argument.name.clone(), ProblemKind::Missing);
    match argument.expected().or_else(|| argument.summary()) {
        Some(expected) => problem.expecting(expected),
        None => problem,
    }
}

pub(super) fn not_allowed(argument: &Argument, text: &str) -> Problem {
    let problem = Problem::invalid(argument.name.clone(), argument.expected(), None);
    match nearest(text.trim(), argument.values.iter().map(AsRef::as_ref)) {
        Some(near) => problem.because(format!("did you mean \"{near}\"?")),
        None => problem,
    }
}

fn undeclared(name: &str, declared: &[Argument]) -> Problem {
    let problem = Problem::new(Cow::Owned(printable(name)), ProblemKind::Undeclared);
    if let Some(near) = nearest(name, declared.iter().map(|argument| &*argument.name)) {
        return problem.because(format!("did you mean \"{near}\"?"));
    }
    let names: Vec<String> = declared
        .iter()
        .map(|argument| format!("\"{}\"", argument.name))
        .collect();
    problem.because(if names.is_empty() {
        "this prompt takes no arguments".to_owned()
    } else {
        format!("this prompt takes {}", names.join(", "))
    })
}

/// A name that a client made up, fit to be read: bounded, and without what cannot be seen.
pub(crate) fn printable(name: &str) -> String {
    const MAX_CHARS: usize = prompt_rules::name::MAX_LEN;
    let shown: String = name
        .chars()
        .take(MAX_CHARS)
        .map(|c| {
            if prompt_rules::text::is_visible(c) {
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

//! Which turn a conversation can end on, over every path through its branches, loops and `cfg`s.

use super::cfgs::Formula;
use super::model::{Conversation, Else, For, If, Item, Jump, Let, Match, Role, Target, Turn};
use crate::diagnostics::Errors;
use crate::tokens::line;
use proc_macro2::Span;
use std::collections::BTreeMap;

/// A mistake that is one only under some `cfg`s.
pub(super) struct Conditional {
    pub(super) under: Formula,
    pub(super) span: Span,
    pub(super) sentence: String,
}

/// Reports conversations that can be empty or end wrongly; returns what depends on `cfg`s.
pub(super) fn check(conversation: &Conversation, errors: &mut Errors) -> Vec<Conditional> {
    let mut flow = Flow::default();
    let ends = flow.items(&conversation.items, Ends::start());
    flow.judge(&ends);
    let (always, conditional): (Vec<_>, Vec<_>) =
        flow.found.into_iter().partition(|it| it.under.is_always());
    for mistake in always {
        errors.at(mistake.span, mistake.sentence);
    }
    conditional
}

/// What came last: a turn, by its number in reading order, or nothing at all.
type Last = Option<usize>;

/// How a path gets to where it is.
#[derive(Clone)]
struct Way {
    under: Formula,
    /// The decisions since the last turn.
    steps: Vec<Step>,
}

/// Every possible last turn, with the ways that lead there; the easiest to explain first.
#[derive(Clone, Default)]
struct Ends(BTreeMap<Last, Vec<Way>>);

impl Ends {
    fn start() -> Self {
        let mut ends = Self::default();
        ends.add(
            None,
            Way {
                under: Formula::always(),
                steps: Vec::new(),
            },
        );
        ends
    }

    fn ways(&self) -> impl Iterator<Item = (Last, &Way)> {
        self.0
            .iter()
            .flat_map(|(last, ways)| ways.iter().map(|way| (*last, way)))
    }

    /// Adds a way, unless there is one that says as much with fewer steps.
    fn add(&mut self, last: Last, way: Way) {
        if way.under.is_never() {
            return;
        }
        let ways = self.0.entry(last).or_default();
        if ways.iter().any(|known| known.replaces(&way)) {
            return;
        }
        ways.retain(|known| !way.replaces(known));
        let at = ways.partition_point(|known| known.steps.len() <= way.steps.len());
        if ways.len() < MOST_WAYS {
            ways.insert(at, way);
        }
    }

    fn extend(&mut self, other: Self) {
        for (last, ways) in other.0 {
            for way in ways {
                self.add(last, way);
            }
        }
    }

    /// What remains of these under further `cfg`s.
    fn under(&self, present: &Formula) -> Self {
        let mut ends = Self::default();
        for (last, way) in self.ways() {
            ends.add(
                last,
                Way {
                    under: way.under.and(present),
                    steps: way.steps.clone(),
                },
            );
        }
        ends
    }

    fn decided(mut self, step: Step) -> Self {
        for way in self.0.values_mut().flatten() {
            way.steps.push(step);
        }
        self
    }

    /// When any of these is reached.
    fn reached(&self) -> Formula {
        self.ways()
            .fold(Formula::never(), |any, (_, way)| any.or(&way.under))
    }
}

impl Way {
    fn replaces(&self, other: &Self) -> bool {
        self.steps.len() <= other.steps.len() && self.under.or(&other.under) == self.under
    }
}

/// As many explanations are kept for one turn; a conversation that has more is wrong in the others too.
const MOST_WAYS: usize = 8;

#[derive(Clone, Copy)]
struct Step {
    decision: Decision,
    span: Span,
}

#[derive(Clone, Copy)]
enum Decision {
    True,
    False,
    NoItems,
    Over,
    /// The arm, by its line.
    Arm(usize),
    NoValue(Role),
    ElseOfLet,
}

/// A loop around the current place.
struct Round {
    label: Option<String>,
    /// How many decisions are around it.
    depth: usize,
    /// The ends of rounds that were left early.
    left: Ends,
}

#[derive(Default)]
struct Flow {
    turns: Vec<(Role, Span)>,
    rounds: Vec<Round>,
    /// The decisions that led to the current place, each with the ends that it found.
    inside: Vec<(Step, Ends)>,
    broken: bool,
    found: Vec<Conditional>,
}

impl Flow {
    fn items(&mut self, items: &[Item], before: Ends) -> Ends {
        items.iter().fold(before, |ends, item| match item {
            Item::Turn(turn) => self.turn(turn, &ends),
            Item::If(it) => under(&it.attrs, &ends, |ends| self.branch(it, &ends)),
            Item::For(it) => under(&it.attrs, &ends, |ends| self.round(it, &ends)),
            Item::Match(it) => under(&it.attrs, &ends, |ends| self.arms(it, &ends)),
            Item::Let(it) => self.binding(it, ends),
            Item::Jump(it) => under(&it.attrs, &ends, |ends| self.jump(it, &ends)),
            Item::Stray(_) => ends,
            Item::Broken(_) => {
                self.broken = true;
                ends
            }
        })
    }

    fn turn(&mut self, turn: &Turn, before: &Ends) -> Ends {
        let span = turn.word.span();
        let present = Formula::of(&turn.attrs);
        let entered = before.under(&present);
        for (last, way) in entered.ways() {
            self.follow(last, way.under.clone());
        }
        let mut role = turn.role;
        if role == Role::Prefill && !self.rounds.is_empty() {
            let sentence = "`prefill` must be the last turn, and a loop can come round again: put it after the loop";
            self.report(entered.reached(), span, sentence.to_owned());
            role = Role::Unknown;
        }
        let last = Some(self.turns.len());
        self.turns.push((role, span));
        let mut after = before.under(&present.not());
        after.add(
            last,
            Way {
                under: entered.reached(),
                steps: Vec::new(),
            },
        );
        if turn.optional {
            let decision = Decision::NoValue(turn.role);
            after.extend(entered.decided(Step { decision, span }));
        }
        after
    }

    /// A turn comes after `last`.
    fn follow(&mut self, last: Last, under: Formula) {
        let Some((role @ Role::Prefill, span)) = last.and_then(|it| self.turns.get_mut(it)) else {
            return;
        };
        if under.is_always() {
            *role = Role::Unknown;
        }
        let span = *span;
        let sentence = "`prefill` must be the last turn, because the model continues its text: move it to the end, or write `assistant:`";
        self.report(under, span, sentence.to_owned());
    }

    fn branch(&mut self, it: &If, before: &Ends) -> Ends {
        let step = |decision| Step {
            decision,
            span: it.keyword.span(),
        };
        let (then, otherwise) = (step(Decision::True), step(Decision::False));
        let otherwise_ends = match &it.otherwise {
            None => before.clone(),
            Some(Else::Block(items)) => self.way(otherwise, items, before.clone()),
            Some(Else::If(next)) => {
                self.inside.push((otherwise, before.clone()));
                let ends = self.branch(next, before);
                self.inside.pop();
                ends
            }
        };
        let then_ends = self.way(then, &it.then, before.clone());
        joined(
            before,
            vec![(Some(otherwise), otherwise_ends), (Some(then), then_ends)],
        )
    }

    fn arms(&mut self, it: &Match, before: &Ends) -> Ends {
        let ways = it.arms.iter().map(|arm| {
            let step = Step {
                decision: Decision::Arm(line(arm.span)),
                span: it.keyword.span(),
            };
            let entered = before.under(&Formula::of(&arm.attrs));
            (Some(step), self.way(step, &arm.body, entered))
        });
        let ways = ways.collect();
        joined(before, ways)
    }

    /// The ends of a block that is entered by a decision.
    fn way(&mut self, step: Step, items: &[Item], entered: Ends) -> Ends {
        self.inside.push((step, entered.clone()));
        let ends = self.items(items, entered);
        self.inside.pop();
        ends
    }

    fn round(&mut self, it: &For, before: &Ends) -> Ends {
        self.rounds.push(Round {
            label: it.label.as_ref().map(|label| label.ident.to_string()),
            depth: self.inside.len(),
            left: Ends::default(),
        });
        let body = self.items(&it.body, before.clone());
        let left = self.rounds.pop().map(|round| round.left);
        let none = Step {
            decision: Decision::NoItems,
            span: it.keyword.span(),
        };
        let mut after = joined(before, vec![(Some(none), before.clone()), (None, body)]);
        after.extend(left.unwrap_or_default());
        let over = Step {
            decision: Decision::Over,
            ..none
        };
        for (last, ways) in &mut after.0 {
            if !before.0.contains_key(last) {
                for way in ways {
                    way.steps.push(over);
                }
            }
        }
        after
    }

    fn binding(&mut self, it: &Let, before: Ends) -> Ends {
        if let Some(target) = &it.otherwise {
            let step = Step {
                decision: Decision::ElseOfLet,
                span: it.keyword,
            };
            let leaving = before.under(&Formula::of(&it.attrs));
            self.leave(target, leaving.decided(step));
        }
        before
    }

    fn jump(&mut self, it: &Jump, before: &Ends) -> Ends {
        if let Some(target) = &it.to {
            self.leave(target, before.clone());
        }
        Ends::default()
    }

    fn leave(&mut self, target: &Target, mut ends: Ends) {
        let round = self.rounds.iter_mut().rev().find(|round| match target {
            Target::Innermost => true,
            Target::Label(label) => round.label.as_ref() == Some(label),
        });
        if let Some(round) = round {
            for (step, found) in self.inside.iter().skip(round.depth) {
                for (last, ways) in &mut ends.0 {
                    if found.0.contains_key(last) {
                        for way in ways {
                            way.steps.push(*step);
                        }
                    }
                }
            }
            round.left.extend(ends);
        }
    }

    fn judge(&mut self, ends: &Ends) {
        if self.turns.is_empty() {
            if !self.broken {
                let sentence =
                    "a conversation needs at least one turn: write `user: \"…\";`".to_owned();
                self.report(Formula::always(), Span::call_site(), sentence);
            }
            return;
        }
        // An item that could not be read may have been the turn that is missed here.
        if self.broken {
            return;
        }
        for (last, ways) in &ends.0 {
            let Some(way) = ways.first() else {
                continue;
            };
            let under = ways
                .iter()
                .fold(Formula::never(), |any, way| any.or(&way.under));
            let mut steps = way.steps.clone();
            steps.sort_by_key(|step| place(step.span));
            let when = when(&steps);
            match last.and_then(|it| self.turns.get(it)) {
                None => {
                    let first = self.turns.first().map(|(_, span)| *span);
                    let span = steps.first().map(|it| it.span).or(first);
                    let span = span.unwrap_or_else(Span::call_site);
                    let when = match when.as_str() {
                        "" => " under these `cfg`s",
                        when => when,
                    };
                    let sentence = format!(
                        "the conversation has no turn{when}: add a turn that is always there"
                    );
                    self.report(under, span, sentence);
                }
                Some((Role::Assistant, span)) => {
                    let verb = match ends.0.len() {
                        1 => "ends",
                        _ => "can end",
                    };
                    let sentence = format!(
                        "the conversation {verb} on this `assistant` turn{when}: let a `user` turn follow, or write `prefill:` if the model is to continue this text"
                    );
                    self.report(under, *span, sentence);
                }
                Some(_) => {}
            }
        }
    }

    fn report(&mut self, under: Formula, span: Span, sentence: String) {
        if !under.is_never() {
            self.found.push(Conditional {
                under,
                span,
                sentence,
            });
        }
    }
}

/// The ends after an item that is there only when its attributes say so.
fn under(attrs: &[syn::Attribute], before: &Ends, item: impl FnOnce(Ends) -> Ends) -> Ends {
    let present = Formula::of(attrs);
    let mut after = item(before.under(&present));
    after.extend(before.under(&present.not()));
    after
}

/// The ends after one of several ways was taken. A step explains how a turn from before stayed the last one; it says
/// nothing when every way leaves it so.
fn joined(before: &Ends, ways: Vec<(Option<Step>, Ends)>) -> Ends {
    let steps = |ends: &Ends, last: &Last| {
        let shortest = ends.0.get(last)?.first()?;
        Some(shortest.steps.len())
    };
    let idle: Vec<Last> = before
        .0
        .keys()
        .filter(|last| {
            ways.iter()
                .all(|(_, ends)| steps(ends, last) == steps(before, last))
        })
        .copied()
        .collect();
    let mut after = Ends::default();
    for (step, ends) in ways {
        for (last, known) in ends.0 {
            let explained = before.0.contains_key(&last) && !idle.contains(&last);
            for mut way in known {
                if explained {
                    way.steps.extend(step);
                }
                after.add(last, way);
            }
        }
    }
    after
}

/// ` when … and …`, or nothing.
fn when(steps: &[Step]) -> String {
    let parts: Vec<String> = steps.iter().map(Step::to_string).collect();
    match parts.as_slice() {
        [] => String::new(),
        parts => format!(" when {}", parts.join(" and ")),
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let line = line(self.span);
        match self.decision {
            Decision::True => write!(f, "the `if` at line {line} is true"),
            Decision::False => write!(f, "the `if` at line {line} is false"),
            Decision::NoItems => write!(f, "the `for` at line {line} has no items"),
            Decision::Over => write!(f, "the `for` at line {line} is over"),
            Decision::Arm(arm) => {
                write!(f, "the `match` at line {line} takes the arm at line {arm}")
            }
            Decision::NoValue(role) => {
                let word = role.word();
                write!(f, "the `{word}?` at line {line} has no value")
            }
            Decision::ElseOfLet => write!(f, "the `let` at line {line} takes its `else`"),
        }
    }
}

fn place(span: Span) -> (usize, usize) {
    let start = span.start();
    (start.line, start.column)
}

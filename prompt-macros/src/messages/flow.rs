//! The turns that a conversation can end on.
//!
//! Every path through `if`, `match` and `for` is followed. A conversation that leaves a loop with `break` or `continue`, or has many
//! `cfg`s, is not checked here: the registry also checks the finished conversation, and a false error is worse than a missed one.

use super::model::{Conversation, Else, For, If, Item, Match, Role, Turn};
use crate::diagnostics::Errors;
use crate::keys::{CFG, CFG_ATTR};
use crate::tokens::{is_punct, line};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::quote;
use std::collections::BTreeMap;
use syn::Attribute;

/// A mistake that occurs only under some `cfg`s.
pub(super) struct Conditional {
    /// The `cfg` predicate.
    pub(super) under: TokenStream,
    pub(super) mistake: Mistake,
}

pub(super) struct Mistake {
    pub(super) span: Span,
    pub(super) sentence: String,
}

impl Mistake {
    fn is(&self, other: &Self) -> bool {
        place(self.span) == place(other.span) && self.sentence == other.sentence
    }
}

/// Reports conversations that can be empty or end incorrectly. Returns the mistakes that depend on `cfg`s.
///
/// A macro runs before `cfg`s are resolved. Therefore the conversation is checked once for every combination of its predicates. A mistake
/// that only some combinations have is emitted under the `cfg` of its combination, which rustc then resolves.
pub(super) fn check(conversation: &Conversation, errors: &mut Errors) -> Vec<Conditional> {
    let mut predicates = Predicates::default();
    predicates.collect(&conversation.items);
    let Some(worlds) = predicates.worlds() else {
        return Vec::new();
    };
    let mut found: Vec<(World, Vec<Mistake>)> = worlds
        .into_iter()
        .map(|world| {
            let mistakes = Flow::judge(&conversation.items, &world);
            (world, mistakes)
        })
        .collect();
    let Some((_, first)) = found.first_mut() else {
        return Vec::new();
    };
    for mistake in std::mem::take(first) {
        let others = || found.iter().skip(1);
        if others().all(|(_, all)| all.iter().any(|other| other.is(&mistake))) {
            for (_, all) in found.iter_mut().skip(1) {
                all.retain(|other| !other.is(&mistake));
            }
            errors.at(mistake.span, mistake.sentence);
        } else if let Some((_, first)) = found.first_mut() {
            first.push(mistake);
        }
    }
    found
        .into_iter()
        .flat_map(|(world, mistakes)| {
            let under = world.predicate();
            mistakes.into_iter().map(move |mistake| Conditional {
                under: under.clone(),
                mistake,
            })
        })
        .collect()
}

/// The predicates of all `cfg`s in a conversation, keyed by their text without an outer `not`.
#[derive(Default)]
struct Predicates {
    known: BTreeMap<String, TokenStream>,
    unclear: bool,
}

/// One combination: the value of every predicate.
#[derive(Clone, Default)]
struct World(BTreeMap<String, (TokenStream, bool)>);

impl Predicates {
    /// The maximum number of predicates. Each doubles the number of combinations.
    const MOST: usize = 4;

    fn collect(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Turn(it) => self.read(&it.attrs),
                Item::If(it) => self.branch(it),
                Item::For(it) => {
                    self.read(&it.attrs);
                    self.collect(&it.body);
                }
                Item::Match(it) => {
                    self.read(&it.attrs);
                    for arm in &it.arms {
                        self.read(&arm.attrs);
                        self.collect(&arm.body);
                    }
                }
                Item::Let(it) => self.unclear |= it.leaves_round,
                Item::Jump(it) => {
                    self.read(&it.attrs);
                    self.unclear |= it.leaves_round;
                }
                Item::Stray(_) | Item::Broken(_) => {}
            }
        }
    }

    fn branch(&mut self, it: &If) {
        self.read(&it.attrs);
        self.collect(&it.then);
        match &it.otherwise {
            Some(Else::If(next)) => self.branch(next),
            Some(Else::Block(items)) => self.collect(items),
            None => {}
        }
    }

    fn read(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            if let Some((predicate, _)) = predicate(attribute) {
                self.known.insert(predicate.to_string(), predicate);
            } else if attribute.path().is_ident(CFG_ATTR) {
                self.unclear = true;
            }
        }
    }

    /// Every combination. `None` if the conversation is not checked.
    fn worlds(self) -> Option<Vec<World>> {
        if self.unclear || self.known.len() > Self::MOST {
            return None;
        }
        let mut worlds = vec![World::default()];
        for (text, predicate) in self.known {
            worlds = worlds
                .into_iter()
                .flat_map(|world| {
                    [true, false].map(|holds| {
                        let mut world = world.clone();
                        world.0.insert(text.clone(), (predicate.clone(), holds));
                        world
                    })
                })
                .collect();
        }
        Some(worlds)
    }
}

impl World {
    /// Returns `true` for attributes that keep their item in the program.
    fn has(&self, attributes: &[Attribute]) -> bool {
        attributes.iter().filter_map(predicate).all(|(it, wanted)| {
            let known = self.0.get(&it.to_string());
            known.is_none_or(|(_, holds)| *holds == wanted)
        })
    }

    fn predicate(&self) -> TokenStream {
        let factors = self.0.values().map(|(predicate, holds)| {
            if *holds {
                predicate.clone()
            } else {
                quote!(not(#predicate))
            }
        });
        quote!(all(#(#factors),*))
    }
}

/// The predicate of a `cfg` without an outer `not`, and the value that it must have.
fn predicate(attribute: &Attribute) -> Option<(TokenStream, bool)> {
    if !attribute.path().is_ident(CFG) {
        return None;
    }
    let tokens = attribute.meta.require_list().ok()?.tokens.clone();
    let mut trees = tokens.clone().into_iter();
    let tokens = match (trees.next()?, trees.next(), trees.next()) {
        (TokenTree::Ident(word), Some(TokenTree::Group(group)), None)
            if word == "not" && group.delimiter() == Delimiter::Parenthesis =>
        {
            return Some((without_comma(group.stream()), false));
        }
        _ => tokens,
    };
    Some((without_comma(tokens), true))
}

fn without_comma(tokens: TokenStream) -> TokenStream {
    let mut trees: Vec<TokenTree> = tokens.into_iter().collect();
    if trees.last().is_some_and(|last| is_punct(last, ',')) {
        trees.pop();
    }
    trees.into_iter().collect()
}

/// The last turn, by its number in reading order. `None` if there is no turn yet.
type Last = Option<usize>;

/// Every possible last turn, each with the shortest list of decisions after it that leads here.
#[derive(Clone, Default)]
struct Ends(BTreeMap<Last, Vec<Step>>);

impl Ends {
    fn of(last: Last) -> Self {
        Self(BTreeMap::from([(last, Vec::new())]))
    }

    fn add(&mut self, last: Last, steps: Vec<Step>) {
        let known = self.0.entry(last).or_insert_with(|| steps.clone());
        if steps.len() < known.len() {
            *known = steps;
        }
    }

    fn decided(mut self, step: Step) -> Self {
        for steps in self.0.values_mut() {
            steps.push(step);
        }
        self
    }
}

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
    /// The match arm, by its line.
    Arm(usize),
    NoValue(Role),
}

struct Flow<'w> {
    world: &'w World,
    turns: Vec<(Role, Span)>,
    /// The number of loops around the current place.
    rounds: usize,
    broken: bool,
    found: Vec<Mistake>,
}

impl<'w> Flow<'w> {
    fn judge(items: &[Item], world: &'w World) -> Vec<Mistake> {
        let mut flow = Self {
            world,
            turns: Vec::new(),
            rounds: 0,
            broken: false,
            found: Vec::new(),
        };
        let ends = flow.items(items, Ends::of(None));
        flow.conclude(items, &ends);
        flow.found
    }

    fn items(&mut self, items: &[Item], before: Ends) -> Ends {
        items.iter().fold(before, |ends, item| match item {
            Item::Turn(it) if self.world.has(&it.attrs) => self.turn(it, ends),
            Item::If(it) if self.world.has(&it.attrs) => self.branch(it, &ends),
            Item::For(it) if self.world.has(&it.attrs) => self.round(it, &ends),
            Item::Match(it) if self.world.has(&it.attrs) => self.arms(it, &ends),
            // A `return` leaves the function.
            Item::Jump(it) if self.world.has(&it.attrs) => Ends::default(),
            Item::Broken(_) => {
                self.broken = true;
                ends
            }
            _ => ends,
        })
    }

    fn turn(&mut self, turn: &Turn, before: Ends) -> Ends {
        let span = turn.word.span();
        for last in before.0.keys().copied() {
            self.follow(last);
        }
        let mut role = turn.role;
        if role == Role::Prefill && self.rounds > 0 {
            self.report(
                span,
                "`prefill` must be the last turn, and a loop can come round again: put it after the loop",
            );
            role = Role::Unknown;
        }
        let mut after = Ends::of(Some(self.turns.len()));
        self.turns.push((role, span));
        if turn.optional {
            let decision = Decision::NoValue(turn.role);
            for (last, steps) in before.decided(Step { decision, span }).0 {
                after.add(last, steps);
            }
        }
        after
    }

    /// Reports, once, a `prefill` that is followed by another turn.
    fn follow(&mut self, last: Last) {
        let Some((role @ Role::Prefill, span)) = last.and_then(|it| self.turns.get_mut(it)) else {
            return;
        };
        *role = Role::Unknown;
        let span = *span;
        self.report(
            span,
            "`prefill` must be the last turn, because the model continues its text: move it to the end, or write `assistant:`",
        );
    }

    fn branch(&mut self, it: &If, before: &Ends) -> Ends {
        let step = |decision| Step {
            decision,
            span: it.keyword.span(),
        };
        let otherwise = match &it.otherwise {
            None => before.clone(),
            Some(Else::Block(items)) => self.items(items, before.clone()),
            Some(Else::If(next)) => self.branch(next, before),
        };
        let then = self.items(&it.then, before.clone());
        joined(
            before,
            vec![
                (Some(step(Decision::False)), otherwise),
                (Some(step(Decision::True)), then),
            ],
        )
    }

    fn arms(&mut self, it: &Match, before: &Ends) -> Ends {
        let arms = it.arms.iter().filter(|arm| self.world.has(&arm.attrs));
        let ways = arms
            .map(|arm| {
                let step = Step {
                    decision: Decision::Arm(line(arm.span)),
                    span: it.keyword.span(),
                };
                (Some(step), self.items(&arm.body, before.clone()))
            })
            .collect();
        joined(before, ways)
    }

    fn round(&mut self, it: &For, before: &Ends) -> Ends {
        let step = |decision| Step {
            decision,
            span: it.keyword.span(),
        };
        self.rounds += 1;
        let body = self.items(&it.body, before.clone());
        self.rounds -= 1;
        let none = Some(step(Decision::NoItems));
        let mut after = joined(before, vec![(none, before.clone()), (None, body)]);
        for (last, steps) in &mut after.0 {
            if !before.0.contains_key(last) {
                steps.push(step(Decision::Over));
            }
        }
        after
    }

    fn conclude(&mut self, items: &[Item], ends: &Ends) {
        // An unreadable item may be the turn that is missing here.
        if self.broken {
            return;
        }
        if self.turns.is_empty() && self.world.0.is_empty() {
            self.report(
                Span::call_site(),
                "a conversation needs at least one turn: write `user: \"…\";`",
            );
            return;
        }
        for (last, steps) in &ends.0 {
            let mut steps = steps.clone();
            steps.sort_by_key(|step| place(step.span));
            let when = when(&steps);
            match last.and_then(|it| self.turns.get(it).copied()) {
                None => {
                    let first = items.iter().find_map(first_turn);
                    let span = steps.first().map(|it| it.span).or(first);
                    let when = if when.is_empty() {
                        " under these `cfg`s"
                    } else {
                        &when
                    };
                    self.report(
                        span.unwrap_or_else(Span::call_site),
                        &format!(
                            "the conversation has no turn{when}: add a turn that is always there"
                        ),
                    );
                }
                Some((Role::Assistant, span)) => {
                    let verb = match ends.0.len() {
                        1 => "ends",
                        _ => "can end",
                    };
                    self.report(
                        span,
                        &format!(
                            "the conversation {verb} on this `assistant` turn{when}: let a `user` turn follow, or write `prefill:` if the model is to continue this text"
                        ),
                    );
                }
                Some(_) => {}
            }
        }
    }

    fn report(&mut self, span: Span, sentence: &str) {
        self.found.push(Mistake {
            span,
            sentence: sentence.to_owned(),
        });
    }
}

fn first_turn(item: &Item) -> Option<Span> {
    match item {
        Item::Turn(it) => Some(it.word.span()),
        Item::If(it) => Some(it.keyword.span()),
        Item::For(it) => Some(it.keyword.span()),
        Item::Match(it) => Some(it.keyword.span()),
        _ => None,
    }
}

/// The ends after one of several branches. A step explains that an earlier turn stayed the last one; it is omitted if every branch leaves
/// that turn the last one.
fn joined(before: &Ends, ways: Vec<(Option<Step>, Ends)>) -> Ends {
    let idle: Vec<Last> = before
        .0
        .iter()
        .filter(|(last, steps)| {
            ways.iter().all(|(_, ends)| {
                let there = ends.0.get(last);
                there.is_some_and(|there| there.len() == steps.len())
            })
        })
        .map(|(last, _)| *last)
        .collect();
    let mut after = Ends::default();
    for (step, ends) in ways {
        for (last, mut steps) in ends.0 {
            if before.0.contains_key(&last) && !idle.contains(&last) {
                steps.extend(step);
            }
            after.add(last, steps);
        }
    }
    after
}

/// Returns ` when … and …`, or empty text.
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
        }
    }
}

fn place(span: Span) -> (usize, usize) {
    let start = span.start();
    (start.line, start.column)
}

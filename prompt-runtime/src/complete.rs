//! Completion: suggestions for the value of an argument while a person types it.

use crate::argument::{Arguments, Lookup};
use crate::context::Context;
use crate::future::BoxFuture;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::error::Error;
use std::fmt;
use std::future::Future;
use std::sync::Arc;

/// The maximum number of values in an answer. Specification: server/utilities/completion.
const MAX_VALUES: usize = 100;

/// The result of `completion/complete`.
///
/// Specification: server/utilities/completion.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CompleteResult {
    /// The suggestions.
    pub completion: CompletionValues,
}

/// The suggestions, best first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct CompletionValues {
    /// At most 100 values.
    pub values: Vec<String>,
    /// The number of matching values, including those that were cut off.
    pub total: usize,
    /// `true` if values were cut off.
    pub has_more: bool,
}

impl CompletionValues {
    pub(crate) fn of(mut matches: Vec<String>) -> Self {
        let total = matches.len();
        matches.truncate(MAX_VALUES);
        Self {
            has_more: total > matches.len(),
            values: matches,
            total,
        }
    }

    /// Puts the list items typed before in front of each value.
    pub(crate) fn after(mut self, before: &str) -> Self {
        if !before.is_empty() {
            for value in &mut self.values {
                value.insert_str(0, before);
            }
        }
        self
    }
}

/// The input of a completer: the text typed so far, and the arguments that are already filled in.
///
/// Specification: server/utilities/completion.
pub struct CompletionRequest<'a> {
    pub(crate) prompt: &'a str,
    pub(crate) argument: &'a str,
    pub(crate) value: &'a str,
    pub(crate) given: Arguments<'a>,
    pub(crate) lookup: Lookup<'a>,
}

impl<'a> CompletionRequest<'a> {
    /// The name of the prompt.
    #[must_use]
    pub fn prompt(&self) -> &'a str {
        self.prompt
    }

    /// The name of the argument to complete.
    #[must_use]
    pub fn argument(&self) -> &'a str {
        self.argument
    }

    /// The text typed so far. For a list, this is the text of the item that is being typed.
    #[must_use]
    pub fn value(&self) -> &'a str {
        self.value
    }

    /// The value of another argument, if the client sent it (`context.arguments`, from revision 2025-06-18 on). `""` counts as absent,
    /// because forms send it for an empty field.
    #[must_use]
    pub fn given(&self, argument: &str) -> Option<&'a str> {
        self.given.get(argument).filter(|text| !text.is_empty())
    }

    /// The context of the request.
    #[must_use]
    pub fn context(&self) -> &'a Context {
        self.lookup.context
    }

    /// Returns state by type, as `#[state]` does.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(&self) -> Option<&'a T> {
        self.lookup.state()
    }
}

impl fmt::Debug for CompletionRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompletionRequest")
            .field("prompt", &self.prompt)
            .field("argument", &self.argument)
            .finish_non_exhaustive()
    }
}

/// The result of a completer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates {
    values: Vec<String>,
    ranked: bool,
}

impl Candidates {
    /// Creates candidates that the registry filters by the text typed so far, and ranks.
    pub fn new<I: IntoIterator<Item: Into<String>>>(values: I) -> Self {
        Self {
            values: values.into_iter().map(Into::into).collect(),
            ranked: false,
        }
    }

    /// Creates candidates that are already matched and ranked, such as the hits of a search. They are sent unchanged.
    pub fn ranked<I: IntoIterator<Item: Into<String>>>(values: I) -> Self {
        Self {
            ranked: true,
            ..Self::new(values)
        }
    }

    pub(crate) fn matching(self, typed: &str) -> Vec<String> {
        if self.ranked {
            return self.values;
        }
        rank(self.values, typed)
    }
}

/// Returns the values that match the typed text, without duplicates. Values that begin with the text come first, then values that begin
/// with it in another letter case, then values that contain its letters in order. Each group keeps the order of `values`.
pub(crate) fn rank<T: AsRef<str>>(values: impl IntoIterator<Item = T>, typed: &str) -> Vec<T> {
    let lower = typed.to_lowercase();
    let mut tiers: [Vec<T>; 3] = Default::default();
    for value in values {
        let tier = if value.as_ref().starts_with(typed) {
            0
        } else {
            let value = value.as_ref().to_lowercase();
            match () {
                () if value.starts_with(&lower) => 1,
                () if is_subsequence(&lower, &value) => 2,
                () => continue,
            }
        };
        if let Some(tier) = tiers.get_mut(tier) {
            tier.push(value);
        }
    }
    // Equal values are in the same group.
    for tier in &mut tiers {
        without_duplicates(tier);
    }
    let [mut ranked, second, third] = tiers;
    ranked.extend(second.into_iter().chain(third));
    ranked
}

/// Keeps the first of equal values.
fn without_duplicates<T: AsRef<str>>(values: &mut Vec<T>) {
    let mut sorted: Vec<(&str, usize)> = values.iter().map(AsRef::as_ref).zip(0..).collect();
    sorted.sort_unstable();
    let again = sorted.windows(2).filter_map(|pair| match pair {
        [(first, _), (second, at)] if first == second => Some(*at),
        _ => None,
    });
    let again: HashSet<usize> = again.collect();
    if !again.is_empty() {
        let mut at = 0..;
        values.retain(|_| at.next().is_none_or(|at| !again.contains(&at)));
    }
}

fn is_subsequence(letters: &str, text: &str) -> bool {
    let mut text = text.chars();
    letters.chars().all(|letter| text.any(|c| c == letter))
}

/// The result of a completer in the form that the registry uses.
#[doc(hidden)]
pub type CompleterResult = Result<Candidates, Box<dyn Error + Send + Sync>>;
#[doc(hidden)]
pub type CompleteFn = for<'a> fn(&'a CompletionRequest<'a>) -> BoxFuture<'a, CompleterResult>;

type CompleteClosure =
    dyn for<'a> Fn(&'a CompletionRequest<'a>) -> BoxFuture<'a, CompleterResult> + Send + Sync;

/// The completion of an argument.
#[derive(Clone)]
pub(crate) enum Completion {
    Function(CompleteFn),
    Closure(Arc<CompleteClosure>),
}

impl Completion {
    pub(crate) fn call<'a>(
        &self,
        request: &'a CompletionRequest<'a>,
    ) -> BoxFuture<'a, CompleterResult> {
        match self {
            Self::Function(complete) => complete(request),
            Self::Closure(complete) => complete(request),
        }
    }
}

impl fmt::Debug for Completion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Completion")
    }
}

/// A return type of a completer: values, [`Candidates`], or a `Result` of these.
#[diagnostic::on_unimplemented(
    message = "a completer cannot return `{Self}`",
    label = "not candidates",
    note = "return `Candidates`, anything that iterates over `&str` or `String`, or a `Result` of these"
)]
pub trait IntoCandidates<Via> {
    #[doc(hidden)]
    fn into_candidates(self) -> CompleterResult;
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Plain;
#[doc(hidden)]
#[derive(Debug)]
pub struct Fallible<Via>(std::marker::PhantomData<Via>);
#[doc(hidden)]
#[derive(Debug)]
pub struct Whole;

impl IntoCandidates<Whole> for Candidates {
    fn into_candidates(self) -> CompleterResult {
        Ok(self)
    }
}

impl<I: IntoIterator<Item: Into<String>>> IntoCandidates<Plain> for I {
    fn into_candidates(self) -> CompleterResult {
        Ok(Candidates::new(self))
    }
}

impl<V, T: IntoCandidates<V>, E: Into<Box<dyn Error + Send + Sync>>> IntoCandidates<Fallible<V>>
    for Result<T, E>
{
    fn into_candidates(self) -> CompleterResult {
        self.map_err(Into::into)?.into_candidates()
    }
}

/// A function that completes an argument.
#[diagnostic::on_unimplemented(
    message = "this cannot complete an argument",
    label = "wrong signature for `complete`",
    note = "write `fn(typed: &str) -> C` or `fn(typed: &str, request: &CompletionRequest<'_>) -> C`, sync or async, where `C` iterates over `&str` or `String`, is `Candidates`, or is a `Result` of these; the future of an async one must be `Send`"
)]
pub trait Completer<'a, Via> {
    #[doc(hidden)]
    fn complete(self, request: &'a CompletionRequest<'a>) -> BoxFuture<'a, CompleterResult>;
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Typed<R>(std::marker::PhantomData<R>);
#[doc(hidden)]
#[derive(Debug)]
pub struct WithRequest<R>(std::marker::PhantomData<R>);
#[doc(hidden)]
#[derive(Debug)]
pub struct Later<R>(std::marker::PhantomData<R>);

fn now<'a, V, C: IntoCandidates<V>>(candidates: C) -> BoxFuture<'a, CompleterResult> {
    Box::pin(std::future::ready(candidates.into_candidates()))
}

fn later<'a, V, F: Future<Output: IntoCandidates<V>> + Send + 'a>(
    candidates: F,
) -> BoxFuture<'a, CompleterResult> {
    Box::pin(async move { candidates.await.into_candidates() })
}

impl<'a, V, F, C> Completer<'a, Typed<(V, C)>> for F
where
    F: FnOnce(&'a str) -> C,
    C: IntoCandidates<V>,
{
    fn complete(self, request: &'a CompletionRequest<'a>) -> BoxFuture<'a, CompleterResult> {
        now(self(request.value))
    }
}

impl<'a, V, F, C> Completer<'a, WithRequest<(V, C)>> for F
where
    F: FnOnce(&'a str, &'a CompletionRequest<'a>) -> C,
    C: IntoCandidates<V>,
{
    fn complete(self, request: &'a CompletionRequest<'a>) -> BoxFuture<'a, CompleterResult> {
        now(self(request.value, request))
    }
}

impl<'a, V, F, C> Completer<'a, Later<Typed<(V, C)>>> for F
where
    F: FnOnce(&'a str) -> C,
    C: Future<Output: IntoCandidates<V>> + Send + 'a,
{
    fn complete(self, request: &'a CompletionRequest<'a>) -> BoxFuture<'a, CompleterResult> {
        later(self(request.value))
    }
}

impl<'a, V, F, C> Completer<'a, Later<WithRequest<(V, C)>>> for F
where
    F: FnOnce(&'a str, &'a CompletionRequest<'a>) -> C,
    C: Future<Output: IntoCandidates<V>> + Send + 'a,
{
    fn complete(self, request: &'a CompletionRequest<'a>) -> BoxFuture<'a, CompleterResult> {
        later(self(request.value, request))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_prefix_then_case_then_letters_in_order() {
        let values = [
            "xrust",
            "Rust",
            "rust-lang",
            "Trust",
            "ruse",
            "rust-lang",
            "go",
        ]
        .map(String::from)
        .to_vec();
        assert_eq!(
            rank(values.clone(), "rus"),
            ["rust-lang", "ruse", "Rust", "xrust", "Trust"]
        );
        assert_eq!(rank(values, "").len(), 6);
    }

    #[test]
    fn at_most_a_hundred_values_leave() {
        let completion = CompletionValues::of((0..250).map(|n| n.to_string()).collect());
        assert_eq!(
            (
                completion.values.len(),
                completion.total,
                completion.has_more
            ),
            (100, 250, true)
        );
    }
}

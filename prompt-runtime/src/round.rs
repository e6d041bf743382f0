//! Rounds of questions: from revision 2026-07-28 on, the client repeats a request to send the answers.
//!
//! Specification: basic/patterns/mrtr.

use crate::message::JsonObject;
use serde::Serialize;
use std::fmt;
#[cfg(feature = "elicitation")]
use std::sync::PoisonError;
use std::sync::{Arc, Mutex, OnceLock};

/// The answers and the state of the previous round, from a repeated request.
#[derive(Clone, Default)]
pub struct Round(Option<Arc<Content>>);

struct Content {
    responses: JsonObject,
    state: Option<String>,
    /// The answers of all rounds, set once the state has proved authentic.
    #[cfg_attr(not(feature = "elicitation"), allow(dead_code))]
    answers: OnceLock<JsonObject>,
    /// The answers that the prompt asked for in this round. Only these are sealed for the next round.
    #[cfg_attr(not(feature = "elicitation"), allow(dead_code))]
    kept: Mutex<JsonObject>,
}

impl Round {
    /// Creates a round from the members `inputResponses` and `requestState` of the params.
    #[must_use]
    pub fn new(responses: Option<JsonObject>, state: Option<String>) -> Self {
        if responses.is_none() && state.is_none() {
            return Self::default();
        }
        Self(Some(Arc::new(Content {
            responses: responses.unwrap_or_default(),
            state,
            answers: OnceLock::new(),
            kept: Mutex::default(),
        })))
    }
}

#[cfg(feature = "elicitation")]
impl Round {
    pub(crate) fn state(&self) -> Option<&str> {
        self.0.as_ref()?.state.as_deref()
    }

    /// Stores the answers of previous rounds, from an authentic state, together with the answers of this round.
    pub(crate) fn open(&self, before: JsonObject) {
        if let Some(content) = &self.0 {
            let mut answers = before;
            answers.extend(content.responses.clone());
            let _ = content.answers.set(answers);
        }
    }

    pub(crate) fn answer(&self, key: &str) -> Option<JsonObject> {
        self.answers()?.get(key)?.as_object().cloned()
    }

    fn answers(&self) -> Option<&JsonObject> {
        self.0.as_ref()?.answers.get()
    }

    /// Keeps an answer for later rounds.
    pub(crate) fn keep(&self, key: &str, answer: JsonObject) {
        if let Some(content) = &self.0 {
            let mut kept = content.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.insert(key.to_owned(), answer.into());
        }
    }

    /// The answers to seal for the next round.
    pub(crate) fn kept(&self) -> JsonObject {
        self.0.as_ref().map_or_else(JsonObject::new, |content| {
            let kept = content.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.clone()
        })
    }
}

impl fmt::Debug for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let content = self.0.as_ref();
        f.debug_struct("Round")
            .field("responses", &content.map_or(0, |it| it.responses.len()))
            .field("has_state", &content.is_some_and(|it| it.state.is_some()))
            .finish()
    }
}

/// The result of type `input_required`: questions for the user, and the state that the client returns with the answers.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct InputRequired {
    /// The questions by key. Each is a request of the protocol.
    #[serde(rename = "inputRequests")]
    pub requests: JsonObject,
    /// The sealed state of this round.
    #[serde(rename = "requestState")]
    pub state: String,
}

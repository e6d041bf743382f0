use crate::message::JsonObject;
use serde::Serialize;
use std::sync::{Arc, OnceLock};

/// What a request of revision 2026-07-28 brings along of the rounds before it.
#[derive(Clone, Default)]
pub(crate) struct Round(Option<Arc<Brought>>);

struct Brought {
    responses: JsonObject,
    state: Option<String>,
    /// The answers of all rounds, once the state was found to be ours.
    answers: OnceLock<JsonObject>,
}

impl Round {
    pub(crate) fn new(responses: Option<JsonObject>, state: Option<String>) -> Self {
        if responses.is_none() && state.is_none() {
            return Self::default();
        }
        Self(Some(Arc::new(Brought {
            responses: responses.unwrap_or_default(),
            state,
            answers: OnceLock::new(),
        })))
    }

    pub(crate) fn state(&self) -> Option<&str> {
        self.0.as_ref()?.state.as_deref()
    }

    /// Takes the answers of the rounds before from a state that was found to be ours, and those of this round with them.
    pub(crate) fn open(&self, before: JsonObject) {
        if let Some(brought) = &self.0 {
            let mut answers = before;
            answers.extend(brought.responses.clone());
            let _ = brought.answers.set(answers);
        }
    }

    pub(super) fn answer(&self, key: &str) -> Option<JsonObject> {
        self.answers()?.get(key)?.as_object().cloned()
    }

    pub(crate) fn answers(&self) -> Option<&JsonObject> {
        self.0.as_ref()?.answers.get()
    }
}

/// The result that asks. Specification: basic/patterns/mrtr.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct InputRequired {
    #[serde(rename = "inputRequests")]
    pub(crate) requests: JsonObject,
    #[serde(rename = "requestState")]
    pub(crate) state: String,
}

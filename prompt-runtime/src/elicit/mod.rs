//! Questions to the user while a prompt is being answered.
//!
//! A prompt asks with [`Context::elicit`]. For a client of revision 2025-06-18 or 2025-11-25 the question is sent as `elicitation/create`
//! while the request waits. A client of 2026-07-28 receives it as the result `input_required` and repeats the request with the answer. The
//! prompt then runs again from its beginning, and the questions of previous rounds are answered at once. Therefore a prompt must ask the
//! same questions every time, and do its work after them.
//!
//! The form is a type of this crate and not derived from a Rust type. MCP allows only flat objects of a few primitive types, which a
//! general schema derive cannot guarantee and this builder can.

mod form;
mod seal;

pub use form::{Elicitation, ElicitedAnswers, Field};
pub(crate) use seal::{NoKey, Sealer, Settings};

use crate::context::Context;
use crate::message::JsonObject;
use crate::prompt_error::PromptError;
use crate::protocol::{Addition, Revision};
use crate::round::InputRequired;
use serde_json::{Value, json};

/// The number of times that a question is sent to a client of a revision before 2026-07-28 if its answers do not fit.
const MAX_ATTEMPTS: usize = 3;

/// The user's reaction to a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Elicited {
    /// The user filled in the form.
    Accepted(ElicitedAnswers),
    /// The user declined.
    Declined,
    /// The user closed the form without a choice.
    Cancelled,
}

impl Elicited {
    /// The answer in the client's form, without fields that were not requested.
    fn to_wire(&self) -> JsonObject {
        let (action, content) = match self {
            Self::Accepted(answers) => ("accept", Some(answers.as_object().clone())),
            Self::Declined => ("decline", None),
            Self::Cancelled => ("cancel", None),
        };
        let mut answer = JsonObject::from_iter([("action".to_owned(), action.into())]);
        answer.extend(content.map(|content| ("content".to_owned(), content.into())));
        answer
    }
}

impl Context {
    /// Asks the user.
    ///
    /// ```
    /// use prompt_runtime::{Context, Elicitation, Elicited, Field, PromptError, prompt};
    ///
    /// /// Plan a release.
    /// #[prompt]
    /// async fn plan_release(#[context] context: &Context) -> Result<String, PromptError> {
    ///     let question = Elicitation::new("version", "Which version is to be released?").field(Field::text("version"));
    ///     match context.elicit(question).await? {
    ///         Elicited::Accepted(answers) => Ok(format!("Plan the release of {}.", answers.text("version").unwrap_or_default())),
    ///         Elicited::Declined | Elicited::Cancelled => Ok("Ask me which version to release.".to_owned()),
    ///     }
    /// }
    /// ```
    ///
    /// An answer that does not fit the form is asked for again: on revision 2026-07-28 as often as the client sends one, before it three
    /// times in all.
    ///
    /// # Errors
    /// Return every error with `?`: in revision 2026-07-28 the error carries the question to the client. If the client cannot ask its user,
    /// the error names the missing capability, with code -32021 from 2026-07-28 on and -32603 before.
    pub async fn elicit(&self, mut question: Elicitation) -> Result<Elicited, PromptError> {
        question
            .apply(self.invisible_text())
            .map_err(|found| format!("a question to the person contains {found}"))?;
        if self.is_stateless && !self.revision().has(Addition::InputRequired) {
            // Without a session, the revisions before 2026-07-28 have no way to ask.
            return Err(PromptError::missing_capability(
                Revision::V2026_07_28,
                "elicitation",
            ));
        }
        if !self.can_elicit() {
            return Err(PromptError::missing_capability(
                self.revision(),
                "elicitation",
            ));
        }
        if self.revision().has(Addition::InputRequired) {
            // An answer that does not fit the form is requested again, so that the user can correct it.
            let answer = self.round.answer(question.key());
            return match answer.and_then(|answer| question.read(&answer)) {
                Some(elicited) => {
                    self.round.keep(question.key(), elicited.to_wire());
                    Ok(elicited)
                }
                None => Err(PromptError::input_required(InputRequired::of(
                    question,
                    self.revision(),
                ))),
            };
        }
        let peer = self
            .peer()
            .ok_or_else(|| PromptError::missing_capability(self.revision(), "elicitation"))?;
        // Bounded, because a client that answers by itself would repeat its mistake without end.
        for _ in 0..MAX_ATTEMPTS {
            let answer = peer.elicit(question.params(self.revision())).await?;
            if let Some(elicited) = question.read(&answer) {
                return Ok(elicited);
            }
        }
        Err(PromptError::for_user(
            "the answer does not fit the form that was asked to be filled in",
        ))
    }

    /// Returns `true` if the client declared that it can show a form. Before 2025-11-25 an empty declaration means this too.
    fn can_elicit(&self) -> bool {
        if !self.revision().has(Addition::Elicitation) {
            return false;
        }
        let declared = self
            .capabilities()
            .and_then(|capabilities| capabilities.get("elicitation").cloned());
        match declared {
            Some(Value::Object(modes)) => modes.is_empty() || modes.contains_key("form"),
            _ => false,
        }
    }
}

impl InputRequired {
    fn of(question: Elicitation, revision: Revision) -> Self {
        let params = question.params(revision);
        let request = json!({"method": "elicitation/create", "params": params});
        Self {
            requests: JsonObject::from_iter([(question.into_key(), request)]),
            state: String::new(),
        }
    }
}

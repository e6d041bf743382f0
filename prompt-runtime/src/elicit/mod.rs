//! Prompts that ask the person for more while they are being answered.
//!
//! A prompt asks with [`Context::elicit`]. To a client of revision 2025-06-18 or 2025-11-25 the question goes out as
//! `elicitation/create` while the request waits. A client of 2026-07-28 gets it as the result `input_required` and sends the request
//! again with the answer; the prompt is then run from its beginning, and what was asked before is answered at once. So a prompt does
//! its work after its questions, and asks the same ones every time.
//!
//! The form is a type of this crate and not derived from a Rust type: MCP allows flat objects of a few primitive types only, which a
//! general schema derive cannot promise, and the builder can say no other.

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

/// The reaction of a person to a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Elicited {
    /// Filled in the form.
    Accepted(ElicitedAnswers),
    /// Said no.
    Declined,
    /// Closed the form without a choice.
    Cancelled,
}

impl Elicited {
    /// The answer as the client would send it, without what was not asked for.
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
    /// Asks the person.
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
    /// # Errors
    /// Hand every error on with `?`: on revision 2026-07-28 that is how the question gets to the client. A client that cannot ask its
    /// person is told which capability is missing, -32021 from 2026-07-28 on and -32603 before.
    pub async fn elicit(&self, mut question: Elicitation) -> Result<Elicited, PromptError> {
        question
            .apply(self.invisible_text())
            .map_err(|found| format!("a question to the person contains {found}"))?;
        if self.is_stateless && !self.revision().has(Addition::InputRequired) {
            // A request without a session leaves no way to ask that its revision knows.
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
            // An answer that does not fit the form is asked for again: the person can mend it.
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
        let answer = peer.elicit(question.params(self.revision())).await?;
        question.read(&answer).ok_or_else(|| {
            PromptError::for_user("the answer does not fit the form that was asked to be filled in")
        })
    }

    /// Returns `true` if the client declared that it can show a form. Before 2025-11-25 an empty declaration is all there is.
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

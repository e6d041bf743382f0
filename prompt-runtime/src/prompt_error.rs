//! The error of a request, and its JSON-RPC codes.

use crate::argument::Problem;
use crate::contain::DropContained;
#[cfg(feature = "elicitation")]
use crate::message::JsonObject;
#[cfg(feature = "elicitation")]
use crate::protocol::Addition;
use crate::protocol::Revision;
use crate::text::InvisibleText;
use prompt_syntax::text::{controls_spelled_out, cut};
use serde::Serialize;
use std::borrow::Cow;
use std::error::Error;
use std::fmt;

/// The JSON-RPC error codes of [`PromptError::code`].
pub mod code {
    /// JSON-RPC 2.0, "Error object": the method does not exist or is not available.
    pub const METHOD_NOT_FOUND: i32 = -32601;
    /// JSON-RPC 2.0, "Error object": the parameters of the request are invalid.
    pub const INVALID_PARAMS: i32 = -32602;
    /// JSON-RPC 2.0, "Error object": the server failed.
    pub const INTERNAL_ERROR: i32 = -32603;
    /// MCP 2026-07-28: the prompt needs a capability that the client did not declare.
    pub const MISSING_REQUIRED_CLIENT_CAPABILITY: i32 = -32021;
    /// MCP 2026-07-28: the server does not support the revision in the request's `_meta`.
    pub const UNSUPPORTED_PROTOCOL_VERSION: i32 = -32022;
}

/// The error of a request.
///
/// An invalid request gets the code -32602 and one sentence that lists every problem. An error of the prompt's own code gets the code
/// -32603, and its text stays in the server: `?` converts any error type into such an error. For text that the user should read, use
/// [`for_user`](Self::for_user).
///
/// Like `anyhow::Error`, this type does not implement [`std::error::Error`], so that every other error can convert into it.
///
/// Specification: server/prompts, "Error Handling".
pub struct PromptError(Box<Kind>);

enum Kind {
    Invalid {
        message: Cow<'static, str>,
        problems: Vec<Problem>,
    },
    MethodNotFound {
        message: Cow<'static, str>,
    },
    ForUser {
        message: Cow<'static, str>,
    },
    #[cfg(feature = "elicitation")]
    MissingCapability {
        revision: Revision,
        capability: &'static str,
    },
    UnsupportedVersion {
        requested: String,
    },
    #[cfg(feature = "elicitation")]
    InputRequired(crate::round::InputRequired),
    Internal {
        source: DropContained<Box<dyn Error + Send + Sync>>,
    },
}

impl PromptError {
    /// Creates an error with a message for the user: code -32603.
    ///
    /// The text is sent unchanged, but is cut after 4,096 characters, and control characters except line feeds and tabs are written as
    /// `\u{…}`.
    pub fn for_user(message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Kind::ForUser {
            message: of_author(message.into()),
        }))
    }

    /// Creates an error for an invalid request that only the prompt can detect: code -32602. The user reads the text, as with
    /// [`for_user`](Self::for_user).
    pub fn invalid_params(message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Kind::Invalid {
            message: of_author(message.into()),
            problems: Vec::new(),
        }))
    }

    /// Creates an error for an invalid argument that only the prompt can detect: code -32602, with the argument's name in `data`.
    ///
    /// `expected` completes the sentence "argument `…` must be …".
    pub fn invalid_argument(
        argument: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::problems(vec![Problem::invalid(
            argument.into(),
            Some(expected.into()),
            None,
        )])
    }

    pub(crate) fn problems(problems: Vec<Problem>) -> Self {
        Self(Box::new(Kind::Invalid {
            message: crate::argument::sentence(&problems).into(),
            problems,
        }))
    }

    pub(crate) fn unsupported_version(requested: &str) -> Self {
        Self(Box::new(Kind::UnsupportedVersion {
            requested: crate::argument::printable(requested),
        }))
    }

    #[cfg(feature = "elicitation")]
    pub(crate) fn missing_capability(revision: Revision, capability: &'static str) -> Self {
        Self(Box::new(Kind::MissingCapability {
            revision,
            capability,
        }))
    }

    #[cfg(feature = "elicitation")]
    pub(crate) fn input_required(input: crate::round::InputRequired) -> Self {
        Self(Box::new(Kind::InputRequired(input)))
    }

    #[cfg(feature = "elicitation")]
    pub(crate) fn input_required_mut(&mut self) -> Option<&mut crate::round::InputRequired> {
        match &mut *self.0 {
            Kind::InputRequired(input) => Some(input),
            _ => None,
        }
    }

    /// Returns `true` for a question to the client.
    #[cfg(all(feature = "elicitation", feature = "tracing"))]
    pub(crate) fn is_input_required(&self) -> bool {
        matches!(*self.0, Kind::InputRequired(_))
    }

    /// Returns the question to the client, or the unchanged error.
    #[cfg(feature = "elicitation")]
    pub(crate) fn into_input_required(self) -> Result<crate::round::InputRequired, Self> {
        match *self.0 {
            Kind::InputRequired(input) => Ok(input),
            kind => Err(Self(Box::new(kind))),
        }
    }

    pub(crate) fn method_not_found(message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Kind::MethodNotFound {
            message: message.into(),
        }))
    }

    /// Applies the policy for invisible text to the prompt's own text. Returns the name of a character that is rejected.
    pub(crate) fn apply(&mut self, policy: InvisibleText) -> Result<(), String> {
        match &mut *self.0 {
            Kind::ForUser { message } => policy.apply_to(message),
            Kind::Invalid { message, problems } => {
                policy.apply_to(message)?;
                problems.iter_mut().try_for_each(|it| it.apply(policy))
            }
            _ => Ok(()),
        }
    }

    /// The JSON-RPC code.
    #[must_use]
    pub fn code(&self) -> i32 {
        match *self.0 {
            Kind::Invalid { .. } => code::INVALID_PARAMS,
            Kind::MethodNotFound { .. } => code::METHOD_NOT_FOUND,
            #[cfg(feature = "elicitation")]
            Kind::MissingCapability { revision, .. }
                if revision.has(Addition::MissingCapability) =>
            {
                code::MISSING_REQUIRED_CLIENT_CAPABILITY
            }
            Kind::UnsupportedVersion { .. } => code::UNSUPPORTED_PROTOCOL_VERSION,
            #[cfg(feature = "elicitation")]
            Kind::MissingCapability { .. } | Kind::InputRequired(_) => code::INTERNAL_ERROR,
            Kind::ForUser { .. } | Kind::Internal { .. } => code::INTERNAL_ERROR,
        }
    }

    /// The sentence that is sent to the client.
    #[must_use]
    pub fn message(&self) -> &str {
        match &*self.0 {
            Kind::Invalid { message, .. }
            | Kind::MethodNotFound { message }
            | Kind::ForUser { message } => message,
            #[cfg(feature = "elicitation")]
            Kind::MissingCapability { .. } => {
                "this prompt asks a question, and the client has not declared that it can show one (capability \"elicitation\")"
            }
            Kind::UnsupportedVersion { .. } => "Unsupported protocol version",
            #[cfg(feature = "elicitation")]
            Kind::InputRequired(_) => "this prompt asks for input",
            Kind::Internal { .. } => "internal error",
        }
    }

    /// Every problem of the arguments, in the order of declaration.
    #[must_use]
    pub fn argument_problems(&self) -> &[Problem] {
        match &*self.0 {
            Kind::Invalid { problems, .. } => problems,
            _ => &[],
        }
    }

    /// The `data` member of the JSON-RPC error: `{"problems": […]}` for invalid arguments, and the members that the specification requires
    /// for a missing capability or an unknown revision.
    #[must_use]
    pub fn data(&self) -> Option<serde_json::Value> {
        serde_json::to_value(self.error_data()?).ok()
    }

    fn error_data(&self) -> Option<ErrorData<'_>> {
        match &*self.0 {
            Kind::Invalid { problems, .. } if !problems.is_empty() => {
                Some(ErrorData::Problems { problems })
            }
            #[cfg(feature = "elicitation")]
            Kind::MissingCapability {
                revision,
                capability,
            } if revision.has(Addition::MissingCapability) => Some(ErrorData::MissingCapability {
                required_capabilities: JsonObject::from_iter([(
                    (*capability).to_owned(),
                    JsonObject::new().into(),
                )]),
            }),
            Kind::UnsupportedVersion { requested } => Some(ErrorData::UnsupportedVersion {
                requested,
                supported: Revision::ALL
                    .iter()
                    .map(|revision| revision.as_str())
                    .collect(),
            }),
            _ => None,
        }
    }

    /// The error of the prompt's own code. It is never sent to a client.
    #[must_use]
    pub fn source(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        match &*self.0 {
            Kind::Internal { source } => Some(&**source.get()?),
            _ => None,
        }
    }
}

/// The fields are in alphabetical order, as in [`Problem`].
#[derive(Serialize)]
#[serde(untagged)]
enum ErrorData<'a> {
    Problems {
        problems: &'a [Problem],
    },
    #[cfg(feature = "elicitation")]
    MissingCapability {
        #[serde(rename = "requiredCapabilities")]
        required_capabilities: JsonObject,
    },
    UnsupportedVersion {
        requested: &'a str,
        supported: Vec<&'static str>,
    },
}

impl Serialize for PromptError {
    /// Writes the JSON-RPC error object: `code`, `message` and, for errors that have it, `data`.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Wire<'a> {
            code: i32,
            message: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            data: Option<ErrorData<'a>>,
        }
        Wire {
            code: self.code(),
            message: self.message(),
            data: self.error_data(),
        }
        .serialize(serializer)
    }
}

impl fmt::Display for PromptError {
    /// Prints the sentence that is sent to the client.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl fmt::Debug for PromptError {
    /// Prints for the author: the sentence, and the error of the prompt's own code with its sources.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message(), self.code())?;
        let mut cause = self.source().map(|source| source as &dyn Error);
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

/// Converts any error, and text, into an internal error (-32603) whose text stays in the server.
impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for PromptError {
    fn from(error: E) -> Self {
        Self(Box::new(Kind::Internal {
            source: DropContained::new(error.into()),
        }))
    }
}

/// Prepares an author's text for the client.
fn of_author(text: Cow<'static, str>) -> Cow<'static, str> {
    const MAX_CHARS: usize = 4096;
    match controls_spelled_out(&cut(&text, MAX_CHARS)) {
        Cow::Borrowed(whole) if whole.len() == text.len() => text,
        sent => sent.into_owned().into(),
    }
}

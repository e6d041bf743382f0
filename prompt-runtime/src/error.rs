//! The one shape in which a request fails.

use crate::argument::Problem;
#[cfg(feature = "elicitation")]
use crate::message::JsonObject;
use crate::protocol::Revision;
use crate::registry::DropContained;
use serde::Serialize;
use std::borrow::Cow;
use std::error::Error;
use std::fmt;

/// JSON-RPC 2.0, "Error object": the method does not exist or is not available.
pub const METHOD_NOT_FOUND: i32 = -32601;
/// JSON-RPC 2.0, "Error object": something that the client sent is wrong.
pub const INVALID_PARAMS: i32 = -32602;
/// JSON-RPC 2.0, "Error object": the server failed.
pub const INTERNAL_ERROR: i32 = -32603;

/// MCP 2026-07-28: the prompt needs something that the client did not declare.
pub const MISSING_REQUIRED_CLIENT_CAPABILITY: i32 = -32021;
/// MCP 2026-07-28: the revision in the request's `_meta` is not known.
pub const UNSUPPORTED_PROTOCOL_VERSION: i32 = -32022;

/// Why a request has no result.
///
/// What a client can get wrong has the code -32602 and one plain sentence that names every problem. What the prompt's own code
/// failed with has the code -32603, and its text stays in the server: `?` on any error type converts into that. Use
/// [`for_user`](Self::for_user) for text that the person should read.
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
    InputRequired(crate::elicit::InputRequired),
    Internal {
        source: DropContained<Box<dyn Error + Send + Sync>>,
    },
}

impl PromptError {
    /// A failure that the person reads as it is written here: code -32603.
    pub fn for_user(message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Kind::ForUser {
            message: message.into(),
        }))
    }

    /// A request that is wrong in a way that only the prompt can tell: code -32602, read by the person as it is written here.
    pub fn invalid_params(message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Kind::Invalid {
            message: message.into(),
            problems: Vec::new(),
        }))
    }

    /// One argument whose value only the prompt can judge: code -32602, with the argument named in `data`.
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
    pub(crate) fn input_required(input: crate::elicit::InputRequired) -> Self {
        Self(Box::new(Kind::InputRequired(input)))
    }

    #[cfg(feature = "elicitation")]
    pub(crate) fn input_required_mut(&mut self) -> Option<&mut crate::elicit::InputRequired> {
        match &mut *self.0 {
            Kind::InputRequired(input) => Some(input),
            _ => None,
        }
    }

    /// What is asked of the client, or the error as it was.
    #[cfg(feature = "elicitation")]
    pub(crate) fn into_input_required(self) -> Result<crate::elicit::InputRequired, Self> {
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

    /// The JSON-RPC code.
    #[must_use]
    pub fn code(&self) -> i32 {
        match *self.0 {
            Kind::Invalid { .. } => INVALID_PARAMS,
            Kind::MethodNotFound { .. } => METHOD_NOT_FOUND,
            #[cfg(feature = "elicitation")]
            Kind::MissingCapability { revision, .. } if revision >= Revision::V2026_07_28 => {
                MISSING_REQUIRED_CLIENT_CAPABILITY
            }
            Kind::UnsupportedVersion { .. } => UNSUPPORTED_PROTOCOL_VERSION,
            #[cfg(feature = "elicitation")]
            Kind::MissingCapability { .. } | Kind::InputRequired(_) => INTERNAL_ERROR,
            Kind::ForUser { .. } | Kind::Internal { .. } => INTERNAL_ERROR,
        }
    }

    /// The sentence that the client gets.
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

    /// The `data` member of the JSON-RPC error: `{"problems": […]}` when arguments are wrong, and what the specification demands for
    /// a capability that is missing and a revision that is not known.
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
            } if *revision >= Revision::V2026_07_28 => Some(ErrorData::MissingCapability {
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

    /// What the prompt's own code failed with. Never sent to a client.
    #[must_use]
    pub fn source(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        match &*self.0 {
            Kind::Internal { source } => Some(&**source.get()?),
            _ => None,
        }
    }
}

/// Fields in alphabetical order, as in [`Problem`].
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
    /// The JSON-RPC error object: `code`, `message` and, where arguments are wrong, `data`.
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
    /// The sentence that the client gets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl fmt::Debug for PromptError {
    /// For the author: the sentence, and what the prompt's own code failed with.
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

/// Any error, and text, becomes an internal error (-32603) whose text stays in the server.
impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for PromptError {
    fn from(error: E) -> Self {
        Self(Box::new(Kind::Internal {
            source: DropContained::new(error.into()),
        }))
    }
}

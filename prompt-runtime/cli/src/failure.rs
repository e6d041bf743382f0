use super::Exit;
use prompt_runtime::{PromptError, error::code};
use std::fmt;
use std::io;

/// The reason that a command failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// The prompt's own error, with the message for clients.
    Prompt {
        error: PromptError,
        tip: Option<String>,
    },
    /// The command line is invalid.
    Refused {
        sentence: String,
        tip: Option<String>,
    },
    /// The program failed.
    Failed(String),
    /// The output could not be written.
    Output(io::Error),
}

impl Failure {
    pub(super) fn refused(sentence: impl Into<String>) -> Self {
        Self::Refused {
            sentence: sentence.into(),
            tip: None,
        }
    }

    /// Adds advice on a separate line, if there is any.
    pub(super) fn with_tip(self, tip: Option<String>) -> Self {
        match self {
            Self::Refused { sentence, .. } => Self::Refused { sentence, tip },
            Self::Prompt { error, .. } => Self::Prompt { error, tip },
            other => other,
        }
    }

    /// The error that a client would receive in place of a result, if the request was sent.
    pub(super) fn answer(&self) -> Option<&PromptError> {
        match self {
            Self::Prompt { error, .. } => Some(error),
            _ => None,
        }
    }

    pub(super) fn tip(&self) -> Option<&str> {
        match self {
            Self::Refused { tip, .. } | Self::Prompt { tip, .. } => tip.as_deref(),
            _ => None,
        }
    }

    pub(super) fn exit(&self) -> Exit {
        match self {
            Self::Prompt { error, .. } if error.code() == code::INVALID_PARAMS => Exit::Refused,
            Self::Refused { .. } => Exit::Refused,
            // The reader of the pipe closed it on purpose.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Self::Prompt { .. } | Self::Failed(_) | Self::Output(_) => Exit::Failed,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prompt { error, .. } => f.write_str(error.message()),
            Self::Refused { sentence, .. } | Self::Failed(sentence) => f.write_str(sentence),
            Self::Output(error) => write!(f, "the output cannot be written: {error}"),
        }
    }
}

impl From<PromptError> for Failure {
    fn from(error: PromptError) -> Self {
        Self::Prompt { error, tip: None }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

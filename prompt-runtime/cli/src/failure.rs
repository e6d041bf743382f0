use super::Exit;
use prompt_runtime::{PromptError, error::code};
use std::fmt;
use std::io;

/// The reason that a command failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// The prompt's own answer, in the words that a client gets.
    Prompt {
        error: PromptError,
        tip: Option<String>,
    },
    /// Something on the command line is wrong.
    Refused {
        sentence: String,
        tip: Option<String>,
    },
    /// The program could not do its part.
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

    /// Adds advice on a line of its own, unless there is none.
    pub(super) fn with_tip(self, tip: Option<String>) -> Self {
        match self {
            Self::Refused { sentence, .. } => Self::Refused { sentence, tip },
            Self::Prompt { error, .. } => Self::Prompt { error, tip },
            other => other,
        }
    }

    /// The error that a client would get in place of a result, if this is the answer to a request.
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
            // The reader of the pipe has closed it on purpose.
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

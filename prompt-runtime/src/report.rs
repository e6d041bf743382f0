//! Reports for the author that clients must not see, such as the cause of a prompt's failure.

mod line;
mod queue;

use crate::contain::contained;
use crate::prompt_error::PromptError;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A failure in the author's code, or information that was kept from a client.
#[derive(Debug)]
#[non_exhaustive]
pub enum Report<'a> {
    /// A prompt returned an error whose text stays in the server.
    Failed {
        /// The name of the prompt.
        prompt: &'a str,
        /// The returned error, with its sources.
        error: &'a PromptError,
    },
    /// A prompt panicked. The panic hook has already printed the message and the place.
    Panicked {
        /// The name of the prompt.
        prompt: &'a str,
    },
    /// A prompt returned a conversation that breaks a rule.
    Refused {
        /// The name of the prompt.
        prompt: &'a str,
        /// The broken rule.
        why: Cow<'a, str>,
    },
    /// A completer failed or panicked; the client got no values.
    Completion {
        /// The name of the prompt.
        prompt: &'a str,
        /// The name of the argument.
        argument: &'a str,
        /// The returned error, or a note that the completer panicked.
        why: Cow<'a, str>,
    },
    /// A mistake in a prompt file of a watched directory.
    PromptFile {
        /// The path of the file, as shown in messages.
        file: &'a str,
        /// The line, from 1; 0 for the file as a whole.
        line: usize,
        /// The column in characters, from 1; 0 for the file as a whole.
        column: usize,
        /// The description of the mistake.
        why: Cow<'a, str>,
    },
    /// Any other message for the operator.
    Warning(Cow<'a, str>),
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed { prompt, error } => write!(f, "prompt \"{prompt}\" failed: {error:?}"),
            Self::Panicked { prompt } => write!(f, "prompt \"{prompt}\" panicked"),
            Self::Refused { prompt, why } => write!(f, "prompt \"{prompt}\": {why}"),
            Self::Completion {
                prompt,
                argument,
                why,
            } => write!(
                f,
                "completion of argument \"{argument}\" of prompt \"{prompt}\": {why}"
            ),
            Self::PromptFile {
                file, line: 0, why, ..
            } => write!(f, "{file}: {why}"),
            Self::PromptFile {
                file,
                line,
                column,
                why,
            } => write!(f, "{file}:{line}:{column}: {why}"),
            Self::Warning(text) => f.write_str(text),
        }
    }
}

/// The destination of reports: the author's own function; otherwise `tracing`, if that feature is on; otherwise standard error.
///
/// The author's function receives unchanged text. The other destinations receive one line for each report, with control and invisible
/// characters escaped.
#[derive(Clone, Default)]
pub(crate) struct Reporter(Option<Arc<ReportFn>>);

type ReportFn = dyn Fn(&Report<'_>) + Send + Sync;

impl Reporter {
    pub(crate) fn to(function: impl Fn(&Report<'_>) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(function)))
    }

    /// A panic in the author's function, or in the `Display` of the author's error, must not end the request.
    pub(crate) fn report(&self, report: &Report<'_>) {
        let _ = contained(|| self.send(report));
    }

    fn send(&self, report: &Report<'_>) {
        if let Some(function) = &self.0 {
            return function(report);
        }
        let is_warning = matches!(
            report,
            Report::Warning(_) | Report::Completion { .. } | Report::PromptFile { .. }
        );
        queue::write(line::Line::new(&report.to_string(), is_warning));
    }
}

impl fmt::Debug for Reporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() {
            "Reporter(function)"
        } else {
            "Reporter(default)"
        })
    }
}

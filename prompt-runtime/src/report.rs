//! Reports for the author that no client may see, such as the cause of a prompt's failure.

#[cfg(not(feature = "tracing"))]
mod stderr;

use crate::contain::contained;
use crate::prompt_error::PromptError;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Something that went wrong in the author's code, or was kept from a client.
#[derive(Debug)]
#[non_exhaustive]
pub enum Report<'a> {
    /// A prompt returned an error whose text stays in the server.
    Failed {
        /// The name of the prompt.
        prompt: &'a str,
        /// The error that it returned, with its sources.
        error: &'a PromptError,
    },
    /// A prompt panicked; the panic hook has the message and the place.
    Panicked {
        /// The name of the prompt.
        prompt: &'a str,
    },
    /// A prompt returned a conversation that breaks a rule.
    Refused {
        /// The name of the prompt.
        prompt: &'a str,
        /// The rule that it breaks.
        why: Cow<'a, str>,
    },
    /// A completer failed or panicked; the client got no values.
    Completion {
        /// The name of the prompt.
        prompt: &'a str,
        /// The name of the argument.
        argument: &'a str,
        /// The error that it returned, or the fact that it panicked.
        why: Cow<'a, str>,
    },
    /// Something is wrong with a prompt file of a directory that is watched.
    PromptFile {
        /// The path of the file, as people are shown it.
        file: &'a str,
        /// From 1; 0 when the file as a whole is meant.
        line: usize,
        /// In characters, from 1; 0 when the file as a whole is meant.
        column: usize,
        /// The problem with it.
        why: Cow<'a, str>,
    },
    /// Anything else an operator should know.
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

/// The destination of reports: the author's own function, `tracing` where that feature is on, else standard error.
///
/// The author's function gets texts as they are. The others get one line for each report, with control and invisible characters spelled
/// out.
#[derive(Clone, Default)]
pub(crate) struct Reporter(Option<Arc<ReportFn>>);

type ReportFn = dyn Fn(&Report<'_>) + Send + Sync;

impl Reporter {
    pub(crate) fn to(function: impl Fn(&Report<'_>) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(function)))
    }

    /// A panic in the author's function, or in the `Display` of an error of theirs, must not end the request that is reported on.
    pub(crate) fn report(&self, report: &Report<'_>) {
        let _ = contained(|| self.send(report));
    }

    fn send(&self, report: &Report<'_>) {
        match &self.0 {
            Some(function) => function(report),
            #[cfg(feature = "tracing")]
            None => match report {
                Report::Warning(_) | Report::Completion { .. } | Report::PromptFile { .. } => {
                    tracing::warn!("{}", in_line(report));
                }
                _ => tracing::error!("{}", in_line(report)),
            },
            // Standard output belongs to the protocol where a server speaks it over stdio.
            #[cfg(not(feature = "tracing"))]
            None => stderr::write(&report.to_string()),
        }
    }
}

/// The report as one line: text of a client or of a file cannot forge others, or control a terminal.
#[cfg(feature = "tracing")]
fn in_line(report: &Report<'_>) -> String {
    prompt_syntax::text::spelled_out_in_line(&report.to_string()).into_owned()
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

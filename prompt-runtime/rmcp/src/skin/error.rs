use super::rmcp::ErrorData;
use super::rmcp::service::ServerInitializeError;
use prompt_runtime::error::RegistryProblem;
use prompt_runtime::{PromptRegistry, RegistryError};
use std::collections::HashSet;
use std::{fmt, io};

/// The error of mounting prompts on a server, or of serving them. `Debug` prints the same text as `Display`, because a `main` that returns
/// the error uses `Debug`.
#[non_exhaustive]
pub enum MountError {
    /// A prompt needs state that is not provided.
    Registry(RegistryError),
    /// The names of prompts that both the registry and the server have, each with the place of the registry's prompt, such as
    /// `src/main.rs:12`.
    Names(Vec<(String, String)>),
    /// The server does not declare the capability `prompts`.
    Undeclared,
    /// The names of the server's own tools that are also the names of the [prompt tools](super::PromptTools).
    Tools(Vec<String>),
    /// rmcp could not initialize the session.
    Initialize(Box<ServerInitializeError>),
    /// The listener or the session's task failed.
    Io(io::Error),
    /// The server stopped before it had answered this number of requests; each received an error.
    Unanswered(usize),
}

impl MountError {
    /// [`Names`](Self::Names) for those of the server's own `names` that the registry has too; `None` if it has none of them.
    pub(super) fn of_names(
        registry: &PromptRegistry,
        names: impl IntoIterator<Item = String>,
    ) -> Option<Self> {
        // A server may list one name several times.
        let mut seen = HashSet::new();
        let names = names.into_iter().filter(|name| seen.insert(name.clone()));
        let places = names.filter_map(|name| {
            let place = registry.prompt(&name)?.location().to_string();
            Some((name, place))
        });
        let places: Vec<_> = places.collect();
        (!places.is_empty()).then_some(Self::Names(places))
    }
}

impl fmt::Debug for MountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<ServerInitializeError> for MountError {
    fn from(error: ServerInitializeError) -> Self {
        Self::Initialize(Box::new(error))
    }
}

/// For functions that return rmcp's own error: an error of the mount's check becomes `InitializeFailed`, with the text of this error.
impl From<MountError> for ServerInitializeError {
    fn from(error: MountError) -> Self {
        match error {
            MountError::Initialize(error) => *error,
            error => Self::InitializeFailed(ErrorData::internal_error(error.to_string(), None)),
        }
    }
}

/// For functions that return rmcp's own error in a box.
impl From<MountError> for Box<ServerInitializeError> {
    fn from(error: MountError) -> Self {
        match error {
            MountError::Initialize(error) => error,
            error => Self::new(error.into()),
        }
    }
}

impl From<io::Error> for MountError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for MountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Registry(error) => {
                write!(f, "{error}")?;
                let missing = |problem: &RegistryProblem| {
                    matches!(problem, RegistryProblem::MissingState { .. })
                };
                if error.problems().iter().any(missing) {
                    f.write_str("; state that requests bring is announced on the mount, with `.with_state(|request| …)`")?;
                }
                Ok(())
            }
            Self::Names(names) => {
                f.write_str(
                    "the mounted prompts and the server's own share names, so rename or remove one of each: ",
                )?;
                list(
                    f,
                    names
                        .iter()
                        .map(|(name, place)| format!("`{name}` ({place})")),
                )
            }
            Self::Undeclared => f.write_str(crate::warn::UNDECLARED),
            Self::Tools(names) => {
                f.write_str("the server has tools with the names of the prompt tools, rename them or do without `with_prompt_tools()`: ")?;
                list(f, names.iter().map(|name| format!("`{name}`")))
            }
            Self::Initialize(error) => write!(f, "{error}"),
            Self::Io(error) => write!(f, "{error}"),
            Self::Unanswered(1) => f.write_str("the server stopped before a request was answered"),
            Self::Unanswered(count) => {
                write!(
                    f,
                    "the server stopped before {count} requests were answered"
                )
            }
        }
    }
}

fn list(f: &mut fmt::Formatter<'_>, items: impl Iterator<Item = String>) -> fmt::Result {
    f.write_str(&items.collect::<Vec<_>>().join(", "))
}

impl std::error::Error for MountError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Registry(error) => error.source(),
            Self::Names(_) | Self::Undeclared | Self::Tools(_) | Self::Unanswered(_) => None,
            Self::Initialize(error) => error.source(),
            Self::Io(error) => error.source(),
        }
    }
}

use crate::registry::RegistryError;
use ::rmcp::service::ServerInitializeError;
use std::{fmt, io};

/// Why prompts cannot be added to a server, or served. `Debug` is what `Display` is: a `main` prints it that returns it.
#[non_exhaustive]
pub enum MountError {
    /// State that nobody provides.
    Registry(RegistryError),
    /// Names of prompts that both the registry and the server have.
    Names(Vec<String>),
    /// Tools of the server's own that have the names of the [prompt tools](super::PromptTools).
    Tools(Vec<String>),
    /// rmcp could not begin the session.
    Initialize(Box<ServerInitializeError>),
    /// The listener failed, or what ran the session.
    Io(io::Error),
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

impl From<io::Error> for MountError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for MountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Registry(error) => write!(f, "{error}"),
            Self::Names(names) => {
                f.write_str(
                    "the mounted prompts and the server's own share names, so rename or remove one of each: ",
                )?;
                list(f, names)
            }
            Self::Tools(names) => {
                f.write_str("the server has tools with the names of the prompt tools, rename them or do without `with_prompt_tools()`: ")?;
                list(f, names)
            }
            Self::Initialize(error) => write!(f, "{error}"),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

fn list(f: &mut fmt::Formatter<'_>, names: &[String]) -> fmt::Result {
    names
        .iter()
        .enumerate()
        .try_for_each(|(index, name)| write!(f, "{}`{name}`", if index == 0 { "" } else { ", " }))
}

impl std::error::Error for MountError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Registry(error) => error.source(),
            Self::Names(_) | Self::Tools(_) => None,
            Self::Initialize(error) => error.source(),
            Self::Io(error) => error.source(),
        }
    }
}

use crate::registry::PromptRegistry;
use std::path::Path;

/// A program that has prompts: what [`run`](super::run) runs. A registry alone will do; what else a program has to say of itself
/// is said here.
///
/// ```no_run
/// use prompt_runtime::PromptRegistry;
/// use prompt_runtime::cli::{self, Program};
/// # use prompt_runtime::RegistryError;
/// # use std::process::ExitCode;
///
/// # fn main() -> Result<ExitCode, RegistryError> {
/// let program = Program::new(PromptRegistry::from_inventory()?).with_version(env!("CARGO_PKG_VERSION"));
/// Ok(cli::run(program))
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Program {
    pub(super) registry: PromptRegistry,
    pub(super) name: Option<String>,
    pub(super) version: Option<String>,
    pub(super) instructions: Option<String>,
}

impl Program {
    /// A program called like its file.
    #[must_use]
    pub fn new(registry: PromptRegistry) -> Self {
        Self {
            registry,
            name: None,
            version: None,
            instructions: None,
        }
    }

    /// The name in the help, and of the server, in place of the file's.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The version for `--version`, and of the server. Without one there is no `--version`, and the server's is 0.0.0.
    #[must_use]
    pub fn with_version(mut self, version: impl Into<String>) -> Self {
        self.version = Some(version.into());
        self
    }

    /// What the server tells the model about its use.
    #[must_use]
    pub fn with_instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Its name, when it was called as `called`.
    pub(super) fn name(&self, called: &str) -> String {
        self.name.clone().unwrap_or_else(|| {
            Path::new(called)
                .file_stem()
                .map_or_else(|| called.to_owned(), |stem| stem.to_string_lossy().into())
        })
    }
}

impl From<PromptRegistry> for Program {
    fn from(registry: PromptRegistry) -> Self {
        Self::new(registry)
    }
}

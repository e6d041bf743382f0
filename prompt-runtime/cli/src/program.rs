use prompt_check::advice::Lint;
use prompt_runtime::{BoxFuture, PromptRegistry};
use std::error::Error;
use std::fmt;
use std::future::Future;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;

/// A program with prompts, for [`run`](super::run). A registry converts into it; the methods add more information about the program.
///
/// ```no_run
/// use prompt_runtime::PromptRegistry;
/// use prompt_cli::Program;
/// # use prompt_runtime::RegistryError;
/// # use std::process::ExitCode;
///
/// # fn main() -> Result<ExitCode, RegistryError> {
/// let program = Program::new(PromptRegistry::from_inventory()?).with_version(env!("CARGO_PKG_VERSION"));
/// Ok(prompt_cli::run(program))
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Program {
    pub(super) registry: PromptRegistry,
    pub(super) name: Option<String>,
    pub(super) version: Option<String>,
    pub(super) instructions: Option<String>,
    pub(super) server: Option<Server>,
    pub(super) allowed_advice: Vec<Lint>,
}

/// The transport of `serve`.
#[derive(Debug)]
// MCP has exactly these two transports, so a `match` should not need a third arm.
#[allow(clippy::exhaustive_enums)]
pub enum Transport {
    /// Standard input and output.
    Stdio,
    /// Streamable HTTP. The listener is in non-blocking mode, as `tokio::net::TcpListener::from_std` requires.
    Http(TcpListener),
}

pub(super) type Served = Result<(), Box<dyn Error + Send + Sync>>;

/// The program's own function to serve its prompts.
#[derive(Clone)]
pub(super) struct Server(Arc<ServeFn>);

type ServeFn = dyn Fn(PromptRegistry, Transport) -> BoxFuture<'static, Served> + Send + Sync;

impl Server {
    pub(super) fn serve(
        &self,
        registry: PromptRegistry,
        transport: Transport,
    ) -> BoxFuture<'static, Served> {
        (self.0)(registry, transport)
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Server")
    }
}

impl Program {
    /// Creates a program whose name is that of its executable file.
    #[must_use]
    pub fn new(registry: PromptRegistry) -> Self {
        Self {
            registry,
            name: None,
            version: None,
            instructions: None,
            server: None,
            allowed_advice: Vec::new(),
        }
    }

    /// Sets the server that `serve` runs, in place of a server that has only the prompts. The server ends when its future does. If it
    /// returns an error, the error is printed and the exit code is 1.
    ///
    /// An example with an rmcp server:
    ///
    #[cfg_attr(feature = "serve", doc = "```no_run")]
    #[cfg_attr(not(feature = "serve"), doc = "```ignore")]
    /// use prompt_runtime::PromptRegistry;
    /// use prompt_cli::{Program, Transport};
    /// use prompt_rmcp as _;
    /// # use prompt_runtime::RegistryError;
    /// # use std::process::ExitCode;
    /// # #[derive(Clone)]
    /// # struct Tickets;
    /// # impl rmcp::ServerHandler for Tickets {}
    ///
    /// # fn main() -> Result<ExitCode, RegistryError> {
    /// let program = Program::new(PromptRegistry::from_inventory()?).with_server(|prompts, transport| async move {
    ///     match transport {
    ///         Transport::Stdio => prompts.mount(Tickets).serve_stdio().await,
    ///         Transport::Http(listener) => {
    ///             prompts.mount(Tickets).serve_http(tokio::net::TcpListener::from_std(listener)?).await
    ///         }
    ///     }
    /// });
    /// Ok(prompt_cli::run(program))
    /// # }
    /// ```
    ///
    /// Clients then receive the name, version and instructions of that server. The other commands run without the server. For them, a
    /// prompt that is a method of the server, or uses it as state, needs a value from [`state`](prompt_runtime::RegistryBuilder::state).
    #[must_use]
    pub fn with_server<F, R, E>(mut self, serve: F) -> Self
    where
        F: Fn(PromptRegistry, Transport) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        self.server = Some(Server(Arc::new(move |registry, transport| {
            let served = serve(registry, transport);
            Box::pin(async { served.await.map_err(Into::into) })
        })));
        self
    }

    /// Sets the name in the help and of the server. The default is the name of the executable file.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets the version for `--version` and of the server. Without a version there is no `--version`, and the server's version is 0.0.0.
    #[must_use]
    pub fn with_version(mut self, version: impl Into<String>) -> Self {
        self.version = Some(version.into());
        self
    }

    /// Sets the server's instructions for the model.
    #[must_use]
    pub fn with_instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Excludes this advice from `check`, for all prompts.
    #[must_use]
    pub fn allow_advice(mut self, lints: impl IntoIterator<Item = Lint>) -> Self {
        self.allowed_advice.extend(lints);
        self
    }

    /// The program's name if it was called as `called`.
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

//! A server that has nothing but prompts.

use super::MountError;
use crate::registry::PromptRegistry;
use ::rmcp::ServerHandler;
use ::rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use std::io;

/// A server with a name and nothing else; mounted on it, prompts are a server of their own.
#[derive(Debug, Clone)]
pub struct PromptServer {
    implementation: Implementation,
    instructions: Option<String>,
}

impl PromptServer {
    /// A server called `name`.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            implementation: Implementation::new(name, version),
            instructions: None,
        }
    }

    /// Tells the model how to use the server.
    #[must_use]
    pub fn with_instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }
}

impl ServerHandler for PromptServer {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::default())
            .with_server_info(self.implementation.clone());
        info.instructions.clone_from(&self.instructions);
        info
    }
}

impl PromptRegistry {
    /// Serves these prompts over standard input and output until the client ends the session: nothing else on a [`PromptServer`],
    /// beside what it has on any other server. Needs the feature `rmcp`.
    ///
    /// ```no_run
    /// # use prompt_runtime::{PromptRegistry, rmcp::PromptServer};
    /// # async fn f() -> Result<(), Box<dyn std::error::Error>> {
    /// PromptRegistry::from_inventory()?.serve_stdio(PromptServer::new("playbook", "1.0.0")).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// What [`check`](super::Mounted::check) finds, and what rmcp fails with: a client that speaks no MCP, or a broken pipe.
    pub async fn serve_stdio<S: ServerHandler + Send + Sync>(
        &self,
        server: S,
    ) -> Result<(), MountError> {
        let running = match self.mount(server).serve(::rmcp::transport::stdio()).await {
            Ok(running) => running,
            // A client that leaves before it says anything has not failed.
            Err(MountError::Initialize(error))
                if matches!(
                    *error,
                    ::rmcp::service::ServerInitializeError::ConnectionClosed(_)
                ) =>
            {
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        running.waiting().await.map_err(io::Error::other)?;
        Ok(())
    }

    /// Serves these prompts over Streamable HTTP at the path `/mcp` until the process ends or is interrupted: nothing else on a
    /// [`PromptServer`], beside what it has on any other server, of which each session gets a clone. Needs the feature `http`.
    ///
    /// Only requests whose `Host` is a loopback name are answered, against DNS rebinding, and browsers of other origins are refused.
    /// To serve others, or with authorization, mount the registry in rmcp's `StreamableHttpService` yourself.
    ///
    /// # Errors
    /// What [`check`](super::Mounted::check) finds, and an error of the listener.
    #[cfg(feature = "http")]
    pub async fn serve_http<S: ServerHandler + Clone + Send + Sync>(
        &self,
        server: S,
        listener: tokio::net::TcpListener,
    ) -> Result<(), MountError> {
        use ::rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
        use ::rmcp::transport::streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService,
        };

        self.mount(server.clone()).check().await?;
        let registry = self.clone();
        let config = StreamableHttpServerConfig::default().enforce_origin_validation();
        let stop = config.cancellation_token.clone();
        let service = StreamableHttpService::new(
            move || Ok(registry.mount(server.clone())),
            LocalSessionManager::default().into(),
            config,
        );
        let app = axum::Router::new().nest_service("/mcp", service);
        axum::serve(listener, app)
            .with_graceful_shutdown(async move {
                // Without a way to be interrupted the server runs until the process ends.
                if tokio::signal::ctrl_c().await.is_err() {
                    std::future::pending::<()>().await;
                }
                stop.cancel();
            })
            .await?;
        Ok(())
    }
}

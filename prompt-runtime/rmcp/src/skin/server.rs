//! A server that has nothing but prompts.

use super::names::ServerInfo;
use super::rmcp::ServerHandler;
use super::rmcp::model::{Implementation, ServerCapabilities};
use super::rmcp::service::ServerInitializeError;
use super::rmcp::service::ServiceExt;
use super::{MountError, Mounted};
use crate::wire::Connect;
use std::any::Any;
use std::io;
use tokio::io::DuplexStream;

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
    fn get_info(&self) -> ServerInfo {
        let mut info = ServerInfo::new(ServerCapabilities::default())
            .with_server_info(self.implementation.clone());
        info.instructions.clone_from(&self.instructions);
        info
    }
}

impl<S: ServerHandler + Send + Sync> Mounted<S> {
    /// Serves over standard input and output until the client ends the session.
    ///
    /// ```no_run
    /// use prompt_rmcp::v3::PromptServer;
    /// use prompt_runtime::PromptRegistry;
    ///
    /// # async fn f() -> Result<(), Box<dyn std::error::Error>> {
    /// PromptRegistry::from_inventory()?.mount(PromptServer::new("playbook", "1.0.0")).serve_stdio().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// What [`check`](Self::check) finds, and what rmcp fails with: a client that speaks no MCP, or a broken pipe.
    pub async fn serve_stdio(self) -> Result<(), MountError> {
        let running = match self.serve(super::rmcp::transport::stdio()).await {
            Ok(running) => running,
            // A client that leaves before it says anything has not failed.
            Err(MountError::Initialize(error))
                if matches!(*error, ServerInitializeError::ConnectionClosed(_)) =>
            {
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        running.waiting().await.map_err(io::Error::other)?;
        Ok(())
    }

    /// Serves over Streamable HTTP at the path `/mcp` until the process ends or is interrupted. Each session gets a clone. Needs the
    /// feature `http`.
    ///
    /// Only requests whose `Host` is a loopback name are answered, against DNS rebinding, and browsers of other origins are refused.
    /// To serve others, or with authorization, mount the registry in rmcp's `StreamableHttpService` yourself.
    ///
    /// # Errors
    /// What [`check`](Self::check) finds, and an error of the listener.
    #[cfg(feature = "http")]
    pub async fn serve_http(self, listener: tokio::net::TcpListener) -> Result<(), MountError>
    where
        S: Clone,
    {
        use super::rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
        use super::rmcp::transport::streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService,
        };

        self.check().await?;
        let config = StreamableHttpServerConfig::default().enforce_origin_validation();
        let stop = config.cancellation_token.clone();
        let service = StreamableHttpService::new(
            move || Ok(self.clone()),
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

impl<S: ServerHandler + Send + Sync> Connect<super::Version> for S {
    async fn connect(self, transport: DuplexStream) -> Result<Box<dyn Any + Send + Sync>, String> {
        match ServiceExt::serve(self, transport).await {
            Ok(running) => Ok(Box::new(running)),
            Err(error) => Err(error.to_string()),
        }
    }
}

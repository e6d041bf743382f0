//! A server that has only prompts.

use super::names::ServerInfo;
use super::rmcp::ServerHandler;
use super::rmcp::model::{Implementation, ServerCapabilities};
use super::rmcp::service::ServiceExt;
use crate::wire::Connect;
use std::any::Any;
use tokio::io::DuplexStream;

/// A server without any features of its own. Mount a registry on it to serve only prompts.
#[derive(Debug, Clone)]
pub struct PromptServer {
    implementation: Implementation,
    instructions: Option<String>,
}

impl PromptServer {
    /// Creates a server with this name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            implementation: Implementation::new(name, version),
            instructions: None,
        }
    }

    /// Sets the server's instructions for the model.
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

impl<S: ServerHandler + Send + Sync> Connect<super::Version> for S {
    async fn connect(self, transport: DuplexStream) -> Result<Box<dyn Any + Send + Sync>, String> {
        match ServiceExt::serve(self, transport).await {
            Ok(running) => Ok(Box::new(running)),
            Err(error) => Err(error.to_string()),
        }
    }
}

use super::Failure;
use super::console::Console;
use crate::registry::PromptRegistry;
use std::net::SocketAddr;

/// Answers MCP clients, over standard input and output or over Streamable HTTP
#[derive(Debug, clap::Args)]
pub(super) struct Serve {
    /// Streamable HTTP at this address, such as 127.0.0.1:8000
    #[arg(long, value_name = "ADDRESS")]
    http: Option<SocketAddr>,
}

impl Serve {
    pub(super) fn run(
        &self,
        registry: &PromptRegistry,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let _ = (registry, console);
        Err(without(if self.http.is_some() { "http" } else { "rmcp" }))
    }
}

fn without(feature: &str) -> Failure {
    Failure::refused(format!(
        "this program was built without its server; turn on the feature \"{feature}\" of prompt-runtime in its Cargo.toml"
    ))
}

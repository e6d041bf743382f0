use super::console::Console;
use super::{Failure, Program};
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
        program: Program,
        name: &str,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        match self.http {
            None => stdio(program, name, console),
            Some(address) => http(program, name, address, console),
        }
    }
}

#[cfg(not(all(feature = "rmcp", feature = "http")))]
fn without(feature: &str) -> Failure {
    Failure::refused(format!(
        "this program was built without its server; turn on the feature \"{feature}\" of prompt-runtime in its Cargo.toml"
    ))
}

#[cfg(not(feature = "rmcp"))]
fn stdio(_: Program, _: &str, _: &mut Console<'_>) -> Result<(), Failure> {
    Err(without("rmcp"))
}

#[cfg(not(feature = "http"))]
fn http(_: Program, _: &str, _: SocketAddr, _: &mut Console<'_>) -> Result<(), Failure> {
    Err(without("http"))
}

#[cfg(feature = "rmcp")]
fn server(program: &mut Program, name: &str) -> crate::rmcp::PromptServer {
    let version = program.version.take();
    let server =
        crate::rmcp::PromptServer::new(name, version.unwrap_or_else(|| "0.0.0".to_owned()));
    match program.instructions.take() {
        Some(instructions) => server.with_instructions(instructions),
        None => server,
    }
}

#[cfg(feature = "rmcp")]
fn stdio(mut program: Program, name: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    if std::io::IsTerminal::is_terminal(&std::io::stdin()) {
        console.note(
            "note:",
            "speaking MCP over standard input and output, as a client that starts this program expects",
        );
    }
    let server = server(&mut program, name);
    super::runtime::wait(program.registry.serve_stdio(server))?
        .map_err(|error| Failure::Failed(error.to_string()))
}

#[cfg(feature = "http")]
fn http(
    mut program: Program,
    name: &str,
    address: SocketAddr,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let server = server(&mut program, name);
    // The listener belongs to the runtime that it is made on.
    let listener = std::net::TcpListener::bind(address)
        .and_then(|listener| listener.set_nonblocking(true).map(|()| listener))
        .map_err(|error| Failure::refused(format!("cannot listen at {address}: {error}")))?;
    let address = listener.local_addr().unwrap_or(address);
    console.note("note:", &format!("answering at http://{address}/mcp"));
    super::runtime::wait(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        program.registry.serve_http(server, listener).await
    })?
    .map_err(|error| Failure::Failed(error.to_string()))
}

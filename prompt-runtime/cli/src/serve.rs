use crate::console::Console;
use crate::program::Served;
use crate::{Failure, Program, Transport, runtime};
use std::io::{self, IsTerminal as _};
use std::net::{SocketAddr, TcpListener};

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
        mut program: Program,
        name: &str,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let server = program.server.take();
        if server.is_none() && !cfg!(feature = "serve") {
            return Err(Failure::refused(
                "this program was built without a server; turn on the feature \"serve\" of prompt-cli in its Cargo.toml, or give it a \
                 server with `Program::with_server`",
            ));
        }
        let transport = match self.http {
            None => Transport::Stdio,
            Some(address) => {
                let (listener, address) = listen(address)?;
                // Where an author's own server answers is its own affair.
                let path = if server.is_none() { "/mcp" } else { "" };
                console.note("note:", &format!("answering at http://{address}{path}"));
                Transport::Http(listener)
            }
        };
        if self.http.is_none() && io::stdin().is_terminal() {
            console.note(
                "note:",
                "speaking MCP over standard input and output, as a client that starts this program expects",
            );
        }
        let ended = match server {
            Some(server) => runtime::wait(server.serve(program.registry, transport)),
            None => runtime::wait(prompts_alone(program, name, transport)),
        };
        ended?.map_err(|error| Failure::Failed(error.to_string()))
    }
}

/// The listener belongs to no runtime yet.
fn listen(address: SocketAddr) -> Result<(TcpListener, SocketAddr), Failure> {
    let listener = TcpListener::bind(address)
        .and_then(|listener| listener.set_nonblocking(true).map(|()| listener))
        .map_err(|error| Failure::refused(format!("cannot listen at {address}: {error}")))?;
    let address = listener.local_addr().unwrap_or(address);
    Ok((listener, address))
}

/// A server that has nothing but prompts.
#[cfg(feature = "serve")]
async fn prompts_alone(program: Program, name: &str, transport: Transport) -> Served {
    let version = program.version.unwrap_or_else(|| "0.0.0".to_owned());
    let mut server = prompt_rmcp::v3::PromptServer::new(name, version);
    if let Some(instructions) = program.instructions {
        server = server.with_instructions(instructions);
    }
    let mounted = program.registry.mount(server);
    match transport {
        Transport::Stdio => Ok(mounted.serve_stdio().await?),
        Transport::Http(listener) => {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            Ok(mounted.serve_http(listener).await?)
        }
    }
}

// Refused before.
#[cfg(not(feature = "serve"))]
fn prompts_alone(_: Program, _: &str, _: Transport) -> std::future::Ready<Served> {
    std::future::ready(Ok(()))
}

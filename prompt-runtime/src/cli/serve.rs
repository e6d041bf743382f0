use super::console::Console;
use super::program::Served;
use super::{Failure, Program, Transport, runtime};
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
        if server.is_none() {
            self.check_features()?;
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

    fn check_features(&self) -> Result<(), Failure> {
        let missing = match self.http {
            None if !cfg!(feature = "rmcp") => "rmcp",
            Some(_) if !cfg!(feature = "http") => "http",
            _ => return Ok(()),
        };
        Err(without(missing))
    }
}

fn without(feature: &str) -> Failure {
    Failure::refused(format!(
        "this program was built without its server; turn on the feature \"{feature}\" of prompt-runtime in its Cargo.toml"
    ))
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
#[cfg(feature = "rmcp")]
async fn prompts_alone(program: Program, name: &str, transport: Transport) -> Served {
    let version = program.version.unwrap_or_else(|| "0.0.0".to_owned());
    let mut server = crate::rmcp::PromptServer::new(name, version);
    if let Some(instructions) = program.instructions {
        server = server.with_instructions(instructions);
    }
    match transport {
        Transport::Stdio => Ok(program.registry.serve_stdio(server).await?),
        #[cfg(feature = "http")]
        Transport::Http(listener) => {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            Ok(program.registry.serve_http(server, listener).await?)
        }
        #[cfg(not(feature = "http"))]
        Transport::Http(_) => Err(without("http").to_string().into()),
    }
}

#[cfg(not(feature = "rmcp"))]
fn prompts_alone(_: Program, _: &str, _: Transport) -> std::future::Ready<Served> {
    std::future::ready(Err(without("rmcp").to_string().into()))
}

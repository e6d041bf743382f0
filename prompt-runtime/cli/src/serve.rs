use crate::console::Console;
use crate::program::Served;
use crate::{Failure, Program, Transport, runtime};
use std::io::{self, IsTerminal as _};
use std::net::{SocketAddr, TcpListener};

/// Answers MCP clients, over standard input and output or over Streamable HTTP
#[derive(Debug, clap::Args)]
pub(super) struct Serve {
    /// Streamable HTTP at this address, such as 127.0.0.1:8000 or localhost:8000
    #[arg(long, value_name = "ADDRESS")]
    http: Option<String>,
    /// Also answer HTTP requests for this host, such as prompts.example.com
    #[arg(long, value_name = "HOST", requires = "http")]
    allow_host: Vec<String>,
    #[arg(
        long,
        value_name = "ORIGIN",
        requires = "http",
        help = "Also answer HTTP requests from pages of this origin, such as https://app.example.com"
    )]
    allow_origin: Vec<String>,
    /// Seconds that requests in flight have to be answered when the server stops [default: 5]
    #[arg(long, value_name = "SECONDS")]
    grace: Option<u64>,
}

impl Serve {
    pub(super) fn run(
        self,
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
        if server.is_some()
            && let Some(options) = self.of_our_server()
        {
            return Err(Failure::refused(format!(
                "this program has a server of its own, which does not know {options}: leave it out, or set the same in the program"
            )));
        }
        let transport = match &self.http {
            None => Transport::Stdio,
            Some(address) => {
                let (listener, address) = listen(address)?;
                if server.is_some() {
                    // Only the author's server determines the path and the hosts.
                    console.note("note:", &format!("listening at {address}"));
                } else {
                    self.tell(address, console);
                }
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
            None => runtime::wait(self.prompts_alone(program, name, transport)),
        };
        ended?.map_err(|error| Failure::Failed(error.to_string()))
    }

    /// The given options that only the server without an author's own takes.
    fn of_our_server(&self) -> Option<String> {
        let given = [
            ("--allow-host", !self.allow_host.is_empty()),
            ("--allow-origin", !self.allow_origin.is_empty()),
            ("--grace", self.grace.is_some()),
        ];
        let given: Vec<&str> = given.iter().filter(|it| it.1).map(|it| it.0).collect();
        (!given.is_empty()).then(|| given.join(" and "))
    }

    /// Prints the address and the accepted hosts.
    fn tell(&self, address: SocketAddr, console: &mut Console<'_>) {
        for line in self.told(address) {
            console.note("note:", &line);
        }
    }

    fn told(&self, address: SocketAddr) -> Vec<String> {
        let port = address.port();
        let answered = match address {
            SocketAddr::V4(all) if all.ip().is_unspecified() => format!("127.0.0.1:{port}"),
            SocketAddr::V6(all) if all.ip().is_unspecified() => format!("[::1]:{port}"),
            own => own.to_string(),
        };
        let mut lines = vec![format!("answering at http://{answered}/mcp")];
        if address.ip().is_unspecified() {
            lines.push(if self.allow_host.is_empty() {
                "requests for other hosts than localhost are refused; name those to answer with --allow-host".to_owned()
            } else {
                format!(
                    "answering requests for localhost and {}",
                    self.allow_host.join(", ")
                )
            });
        }
        lines
    }

    /// Serves the prompts on a server without anything else.
    #[cfg(feature = "serve")]
    async fn prompts_alone(self, program: Program, name: &str, transport: Transport) -> Served {
        let version = program.version.unwrap_or_else(|| "0.0.0".to_owned());
        let mut server = prompt_rmcp::v3::PromptServer::new(name, version);
        if let Some(instructions) = program.instructions {
            server = server.with_instructions(instructions);
        }
        let mounted = program.registry.mount(server);
        let mut options = prompt_rmcp::ServeOptions::default();
        if let Some(grace) = self.grace {
            options = options.with_grace(std::time::Duration::from_secs(grace));
        }
        options = self
            .allow_host
            .into_iter()
            .fold(options, prompt_rmcp::ServeOptions::allow_host);
        options = self
            .allow_origin
            .into_iter()
            .fold(options, prompt_rmcp::ServeOptions::allow_origin);
        match transport {
            Transport::Stdio => Ok(mounted.serve_stdio_with(options).await?),
            Transport::Http(listener) => {
                let listener = tokio::net::TcpListener::from_std(listener)?;
                Ok(mounted.serve_http_with(listener, options).await?)
            }
        }
    }

    // This case was rejected before.
    #[cfg(not(feature = "serve"))]
    fn prompts_alone(self, _: Program, _: &str, _: Transport) -> std::future::Ready<Served> {
        let Self { grace: _, .. } = self;
        std::future::ready(Ok(()))
    }
}

/// Binds the listener, which does not belong to a runtime yet.
fn listen(address: &str) -> Result<(TcpListener, SocketAddr), Failure> {
    let bound = TcpListener::bind(address)
        .and_then(|listener| listener.set_nonblocking(true).map(|()| listener))
        .and_then(|listener| listener.local_addr().map(|address| (listener, address)));
    bound.map_err(|error| {
        Failure::refused(format!("cannot listen at {address}: {error}")).with_tip(
            (error.kind() == io::ErrorKind::InvalidInput)
                .then(|| "an address has a host and a port, such as 127.0.0.1:8000".to_owned()),
        )
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn serve(allow_host: &[&str]) -> Serve {
        Serve {
            http: None,
            allow_host: allow_host.iter().map(ToString::to_string).collect(),
            allow_origin: Vec::new(),
            grace: None,
        }
    }

    #[test]
    fn the_address_that_is_printed_is_answered() {
        for (address, told) in [
            (
                "0.0.0.0:80",
                &[
                    "answering at http://127.0.0.1:80/mcp",
                    "requests for other hosts than localhost are refused; name those to answer with --allow-host",
                ] as &[&str],
            ),
            (
                "[::]:80",
                &[
                    "answering at http://[::1]:80/mcp",
                    "requests for other hosts than localhost are refused; name those to answer with --allow-host",
                ],
            ),
            ("127.0.0.2:80", &["answering at http://127.0.0.2:80/mcp"]),
            ("192.0.2.7:80", &["answering at http://192.0.2.7:80/mcp"]),
            (
                "[2001:db8::1]:80",
                &["answering at http://[2001:db8::1]:80/mcp"],
            ),
        ] {
            let address = address.parse().unwrap();
            assert_eq!(serve(&[]).told(address), told);
        }
        let all = SocketAddr::from(([0, 0, 0, 0], 80));
        assert_eq!(
            serve(&["a.example", "b.example"]).told(all)[1],
            "answering requests for localhost and a.example, b.example"
        );
    }
}

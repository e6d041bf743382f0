//! Complete server processes: over standard input and output, and over Streamable HTTP.

use super::MountError;
use super::rmcp::ServerHandler;
use super::rmcp::service::{ServerInitializeError, ServiceExt};
use super::stdio::{Connection, Lines};
use crate::serve::{ServeOptions, Shutdown, lines};
use serde_json::Value;
use std::io;
use std::sync::Arc;

/// Adds the functions of a server process to a wrapper that has `check` and `registry`.
macro_rules! serve_this_version {
    ($server:ident) => {
        impl<S: ServerHandler> $server<S> {
            /// Does the same as [`serve_stdio_with`](Self::serve_stdio_with), with the default options.
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
            /// The same as for [`serve_stdio_with`](Self::serve_stdio_with).
            pub async fn serve_stdio(self) -> Result<(), MountError> {
                self.serve_stdio_with(crate::ServeOptions::default()).await
            }

            /// Serves over standard input and output until the client closes the input or the process is told to
            /// [stop](crate::ServeOptions).
            ///
            /// Every request with a readable id is answered, even if it is invalid JSON, is too long, or has malformed params. If a session
            /// cannot begin, the server continues, and the client can send another first message.
            ///
            /// # Errors
            /// The errors of [`check`](Self::check), [`MountError::Io`] if the input cannot be read or the output cannot be written, and
            /// [`MountError::Unanswered`] for requests that were not answered in time.
            pub async fn serve_stdio_with(
                self,
                options: crate::ServeOptions,
            ) -> Result<(), MountError> {
                self.check().await?;
                super::super::serving::stdio(self, options).await
            }

            /// Does the same as [`serve_http_with`](Self::serve_http_with), with the default options. Needs the feature `http`.
            ///
            /// # Errors
            /// The same as for [`serve_http_with`](Self::serve_http_with).
            #[cfg(feature = "http")]
            pub async fn serve_http(
                self,
                listener: tokio::net::TcpListener,
            ) -> Result<(), MountError>
            where
                S: Clone + Send + Sync,
            {
                self.serve_http_with(listener, crate::ServeOptions::default())
                    .await
            }

            /// Serves over Streamable HTTP at the path `/mcp` until the process is told to [stop](crate::ServeOptions). Each session gets a
            /// clone of the server. Needs the feature `http`.
            ///
            /// If the [options](crate::ServeOptions) do not allow a request's host or origin, the request is answered with 403, and this is
            /// reported once for each host and origin. For a server with authorization or with other paths, mount the registry in rmcp's
            /// `StreamableHttpService` yourself.
            ///
            /// # Errors
            /// The errors of [`check`](Self::check), an error of the listener, and [`MountError::Unanswered`] for requests that were not
            /// answered in time.
            #[cfg(feature = "http")]
            pub async fn serve_http_with(
                self,
                listener: tokio::net::TcpListener,
                options: crate::ServeOptions,
            ) -> Result<(), MountError>
            where
                S: Clone + Send + Sync,
            {
                self.check().await?;
                let registry = self.registry().clone();
                super::super::serving::http(self, registry, listener, options).await
            }
        }

        #[cfg(not(feature = "http"))]
        methods_off!($server is no Http: serve_http(listener) serve_http_with(listener, options));
    };
}

/// Serves over standard input and output.
pub(super) async fn stdio<S: ServerHandler>(
    server: S,
    options: ServeOptions,
) -> Result<(), MountError> {
    let max_line = options
        .max_message_bytes
        .unwrap_or(ServeOptions::MAX_LINE_BYTES);
    let lines = lines::read(io::stdin(), max_line)?;
    let (writer, written) = lines::Writer::new(io::stdout())?;
    let shutdown = Shutdown::new(options.grace, options.stop);
    let connection = Connection::new(
        lines,
        writer,
        max_line,
        shutdown.signal(),
        implementation(&server),
    );
    let server = Arc::new(server);
    let serving = async {
        let ended = sessions(&server, &connection).await;
        let unanswered = connection.close();
        // A client that does not read its answers must not keep the server running.
        let written = tokio::time::timeout(options.grace, written).await;
        ended?;
        if let Some(error) = connection.read_error() {
            return Err(error.into());
        }
        match written {
            // A client that is gone has no use for an answer.
            Ok(Ok(Err(error))) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(MountError::from(error))
            }
            _ => Ok(unanswered),
        }
    };
    all_answered(shutdown.run(serving, || Ok(connection.close())).await?)
}

/// Serves over Streamable HTTP.
#[cfg(feature = "http")]
pub(super) async fn http<S: ServerHandler + Clone + Send + Sync>(
    server: S,
    registry: prompt_runtime::PromptRegistry,
    listener: tokio::net::TcpListener,
    options: ServeOptions,
) -> Result<(), MountError> {
    use super::rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
    use super::rmcp::transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService,
    };
    use crate::serve::http;
    use prompt_runtime::Report;

    let max_body = options
        .max_message_bytes
        .unwrap_or(ServeOptions::MAX_BODY_BYTES);
    // Clients before 2025-11-25 treat an empty event as a message. Both the session and the server would send one.
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(http::hosts(&listener, options.hosts))
        .with_allowed_origins(http::origins(options.origins))
        .with_max_request_body_bytes(max_body)
        .with_sse_retry(None);
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.sse_retry = None;
    let sessions_end = config.cancellation_token.clone().drop_guard();
    let implementation = implementation(&server);
    let factory = move || Ok(server.clone());
    let service = StreamableHttpService::new(factory, sessions.into(), config);

    let shutdown = Shutdown::new(options.grace, options.stop);
    let server = http::Server::new(
        move |request| {
            let service = service.clone();
            async move { service.handle(request).await }
        },
        http::Limits {
            max_body,
            header_timeout: options.header_timeout,
            body_timeout: options.body_timeout,
        },
        shutdown.signal(),
        implementation,
        move |sentence| registry.report(&Report::Warning(sentence.into())),
    );
    let serving = async {
        server.serve(listener).await;
        server.cut()
    };
    let unanswered = shutdown.run(serving, || server.unanswered()).await;
    drop(sessions_end);
    all_answered(unanswered)
}

fn all_answered(unanswered: usize) -> Result<(), MountError> {
    match unanswered {
        0 => Ok(()),
        unanswered => Err(MountError::Unanswered(unanswered)),
    }
}

/// The name and version of the server, as JSON.
fn implementation(server: &impl ServerHandler) -> Value {
    serde_json::to_value(server.get_info().server_info).unwrap_or_default()
}

/// Serves sessions until the connection is closed. A client whose first messages do not begin a session can try again.
async fn sessions<S: ServerHandler>(
    server: &Arc<S>,
    connection: &Arc<Connection>,
) -> Result<(), MountError> {
    loop {
        let session = ServiceExt::serve(Arc::clone(server), Lines(Arc::clone(connection)));
        match session.await {
            Ok(running) => {
                return tokio::select! {
                    biased;
                    () = connection.done() => Ok(()),
                    ended = running.waiting() => match ended {
                        Ok(_) => Ok(()),
                        Err(error) => Err(io::Error::other(error).into()),
                    },
                };
            }
            Err(_) if connection.is_done() => return Ok(()),
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(_) => {}
        }
    }
}

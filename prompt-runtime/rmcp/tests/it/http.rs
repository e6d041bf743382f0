use crate::{LEGACY, MODERN, PATIENCE, QUIET, modern_meta};
use bytes::Bytes;
use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full, combinators::BoxBody};
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::time::Duration;
use tower_service::Service as _;

/// rmcp's Streamable HTTP service, called without a network.
pub struct Http<S: ServerHandler> {
    service: StreamableHttpService<S, LocalSessionManager>,
    headers: Vec<(&'static str, String)>,
    session: Option<String>,
}

impl<S: ServerHandler> Clone for Http<S> {
    fn clone(&self) -> Self {
        Self {
            service: self.service.clone(),
            headers: self.headers.clone(),
            session: self.session.clone(),
        }
    }
}

/// An HTTP response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The messages in the body, from one JSON document or from a stream of events.
    pub messages: Vec<String>,
}

impl Answer {
    /// Returns the only message that is a reply.
    #[must_use]
    pub fn reply(&self) -> Value {
        let messages = self.messages.iter();
        let mut replies = messages.map(|message| serde_json::from_str::<Value>(message).unwrap());
        replies
            .find(|message| message.get("method").is_none())
            .unwrap_or_else(|| panic!("no reply: {self:?}"))
    }
}

impl<S: ServerHandler> Http<S> {
    /// Creates a service that makes a server for every session, and for every request without a session.
    pub fn new(make: impl Fn() -> S + Send + Sync + 'static) -> Self {
        let sessions = LocalSessionManager::default().into();
        let config = StreamableHttpServerConfig::default();
        Self {
            service: StreamableHttpService::new(move || Ok(make()), sessions, config),
            headers: Vec::new(),
            session: None,
        }
    }

    /// Sends this header with all further requests.
    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// Begins a session in a revision with sessions.
    pub async fn begin(&mut self) {
        let response = self
            .call(
                Method::POST,
                &json!({
                    "jsonrpc": "2.0", "id": 0, "method": "initialize",
                    "params": {
                        "protocolVersion": LEGACY,
                        "capabilities": {},
                        "clientInfo": { "name": "legacy", "version": "1" },
                    },
                }),
                &[],
                None::<()>,
            )
            .await;
        let session = response.headers().get("mcp-session-id").unwrap();
        self.session = Some(session.to_str().unwrap().to_owned());
        read(response, PATIENCE, |message| message.contains("\"id\":0")).await;
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        let response = self.call(Method::POST, &initialized, &[], None::<()>).await;
        assert_eq!(response.status(), StatusCode::ACCEPTED);
    }

    /// Ends the session.
    pub async fn end(&mut self) {
        let response = self
            .call(Method::DELETE, &Value::Null, &[], None::<()>)
            .await;
        assert!(response.status().is_success(), "{}", response.status());
        self.session = None;
    }

    /// Reads the server's messages in a session until `until` is true for one.
    pub async fn listen(&self, until: impl Fn(&str) -> bool) -> Vec<String> {
        let response = self.call(Method::GET, &Value::Null, &[], None::<()>).await;
        read(response, PATIENCE, until).await.messages
    }

    /// Posts a request, within the session if there is one, otherwise as an independent request.
    pub async fn request(&self, method: &str, params: Value) -> Answer {
        self.request_with(method, params, None::<()>).await
    }

    /// Does the same, with a value that a layer of the HTTP server has added to the request.
    pub async fn request_with(
        &self,
        method: &str,
        params: Value,
        layer: Option<impl Clone + Send + Sync + 'static>,
    ) -> Answer {
        let response = self.open(method, params, layer).await;
        read(response, PATIENCE, |message| message.contains("\"id\":7")).await
    }

    /// Posts a request and reads until no more messages come or `until` is true.
    pub async fn stream(
        &self,
        method: &str,
        params: Value,
        until: impl Fn(&str) -> bool,
    ) -> Answer {
        let response = self.open(method, params, None::<()>).await;
        read(response, PATIENCE, until).await
    }

    /// Posts a request and disconnects before its reply.
    pub async fn disconnect_from(&self, method: &str, params: Value) {
        let _ = tokio::time::timeout(QUIET, async {
            let response = self.open(method, params, None::<()>).await;
            read(response, PATIENCE, |_| false).await
        })
        .await;
    }

    async fn open(
        &self,
        method: &str,
        mut params: Value,
        layer: Option<impl Clone + Send + Sync + 'static>,
    ) -> Response<BoxBody<Bytes, Infallible>> {
        let mut headers = vec![];
        if self.session.is_none() {
            headers.push(("mcp-protocol-version", MODERN.to_owned()));
            headers.push(("mcp-method", method.to_owned()));
            for key in ["name", "uri"] {
                if let Some(name) = params.get(key).and_then(Value::as_str) {
                    headers.push(("mcp-name", name.to_owned()));
                }
            }
            if params.is_object() && params.get("_meta").is_none() {
                params["_meta"] = modern_meta();
            }
        }
        let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        self.call(Method::POST, &body, &headers, layer).await
    }

    async fn call(
        &self,
        method: Method,
        body: &Value,
        headers: &[(&str, String)],
        layer: Option<impl Clone + Send + Sync + 'static>,
    ) -> Response<BoxBody<Bytes, Infallible>> {
        let mut request = Request::builder()
            .method(method)
            .uri("http://localhost/mcp")
            .header("host", "localhost")
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json");
        for (name, value) in self
            .headers
            .iter()
            .map(|(name, value)| (*name, value))
            .chain(headers.iter().map(|(name, value)| (*name, value)))
        {
            request = request.header(name, value);
        }
        if let Some(session) = &self.session {
            request = request
                .header("mcp-session-id", session)
                .header("mcp-protocol-version", LEGACY);
        }
        if let Some(layer) = layer {
            request = request.extension(layer);
        }
        let body = Full::new(Bytes::from(body.to_string()));
        let mut service = self.service.clone();
        service.call(request.body(body).unwrap()).await.unwrap()
    }
}

/// Reads the body to its end, or to a message for which `until` is true.
async fn read(
    response: Response<BoxBody<Bytes, Infallible>>,
    patience: Duration,
    until: impl Fn(&str) -> bool,
) -> Answer {
    let status = response.status();
    let mut body = response.into_body();
    let mut text = String::new();
    loop {
        let messages = messages(&text);
        if messages.last().is_some_and(|last| until(last)) {
            return Answer { status, messages };
        }
        let frame = tokio::time::timeout(patience, body.frame()).await;
        let Some(frame) = frame.expect("the answer does not end") else {
            return Answer { status, messages };
        };
        if let Ok(data) = frame.unwrap().into_data() {
            text.push_str(std::str::from_utf8(&data).unwrap());
        }
    }
}

/// The complete messages in a body.
fn messages(text: &str) -> Vec<String> {
    if text.starts_with('{') {
        return vec![text.to_owned()];
    }
    let Some((whole, _)) = text.rsplit_once('\n') else {
        return Vec::new();
    };
    let data = whole.lines().filter_map(|line| line.strip_prefix("data:"));
    data.map(|data| data.trim().to_owned())
        .filter(|data| !data.is_empty())
        .collect()
}

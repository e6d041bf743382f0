//! An HTTP server for a service at one path. It has limits, and stops without cutting off answers.

use super::scan::{Header, Scan};
use super::{
    LISTEN, StopSignal, code, error, refusal, stamp, stopping_error, subscription_result,
    unanswered_error,
};
use bytes::{Bytes, BytesMut};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderMap, HeaderValue, ORIGIN};
use http::request::Parts;
use http::{Method, Request, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::body::{Body, Frame};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::Value;
use std::collections::HashSet;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// The path of the MCP endpoint.
const PATH: &str = "/mcp";
/// The time for sending the last bytes of an answer after the grace period.
const FLUSH_TIMEOUT: Duration = Duration::from_millis(500);
/// The pause after a connection could not be accepted, for example because the process has too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// The multiple of the limit up to which a longer body is read, for the id of its request.
const READ_ON: usize = 4;
/// The maximum number of hosts and origins whose rejection is reported.
const MAX_REPORTED: usize = 32;

const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The accepted hosts of requests.
pub(crate) fn hosts(listener: &TcpListener, more: Vec<String>) -> Vec<String> {
    let own = listener
        .local_addr()
        .ok()
        .filter(|own| !own.ip().is_unspecified());
    let own = own.map(|own| match own {
        SocketAddr::V4(own) => own.ip().to_string(),
        SocketAddr::V6(own) => format!("[{}]", own.ip()),
    });
    let known = LOOPBACK.iter().map(|host| (*host).to_owned());
    known.chain(own).chain(more).collect()
}

/// The accepted origins of requests.
pub(crate) fn origins(more: Vec<String>) -> Vec<String> {
    let loopback = LOOPBACK
        .iter()
        .flat_map(|host| ["http", "https"].map(|scheme| format!("{scheme}://{host}:*")));
    loopback.chain(more).collect()
}

pub(crate) type Answer = Response<BoxBody<Bytes, Infallible>>;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) max_body: usize,
    pub(crate) header_timeout: Duration,
    pub(crate) body_timeout: Duration,
}

/// A server at [`PATH`].
pub(crate) struct Server<H> {
    inner: Arc<Inner<H>>,
}

struct Inner<H> {
    handle: H,
    limits: Limits,
    stop: StopSignal,
    /// The name and version for answers to stateless requests.
    implementation: Value,
    report: Box<dyn Fn(String) + Send + Sync>,
    reported: Mutex<HashSet<String>>,
    cut: Arc<AtomicUsize>,
    unanswered: Arc<AtomicUsize>,
}

impl<H, F> Server<H>
where
    H: Fn(Request<Full<Bytes>>) -> F + Send + Sync + 'static,
    F: Future<Output = Answer> + Send + 'static,
{
    pub(crate) fn new(
        handle: H,
        limits: Limits,
        stop: StopSignal,
        implementation: Value,
        report: impl Fn(String) + Send + Sync + 'static,
    ) -> Self {
        Self {
            inner: Arc::new(Inner {
                handle,
                limits,
                stop,
                implementation,
                report: Box::new(report),
                reported: Mutex::default(),
                cut: Arc::default(),
                unanswered: Arc::default(),
            }),
        }
    }

    /// The number of requests that got an error because the server stopped.
    pub(crate) fn cut(&self) -> usize {
        self.inner.cut.load(Ordering::Acquire)
    }

    /// The number of requests without an answer.
    pub(crate) fn unanswered(&self) -> usize {
        self.inner.unanswered.load(Ordering::Acquire)
    }

    /// Serves until the server is told to stop and its requests are answered.
    pub(crate) async fn serve(&self, listener: TcpListener) {
        let stop = &self.inner.stop;
        let mut connections = JoinSet::new();
        loop {
            tokio::select! {
                biased;
                () = stop.requested() => break,
                _ = connections.join_next(), if !connections.is_empty() => {}
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => {
                        connections.spawn(connection(stream, Arc::clone(&self.inner)));
                    }
                    Err(_) => tokio::time::sleep(ACCEPT_PAUSE).await,
                },
            }
        }
        drop(listener);
        let all = async { while connections.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(stop.grace() + FLUSH_TIMEOUT, all).await;
    }
}

async fn connection<H, F>(stream: TcpStream, server: Arc<Inner<H>>)
where
    H: Fn(Request<Full<Bytes>>) -> F + Send + Sync + 'static,
    F: Future<Output = Answer> + Send + 'static,
{
    let in_flight = Arc::new(AtomicUsize::new(0));
    let service = service_fn(|request| {
        let (server, in_flight) = (Arc::clone(&server), InFlight::new(&in_flight));
        async move { Ok::<_, Infallible>(server.answer(request, in_flight).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(server.limits.header_timeout)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        () = server.stop.requested() => connection.as_mut().graceful_shutdown(),
    }
    if in_flight.load(Ordering::Acquire) > 0 {
        let _ = connection.await;
    } else {
        // An incomplete head is not a request, but the end of an answer may still be in transit.
        let _ = tokio::time::timeout(FLUSH_TIMEOUT, connection).await;
    }
}

/// Counts the current work until it is dropped.
struct InFlight(Arc<AtomicUsize>);

impl InFlight {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::AcqRel);
        Self(Arc::clone(count))
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The facts about an HTTP request that its checks use.
struct RequestFacts {
    /// The id of the JSON-RPC request, if the message is one.
    id: Option<Value>,
    /// `true` if the request opens a stream of notifications, which lasts until one side ends it.
    is_subscription: bool,
    /// `true` if the request is of revision 2026-07-28 or later.
    is_stateless: bool,
    /// `true` if the body is declared as JSON.
    is_json: bool,
}

impl RequestFacts {
    fn new(parts: &Parts, body: &[u8]) -> Self {
        let Header { id, method, .. } = Scan::of(body);
        let revision = parts.headers.get("mcp-protocol-version");
        Self {
            is_subscription: parts.method == Method::GET || method.as_deref() == Some(LISTEN),
            id: id.filter(|_| method.is_some()),
            is_stateless: revision
                .is_some_and(|revision| revision.as_bytes() >= b"2026-07-28".as_slice()),
            is_json: is_json(&parts.headers),
        }
    }

    /// The message that ends the request when the server stops.
    fn final_message(&self) -> Option<Value> {
        let id = self.id.as_ref()?;
        Some(if self.is_subscription {
            subscription_result(id)
        } else {
            unanswered_error(id)
        })
    }
}

impl<H, F> Inner<H>
where
    H: Fn(Request<Full<Bytes>>) -> F + Send + Sync + 'static,
    F: Future<Output = Answer> + Send + 'static,
{
    async fn answer(self: Arc<Self>, request: Request<Incoming>, in_flight: InFlight) -> Answer {
        if request.uri().path().trim_end_matches('/') != PATH {
            return text(StatusCode::NOT_FOUND, "Not Found: MCP is at /mcp");
        }
        let (parts, body) = request.into_parts();
        let body = tokio::select! {
            body = self.body(body) => body,
            () = self.stop.requested() => Err(unavailable()),
        };
        let body = match body {
            Ok(body) => body,
            Err(refusal) => return refusal,
        };
        let facts = RequestFacts::new(&parts, &body);
        if self.stop.is_requested() {
            return facts
                .id
                .as_ref()
                .map_or_else(unavailable, |id| json(StatusCode::OK, &stopping_error(id)));
        }
        let is_request = facts.id.is_some() && !facts.is_subscription;
        let unanswered = is_request.then(|| InFlight::new(&self.unanswered));
        let from = [HOST, ORIGIN].map(|name| parts.headers.get(name).cloned());
        let mut deadline: Deadline = {
            let (stop, is_subscription) = (self.stop.clone(), facts.is_subscription);
            Box::pin(async move {
                if is_subscription {
                    stop.requested().await;
                } else {
                    stop.grace_ended().await;
                }
            })
        };
        let is_post = parts.method == Method::POST;
        let handled = (self.handle)(Request::from_parts(parts, Full::new(body.clone())));
        let answer = tokio::select! {
            biased;
            answer = handled => answer,
            () = &mut deadline => {
                self.cut.fetch_add(usize::from(is_request), Ordering::AcqRel);
                return facts.final_message().map_or_else(unavailable, |last| json(StatusCode::OK, &last));
            }
        };
        if answer.status() == StatusCode::FORBIDDEN {
            self.report_refusal(&from);
            return answer;
        }
        let answer = if is_post {
            as_json(answer, &facts, &body).await
        } else {
            answer
        };
        let (mut parts, mut body) = answer.into_parts();
        let kind = parts.headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
        if kind.is_some_and(|kind| kind.starts_with(b"text/event-stream")) {
            body = BoxBody::new(Stream {
                events: Some(body),
                deadline,
                last: facts.final_message().map(|last| event(&last)),
                cut: is_request.then(|| Arc::clone(&self.cut)),
                implementation: facts.is_stateless.then(|| self.implementation.clone()),
                _in_flight: (in_flight, unanswered),
            });
        } else if facts.is_stateless {
            let Ok(whole) = body.collect().await;
            let whole = whole.to_bytes();
            let stamped = stamped(&whole, &self.implementation);
            parts.headers.remove(CONTENT_LENGTH);
            body = Full::new(stamped.unwrap_or(whole)).boxed();
        }
        Response::from_parts(parts, body)
    }

    /// Reads the body of a request.
    async fn body(&self, body: Incoming) -> Result<Bytes, Answer> {
        match tokio::time::timeout(self.limits.body_timeout, self.whole(body)).await {
            Ok(read) => read,
            Err(_) => Err(text(
                StatusCode::REQUEST_TIMEOUT,
                "Request Timeout: the body was not sent in time",
            )),
        }
    }

    async fn whole(&self, mut body: Incoming) -> Result<Bytes, Answer> {
        let max = self.limits.max_body;
        let mut whole = BytesMut::new();
        let mut scan = Scan::default();
        let mut length = 0_usize;
        while let Some(frame) = body.frame().await {
            let Ok(frame) = frame else {
                return Err(text(
                    StatusCode::BAD_REQUEST,
                    "Bad Request: the body cannot be read",
                ));
            };
            let Ok(data) = frame.into_data() else {
                continue;
            };
            length = length.saturating_add(data.len());
            scan.feed(&data);
            if length <= max {
                whole.extend_from_slice(&data);
            } else if length / READ_ON > max {
                break;
            } else {
                whole = BytesMut::new();
            }
        }
        if length <= max {
            return Ok(whole.freeze());
        }
        let sentence = format!("the body is longer than {max} bytes");
        let id = scan.header().id;
        Err(json(
            StatusCode::PAYLOAD_TOO_LARGE,
            &error(id.as_ref(), code::INVALID_REQUEST, &sentence),
        ))
    }

    /// Reports a rejected host and origin once.
    fn report_refusal(&self, [host, origin]: &[Option<HeaderValue>; 2]) {
        let name = |value: &Option<HeaderValue>| {
            let value = value.as_ref().map(HeaderValue::as_bytes);
            value.map_or_else(
                || "none".to_owned(),
                |value| format!("{:?}", String::from_utf8_lossy(value)),
            )
        };
        let cause = format!("host {}, origin {}", name(host), name(origin));
        let is_new = {
            let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
            reported.len() < MAX_REPORTED && reported.insert(cause.clone())
        };
        if is_new {
            (self.report)(format!(
                "HTTP requests are refused because their host or origin is not allowed ({cause})"
            ));
        }
    }
}

fn text(status: StatusCode, sentence: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(sentence.into()).boxed());
    *answer.status_mut() = status;
    answer
}

fn unavailable() -> Answer {
    text(
        StatusCode::SERVICE_UNAVAILABLE,
        "Service Unavailable: the server is stopping",
    )
}

/// An error of rmcp in plain text as an error of JSON-RPC, so that a client sees it as the answer to its request.
async fn as_json(answer: Answer, facts: &RequestFacts, body: &[u8]) -> Answer {
    let status = answer.status();
    if is_json(answer.headers()) || !(status.is_client_error() || status.is_server_error()) {
        return answer;
    }
    // rmcp gives one status to a body that is not declared as JSON and to JSON that it cannot read.
    if status == StatusCode::UNSUPPORTED_MEDIA_TYPE && facts.is_json {
        return json(StatusCode::BAD_REQUEST, &refusal::body(body));
    }
    let (parts, sentence) = answer.into_parts();
    let Ok(sentence) = sentence.collect().await;
    let sentence = sentence.to_bytes();
    let Some(id) = &facts.id else {
        return Response::from_parts(parts, Full::new(sentence).boxed());
    };
    let sentence = String::from_utf8_lossy(&sentence);
    let (_, message) =
        json(status, &error(Some(id), code::INVALID_REQUEST, &sentence)).into_parts();
    let mut answer = Response::from_parts(parts, message);
    let headers = answer.headers_mut();
    headers.remove(CONTENT_LENGTH);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    answer
}

/// Returns `true` if the content type is JSON, with or without parameters.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    kind.and_then(|kind| kind.split(|byte| *byte == b';').next())
        .is_some_and(|kind| kind.trim_ascii().eq_ignore_ascii_case(b"application/json"))
}

fn json(status: StatusCode, message: &Value) -> Answer {
    let mut answer = text(status, message.to_string());
    let kind = HeaderValue::from_static("application/json");
    answer.headers_mut().insert(CONTENT_TYPE, kind);
    answer
}

/// A message as a server-sent event.
fn event(message: &Value) -> Bytes {
    format!("data: {message}\n\n").into()
}

/// The message with the server's name. `None` for anything but an answer with a result.
fn stamped(message: &[u8], implementation: &Value) -> Option<Bytes> {
    let mut message: Value = serde_json::from_slice(message).ok()?;
    message.get("result")?;
    stamp(&mut message, implementation);
    Some(message.to_string().into())
}

/// A frame of events, with the server's name in each answer.
fn stamped_events(frame: Bytes, implementation: &Value) -> Bytes {
    if !frame.ends_with(b"\n") {
        return frame;
    }
    let mut stamped_frame = Vec::with_capacity(frame.len());
    for line in frame.split_inclusive(|byte| *byte == b'\n') {
        match line
            .strip_prefix(b"data:")
            .and_then(|message| stamped(message, implementation))
        {
            Some(message) => {
                stamped_frame.extend_from_slice(b"data: ");
                stamped_frame.extend_from_slice(&message);
                stamped_frame.push(b'\n');
            }
            None => stamped_frame.extend_from_slice(line),
        }
    }
    stamped_frame.into()
}

type Deadline = Pin<Box<dyn Future<Output = ()> + Send + Sync>>;

/// A stream of events that ends with a message when the time for its request is over.
struct Stream {
    /// `None` if the stream has ended.
    events: Option<BoxBody<Bytes, Infallible>>,
    deadline: Deadline,
    last: Option<Bytes>,
    /// The counter for a request that receives no other answer.
    cut: Option<Arc<AtomicUsize>>,
    implementation: Option<Value>,
    _in_flight: (InFlight, Option<InFlight>),
}

impl Body for Stream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        task: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = &mut *self;
        let Some(events) = &mut this.events else {
            return Poll::Ready(None);
        };
        if let Poll::Ready(frame) = Pin::new(events).poll_frame(task) {
            let Some(Ok(frame)) = frame else {
                this.events = None;
                return Poll::Ready(None);
            };
            return Poll::Ready(Some(Ok(match &this.implementation {
                Some(implementation) => frame.map_data(|data| stamped_events(data, implementation)),
                None => frame,
            })));
        }
        ready!(this.deadline.as_mut().poll(task));
        this.events = None;
        if let Some(cut) = &this.cut {
            cut.fetch_add(1, Ordering::AcqRel);
        }
        Poll::Ready(this.last.take().map(|last| Ok(Frame::data(last))))
    }
}

//! Tests the spans and metrics of the program, as a collector receives them.
#![allow(clippy::unwrap_used)]

use opentelemetry_proto::tonic::collector::metrics::v1::ExportMetricsServiceRequest;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value::Value as Any};
use opentelemetry_proto::tonic::metrics::v1::{Metric, metric::Data, number_data_point};
use opentelemetry_proto::tonic::trace::v1::{Span, span::SpanKind, status::StatusCode};
use prompt_tests::Stdio;
use prost::Message as _;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};

const SECRET: &str = "+let key = hunter2;";
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00f067aa0ba902b7";

type Bodies = Arc<Mutex<Vec<(String, Vec<u8>)>>>;

/// An OTLP endpoint that keeps the bodies sent to each path.
fn collector() -> (String, Bodies) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let bodies = Bodies::default();
    let kept = Arc::clone(&bodies);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let kept = Arc::clone(&kept);
            std::thread::spawn(move || serve(stream.unwrap(), &kept));
        }
    });
    (address, bodies)
}

/// Answers the requests of one connection.
fn serve(mut stream: TcpStream, kept: &Bodies) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    loop {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            if line == "\r\n" {
                break;
            }
            lines.push(line.to_ascii_lowercase());
        }
        let length = lines
            .iter()
            .find_map(|line| line.strip_prefix("content-length:"));
        let mut body = vec![0; length.unwrap().trim().parse().unwrap()];
        reader.read_exact(&mut body).unwrap();
        let path = lines[0].split(' ').nth(1).unwrap().to_owned();
        kept.lock().unwrap().push((path, body));
        let answer =
            "HTTP/1.1 200 OK\r\ncontent-type: application/x-protobuf\r\ncontent-length: 0\r\n\r\n";
        stream.write_all(answer.as_bytes()).unwrap();
    }
}

fn attributes(of: &[KeyValue]) -> BTreeMap<String, Value> {
    let value = |it: &KeyValue| match it.value.as_ref()?.value.as_ref()? {
        Any::StringValue(text) => Some(json!(text)),
        Any::IntValue(number) => Some(json!(number)),
        _ => None,
    };
    let known = of
        .iter()
        .filter_map(|it| Some((it.key.clone(), value(it)?)));
    // Attributes of `tracing` itself: the place in the source, and the thread.
    let own = ["code.", "thread.", "busy_ns", "idle_ns", "target", "level"];
    known
        .filter(|(key, _)| !own.iter().any(|own| key.starts_with(own)))
        .collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

struct Sent {
    spans: Vec<Span>,
    metrics: Vec<Metric>,
}

impl Sent {
    fn span(&self, name: &str) -> &Span {
        let found = self.spans.iter().find(|span| span.name == name);
        found.unwrap_or_else(|| panic!("no span {name:?} among {:#?}", self.spans))
    }

    fn metric(&self, name: &str) -> &Data {
        let found = self.metrics.iter().find(|metric| metric.name == name);
        found.and_then(|metric| metric.data.as_ref()).unwrap()
    }
}

/// Runs the program to its end, and reads the data that the collector received.
fn session() -> Sent {
    let (address, bodies) = collector();
    let program = Path::new(env!("CARGO_BIN_EXE_opentelemetry-server"));
    let variables = [("OTEL_EXPORTER_OTLP_ENDPOINT", address.as_str())];
    let mut server = Stdio::start_with(program, &[], &variables).legacy("2025-11-25");
    server.result("prompts/list", json!({}));
    server.result(
        "prompts/get",
        json!({
            "name": "review", "arguments": { "diff": SECRET },
            "_meta": { "traceparent": format!("00-{TRACE}-{PARENT}-01"), "tracestate": "vendor=1" },
        }),
    );
    server.error(
        "prompts/get",
        json!({ "name": "review", "arguments": { "diff": "+1", "tone": SECRET } }),
    );
    server.result(
        "completion/complete",
        json!({
            "ref": { "type": "ref/prompt", "name": "review" },
            "argument": { "name": "tone", "value": "fr" },
        }),
    );
    assert!(server.close().success());
    let bodies = bodies.lock().unwrap();
    for (_, body) in bodies.iter() {
        let text = String::from_utf8_lossy(body);
        assert!(!text.contains("hunter2"), "a value left the server: {text}");
    }
    let of = |path: &'static str| {
        let bodies = bodies.iter().filter(move |(of, _)| of == path);
        bodies.map(|(_, body)| body.as_slice())
    };
    let spans = of("/v1/traces").flat_map(|body| {
        let sent = ExportTraceServiceRequest::decode(body).unwrap();
        let scopes = sent
            .resource_spans
            .into_iter()
            .flat_map(|it| it.scope_spans);
        scopes.flat_map(|scope| scope.spans).collect::<Vec<_>>()
    });
    let metrics = of("/v1/metrics").flat_map(|body| {
        let sent = ExportMetricsServiceRequest::decode(body).unwrap();
        let scopes = sent
            .resource_metrics
            .into_iter()
            .flat_map(|it| it.scope_metrics);
        scopes.flat_map(|scope| scope.metrics).collect::<Vec<_>>()
    });
    Sent {
        spans: spans.collect(),
        metrics: metrics.collect(),
    }
}

fn object(value: Value) -> BTreeMap<String, Value> {
    serde_json::from_value(value).unwrap()
}

#[test]
fn each_request_is_a_span_under_the_names_of_the_conventions() {
    let sent = session();
    assert_eq!(sent.spans.len(), 4, "{:#?}", sent.spans);

    let got = sent
        .spans
        .iter()
        .find(|span| !span.parent_span_id.is_empty());
    let got = got.unwrap();
    assert_eq!(got.name, "prompts/get review");
    assert_eq!(got.kind, i32::from(SpanKind::Server));
    assert_eq!(hex(&got.trace_id), TRACE);
    assert_eq!(hex(&got.parent_span_id), PARENT);
    assert_eq!(got.trace_state, "vendor=1");
    let expected = json!({
        "mcp.method.name": "prompts/get", "mcp.protocol.version": "2025-11-25", "jsonrpc.request.id": "2",
        "gen_ai.prompt.name": "review", "prompt_runtime.outcome": "complete",
        "prompt_runtime.arguments.count": 1, "prompt_runtime.arguments.bytes": SECRET.len(),
        "prompt_runtime.result.count": 1, "prompt_runtime.result.bytes": 39 + SECRET.len(),
    });
    assert_eq!(attributes(&got.attributes), object(expected));

    let failed = sent.spans.iter().find(|span| {
        span.status
            .as_ref()
            .is_some_and(|status| status.code == i32::from(StatusCode::Error))
    });
    let expected = json!({
        "mcp.method.name": "prompts/get", "mcp.protocol.version": "2025-11-25", "jsonrpc.request.id": "3",
        "gen_ai.prompt.name": "review", "prompt_runtime.outcome": "error", "error.type": "-32602",
        "rpc.response.status_code": "-32602",
        "prompt_runtime.arguments.count": 2, "prompt_runtime.arguments.bytes": SECRET.len() + 2,
    });
    assert_eq!(attributes(&failed.unwrap().attributes), object(expected));

    let listed = sent.span("prompts/list");
    let expected = json!({
        "mcp.method.name": "prompts/list", "mcp.protocol.version": "2025-11-25", "jsonrpc.request.id": "1",
        "prompt_runtime.outcome": "complete", "prompt_runtime.result.count": 1,
    });
    assert_eq!(attributes(&listed.attributes), object(expected));

    let completed = sent.span("completion/complete review");
    let expected = json!({
        "mcp.method.name": "completion/complete", "mcp.protocol.version": "2025-11-25", "jsonrpc.request.id": "4",
        "gen_ai.prompt.name": "review", "prompt_runtime.outcome": "complete",
        "prompt_runtime.arguments.count": 0, "prompt_runtime.arguments.bytes": 2,
        "prompt_runtime.result.count": 1, "prompt_runtime.result.bytes": 8,
    });
    assert_eq!(attributes(&completed.attributes), object(expected));

    let Data::Histogram(durations) = sent.metric("mcp.server.operation.duration") else {
        panic!("{:#?}", sent.metrics);
    };
    let failures = durations.data_points.iter().find_map(|point| {
        let attributes = attributes(&point.attributes);
        attributes
            .contains_key("error.type")
            .then_some((point, attributes))
    });
    let (point, of) = failures.unwrap();
    assert_eq!(point.count, 1);
    assert_eq!(point.explicit_bounds.first(), Some(&0.01));
    let expected = json!({
        "mcp.method.name": "prompts/get", "mcp.protocol.version": "2025-11-25", "gen_ai.prompt.name": "review",
        "error.type": "-32602", "rpc.response.status_code": "-32602", "prompt_runtime.outcome": "error",
    });
    assert_eq!(of, object(expected));

    let Data::Sum(requests) = sent.metric("prompt_runtime.requests") else {
        panic!("{:#?}", sent.metrics);
    };
    let counted = requests.data_points.iter().map(|point| match point.value {
        Some(number_data_point::Value::AsInt(count)) => count,
        _ => 0,
    });
    assert_eq!(counted.sum::<i64>(), 4);
}

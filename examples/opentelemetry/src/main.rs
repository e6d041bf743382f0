//! A server that sends a span for each request, and the metrics of its prompts, to a collector by OTLP over HTTP.
//!
//! `OTEL_EXPORTER_OTLP_ENDPOINT` is the address of the collector, by default `http://localhost:4318`, and `OTEL_SERVICE_NAME` is the name
//! of the service. To use this in a server of your own, copy the functions `telemetry` and `prompts`, and the lines around `serve_stdio` in
//! `main`.
#![forbid(unsafe_code)]

use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::{TraceContextExt as _, TracerProvider as _};
use opentelemetry_otlp::{MetricExporter, SpanExporter};
use opentelemetry_sdk::metrics::{Aggregation, Instrument, SdkMeterProvider, Stream};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use prompt_rmcp::v3::PromptServer;
use prompt_runtime::model::JsonObject;
use prompt_runtime::{
    ArgumentEnum, Context, GetPromptResult, PromptRegistry, RegistryError, messages, prompt,
};
use std::error::Error;
use std::time::Duration;
use tracing_opentelemetry::{MetricsLayer, OpenTelemetrySpanExt as _};
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// The tone of a review.
#[derive(ArgumentEnum, Default)]
enum Tone {
    /// Praise what is good, too.
    #[default]
    Friendly,
    /// Name the faults only.
    Strict,
}

/// Review a diff.
#[prompt]
async fn review(
    /// The tone of the review.
    #[arg(default)]
    tone: Tone,
    /// The unified diff to review.
    diff: &str,
) -> GetPromptResult {
    // This stands in for a database query.
    tokio::time::sleep(Duration::from_millis(20)).await;
    messages! { user: "Write a {tone} review of this diff:\n\n{diff}"; }
}

/// The `_meta` of a request, in which clients send the trace context (`traceparent`, `tracestate`).
struct Meta(JsonObject);

impl Extractor for Meta {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.as_str()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(String::as_str).collect()
    }
}

/// Builds the registry. The client's span becomes the parent of each request's span.
fn prompts() -> Result<PromptRegistry, RegistryError> {
    let builder = PromptRegistry::builder().inventory();
    builder
        .on_span(|span, request: &Context| {
            let meta = Meta(request.meta().unwrap_or_default());
            let parent = TraceContextPropagator::new().extract(&meta);
            if parent.has_active_span() {
                // This fails only for a span that has already started.
                let _ = span.set_parent(parent);
            }
        })
        .build()
}

/// Sets the buckets and the unit of the duration, as OpenTelemetry's conventions for MCP define them.
fn view(instrument: &Instrument) -> Option<Stream> {
    let boundaries = [
        0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0,
    ];
    let aggregation = Aggregation::ExplicitBucketHistogram {
        boundaries: boundaries.to_vec(),
        record_min_max: true,
    };
    let is_duration = instrument.name() == "mcp.server.operation.duration";
    let stream = Stream::builder()
        .with_unit("s")
        .with_aggregation(aggregation);
    is_duration.then(|| stream.build().ok())?
}

/// Sends the spans and events of `tracing` to the collector, on separate threads.
fn telemetry() -> Result<(SdkTracerProvider, SdkMeterProvider), Box<dyn Error>> {
    let spans = SpanExporter::builder().with_http().build()?;
    let tracers = SdkTracerProvider::builder()
        .with_batch_exporter(spans)
        .build();
    let metrics = MetricExporter::builder().with_http().build()?;
    let meters = SdkMeterProvider::builder()
        .with_periodic_exporter(metrics)
        .with_view(view)
        .build();
    // rmcp traces whole messages, which contain the values of arguments.
    let filter = Targets::new().with_target("prompt_runtime", LevelFilter::DEBUG);
    let traces = tracing_opentelemetry::layer().with_tracer(tracers.tracer("prompts"));
    tracing_subscriber::registry()
        .with(traces.with_filter(filter.clone()))
        .with(MetricsLayer::new(meters.clone()).with_filter(filter))
        .init();
    Ok((tracers, meters))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let (tracers, meters) = telemetry()?;
    let server = PromptServer::new("opentelemetry-server", env!("CARGO_PKG_VERSION"));
    prompts()?.mount(server).serve_stdio().await?;
    // Sends the remaining data.
    tracers.shutdown()?;
    meters.shutdown()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use opentelemetry_sdk::trace::{InMemorySpanExporter, SpanData};
    use prompt_check::{advice, contract};

    #[test]
    fn the_prompts_are_those_that_clients_know() -> Result<(), RegistryError> {
        advice::assert_clean(&prompts()?);
        contract::assert_unchanged(&prompts()?, "prompts.contract.json");
        Ok(())
    }

    #[tokio::test]
    async fn a_request_may_fail_or_be_cancelled() -> Result<(), Box<dyn Error>> {
        let spans = InMemorySpanExporter::default();
        let tracers = SdkTracerProvider::builder()
            .with_simple_exporter(spans.clone())
            .build();
        let layer = tracing_opentelemetry::layer().with_tracer(tracers.tracer("tests"));
        let guard = tracing_subscriber::registry().with(layer).set_default();
        let (prompts, context) = (prompts()?, Context::default());
        assert!(prompts.get("tell-me", (), &context).await.is_err());
        let given = [("diff", "+1")];
        let get = prompts.get("review", &given, &context);
        tokio::select! {
            biased;
            got = get => return Err(format!("it did not wait: {got:?}").into()),
            () = std::future::ready(()) => {}
        }
        drop(guard);
        let spans = spans.get_finished_spans()?;
        let attribute = |span: &SpanData, key: &str| {
            let found = span.attributes.iter().find(|it| it.key.as_str() == key);
            found.map(|it| it.value.to_string()).unwrap_or_default()
        };
        let told = |span| {
            let [prompt, error] =
                ["gen_ai.prompt.name", "error.type"].map(|key| attribute(span, key));
            (span.name.to_string(), prompt, error)
        };
        let expected = [
            ("prompts/get", "tell-me", "-32602"),
            ("prompts/get review", "review", "cancelled"),
        ];
        let expected =
            expected.map(|(name, prompt, error)| (name.into(), prompt.into(), error.into()));
        assert_eq!(spans.iter().map(told).collect::<Vec<_>>(), expected);
        Ok(())
    }
}

//! The span and the metrics of each request, with names from OpenTelemetry's conventions for MCP. They contain sizes and never a value.
//! Without the feature `tracing`, this code is not compiled.

#[cfg(feature = "tracing")]
use super::{PromptRegistry, RegisteredPrompt};
#[cfg(feature = "tracing")]
use crate::argument::Arguments;

/// Answers a request inside its span. Without the feature `tracing`, the macro does not even move the answer, because moves are a
/// considerable part of a call's cost.
macro_rules! spanned {
    ($request:expr, $asked:ident $(($($of:expr),*))?, $answer:block) => {{
        #[cfg(feature = "tracing")]
        {
            use crate::registry::span::{Asked, RequestSpan};
            let span = RequestSpan::begin($request.registry, $request.context, Asked::$asked $(($($of),*))?);
            let answer = span.within(|| $answer);
            span.end(answer)
        }
        #[cfg(not(feature = "tracing"))]
        $answer
    }};
    ($request:expr, $asked:ident $(($($of:expr),*))?, async $answer:block) => {{
        #[cfg(feature = "tracing")]
        {
            use crate::registry::span::{Asked, RequestSpan};
            let span = RequestSpan::begin($request.registry, $request.context, Asked::$asked $(($($of),*))?);
            let answer = span.around(async { $answer }).await;
            span.end(answer)
        }
        #[cfg(not(feature = "tracing"))]
        $answer
    }};
}
pub(super) use spanned;

#[cfg(feature = "tracing")]
pub(super) use on::{Answer, RequestSpan, SpanHook};

/// A request before it is answered.
#[cfg(feature = "tracing")]
#[derive(Clone, Copy)]
pub(super) enum Asked<'a> {
    List,
    Get(&'a RegisteredPrompt, Arguments<'a>),
    Complete(&'a RegisteredPrompt, &'a str, Arguments<'a>),
    /// The method, and a name that no prompt has.
    Unknown(&'static str, &'a str),
}

#[cfg(feature = "tracing")]
mod on {
    use super::{Arguments, Asked, PromptRegistry};
    use crate::argument::printable;
    use crate::complete::CompleteResult;
    use crate::contain::contained;
    use crate::context::Context;
    use crate::message::{ContentBlock, GetPromptResult};
    use crate::prompt::ListPromptsResult;
    use crate::prompt_error::PromptError;
    use crate::protocol::params;
    use std::borrow::Cow;
    use std::fmt;
    use std::sync::Arc;
    use std::time::Instant;
    use tracing::field::Empty;
    use tracing::{Instrument as _, Level, Span};

    /// The author's function, which receives each span before it starts.
    #[derive(Clone, Default)]
    pub(in super::super) struct SpanHook(Option<Arc<HookFn>>);

    type HookFn = dyn Fn(&Span, &Context) + Send + Sync;

    impl SpanHook {
        pub(in super::super) fn of(
            function: impl Fn(&Span, &Context) + Send + Sync + 'static,
        ) -> Self {
            Self(Some(Arc::new(function)))
        }
    }

    impl fmt::Debug for SpanHook {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("SpanHook")
        }
    }

    impl<'a> Asked<'a> {
        fn method(self) -> &'static str {
            match self {
                Self::List => params::LIST,
                Self::Get(..) => params::GET,
                Self::Complete(..) => params::COMPLETE,
                Self::Unknown(method, _) => method,
            }
        }

        /// The name of an existing prompt. Other names are left out, because a client could invent any number of them.
        fn known(self) -> Option<&'a str> {
            match self {
                Self::Get(prompt, _) | Self::Complete(prompt, ..) => Some(prompt.name()),
                Self::List | Self::Unknown(..) => None,
            }
        }

        fn prompt(self) -> Option<Cow<'a, str>> {
            match self {
                Self::Unknown(_, name) => Some(printable(name).into()),
                _ => self.known().map(Cow::Borrowed),
            }
        }

        fn title(self) -> Cow<'static, str> {
            let method = self.method();
            self.known()
                .map_or(method.into(), |prompt| format!("{method} {prompt}").into())
        }

        /// The number of arguments.
        fn count(self) -> Option<usize> {
            match self {
                Self::Get(_, given) | Self::Complete(_, _, given) => Some(given.len()),
                Self::List | Self::Unknown(..) => None,
            }
        }

        /// The size of the arguments' texts, in bytes.
        fn size(self) -> Option<usize> {
            let of = |given: Arguments<'_>| given.texts().map(|(_, text)| text.len()).sum();
            match self {
                Self::Get(_, given) => Some(of(given)),
                Self::Complete(_, typed, given) => Some(typed.len() + of(given)),
                Self::List | Self::Unknown(..) => None,
            }
        }
    }

    /// The properties of an answer that its span records.
    pub(in super::super) trait Answer {
        fn error(&self) -> Option<&PromptError> {
            None
        }

        /// The number of prompts, messages or suggestions.
        fn count(&self) -> Option<usize> {
            None
        }

        /// The size of the messages or suggestions in bytes, before any encoding.
        fn size(&self) -> Option<usize> {
            None
        }
    }

    impl Answer for PromptError {
        fn error(&self) -> Option<&PromptError> {
            Some(self)
        }
    }

    impl Answer for Result<GetPromptResult, PromptError> {
        fn error(&self) -> Option<&PromptError> {
            self.as_ref().err()
        }

        fn count(&self) -> Option<usize> {
            Some(self.as_ref().ok()?.messages().len())
        }

        fn size(&self) -> Option<usize> {
            let messages = self.as_ref().ok()?.messages().iter();
            Some(messages.map(|message| bytes(message.content())).sum())
        }
    }

    impl Answer for Result<ListPromptsResult, PromptError> {
        fn error(&self) -> Option<&PromptError> {
            self.as_ref().err()
        }

        fn count(&self) -> Option<usize> {
            Some(self.as_ref().ok()?.prompts.len())
        }
    }

    /// A listing as JSON text.
    impl Answer for Result<String, PromptError> {
        fn error(&self) -> Option<&PromptError> {
            self.as_ref().err()
        }

        fn size(&self) -> Option<usize> {
            Some(self.as_ref().ok()?.len())
        }
    }

    /// The JSON texts of a page.
    impl<T> Answer for Result<(Vec<T>, Option<String>), PromptError> {
        fn error(&self) -> Option<&PromptError> {
            self.as_ref().err()
        }

        fn count(&self) -> Option<usize> {
            Some(self.as_ref().ok()?.0.len())
        }
    }

    impl Answer for CompleteResult {
        fn count(&self) -> Option<usize> {
            Some(self.completion.values.len())
        }

        fn size(&self) -> Option<usize> {
            Some(self.completion.values.iter().map(String::len).sum())
        }
    }

    fn bytes(content: &ContentBlock) -> usize {
        match content {
            ContentBlock::Text(content) => content.text().len(),
            ContentBlock::Image(image) => image.size(),
            ContentBlock::Audio(audio) => audio.size(),
            ContentBlock::Resource(resource) => resource.contents().size(),
            ContentBlock::ResourceLink(_) | ContentBlock::Other(_) => 0,
        }
    }

    /// A request that is being answered. If it is dropped before its end, it was cancelled.
    pub(in super::super) struct RequestSpan<'a> {
        span: Span,
        asked: Asked<'a>,
        version: &'static str,
        begun: Option<Instant>,
        has_ended: bool,
    }

    impl<'a> RequestSpan<'a> {
        pub(in super::super) fn begin(
            registry: &PromptRegistry,
            context: &Context,
            asked: Asked<'a>,
        ) -> Self {
            let version = context.revision().as_str();
            let span = tracing::info_span!(
                target: "prompt_runtime::request",
                "mcp.request",
                otel.name = &*asked.title(),
                otel.kind = "server",
                otel.status_code = Empty,
                mcp.method.name = asked.method(),
                mcp.protocol.version = version,
                gen_ai.prompt.name = asked.prompt().as_deref(),
                jsonrpc.request.id = context.request_id().map(|id| id.to_string()).as_deref(),
                rpc.response.status_code = Empty,
                error.type = Empty,
                prompt_runtime.outcome = Empty,
                prompt_runtime.arguments.count = asked.count().map(signed),
                prompt_runtime.arguments.bytes = asked.size().map(signed),
                prompt_runtime.result.count = Empty,
                prompt_runtime.result.bytes = Empty,
            );
            if let Some(hook) = &registry.inner.options.span_hook.0
                && !span.is_disabled()
            {
                // A panic of the author's function must not end the request.
                let _ = contained(|| hook(&span, context));
            }
            Self {
                span,
                asked,
                version,
                begun: now(),
                has_ended: false,
            }
        }

        pub(in super::super) fn within<T>(&self, work: impl FnOnce() -> T) -> T {
            self.span.in_scope(work)
        }

        pub(in super::super) fn around<F: Future>(
            &self,
            future: F,
        ) -> impl Future<Output = F::Output> + use<F> {
            future.instrument(self.span.clone())
        }

        pub(in super::super) fn end<T: Answer>(mut self, answer: T) -> T {
            self.has_ended = true;
            match answer.error() {
                #[cfg(feature = "elicitation")]
                Some(error) if error.is_input_required() => {
                    self.record("input_required", None, None);
                }
                Some(error) => {
                    let code = error.code().to_string();
                    self.record("error", Some(&code), Some(&code));
                }
                None => {
                    if !self.span.is_disabled() {
                        let (count, size) = (answer.count(), answer.size());
                        self.span
                            .record("prompt_runtime.result.count", count.map(signed));
                        self.span
                            .record("prompt_runtime.result.bytes", size.map(signed));
                    }
                    self.record("complete", None, None);
                }
            }
            answer
        }

        fn record(&self, outcome: &str, error: Option<&str>, code: Option<&str>) {
            self.span.record("prompt_runtime.outcome", outcome);
            if error.is_some() {
                self.span.record("otel.status_code", "ERROR");
                self.span.record("error.type", error);
                self.span.record("rpc.response.status_code", code);
            }
            // The event has no parent span, so that it is not exported a second time as an event of the span. At a lower level than
            // INFO, a log of the usual level does not get a line for each request.
            tracing::event!(
                target: "prompt_runtime::metrics",
                parent: None,
                Level::DEBUG,
                {
                    histogram.mcp.server.operation.duration = self.begun.map(|begun| begun.elapsed().as_secs_f64()),
                    monotonic_counter.prompt_runtime.requests = 1_u64,
                    mcp.method.name = self.asked.method(),
                    mcp.protocol.version = self.version,
                    gen_ai.prompt.name = self.asked.known(),
                    error.type = error,
                    rpc.response.status_code = code,
                    prompt_runtime.outcome = outcome,
                }
            );
        }
    }

    impl Drop for RequestSpan<'_> {
        fn drop(&mut self) {
            if !self.has_ended {
                self.record("cancelled", Some("cancelled"), None);
            }
        }
    }

    /// OpenTelemetry has no unsigned numbers, so they would be exported as text.
    fn signed(size: usize) -> i64 {
        i64::try_from(size).unwrap_or(i64::MAX)
    }

    /// The current time. `None` on a platform without a clock, where reading the time would panic.
    fn now() -> Option<Instant> {
        let has_clock = !cfg!(all(target_family = "wasm", target_os = "unknown"));
        has_clock.then(Instant::now)
    }
}

//! Secrets in state, errors, sources, panics and arguments: the places that must not show them do not.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::unnecessary_wraps,
    clippy::unused_async,
    clippy::format_push_string
)]

use crate::support::now;
use prompt_runtime::arguments::Arguments;
use prompt_runtime::{
    Context, PromptCall, PromptError, PromptRegistry, Report, Revision, RuntimeArgument,
    RuntimePrompt, prompt, prompts,
};
use serde_json::{Value, json};
use std::fmt;
use std::sync::{Arc, Mutex};

const STATE: &str = "hunter-state";
const ERROR: &str = "hunter-error";
const SOURCE: &str = "hunter-source";
const PANIC: &str = "hunter-panic";
const ARGUMENT: &str = "hunter-argument";
const ALL: [&str; 5] = [STATE, ERROR, SOURCE, PANIC, ARGUMENT];

/// State whose `Debug` tells everything, as that of a derived one.
#[derive(Debug, Clone)]
struct Vault(#[allow(dead_code)] &'static str);

#[derive(Debug)]
struct Failure(std::io::Error);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ERROR)
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// Fails.
#[prompt]
fn fails(text: &str, #[state] vault: &Vault) -> Result<String, PromptError> {
    let _ = (text, vault);
    Err(Failure(std::io::Error::other(SOURCE)).into())
}

/// Fails later.
#[prompt]
async fn fails_later(text: &str, #[state] vault: &Vault) -> Result<String, PromptError> {
    let _ = (text, vault);
    Err(Failure(std::io::Error::other(SOURCE)).into())
}

/// Panics.
#[prompt]
fn panics(text: &str, #[state] vault: &Vault) -> String {
    panic!("{PANIC} {vault:?} {text}")
}

fn complete(typed: &str) -> Result<Vec<String>, Failure> {
    let _ = typed;
    Err(Failure(std::io::Error::other(SOURCE)))
}

fn complete_panicking(typed: &str) -> Vec<String> {
    panic!("{PANIC} {typed}")
}

/// Refuses.
#[prompt]
fn refuses(
    #[arg(max = 9)] number: u8,
    flag: bool,
    #[arg(max_len = 3)] short: &str,
    #[arg(values = ["a", "b"])] choice: &str,
    #[arg(separator = ",")] list: Vec<u8>,
    #[arg(complete = complete)] failing: &str,
    #[arg(complete = complete_panicking)] panicking: &str,
) -> String {
    format!("{number} {flag} {short} {choice} {list:?} {failing} {panicking}")
}

/// Returns a conversation that breaks a rule.
#[prompt]
fn refused(text: &str, #[state] vault: &Vault) -> String {
    let _ = (text, vault);
    String::new()
}

type Reports = Arc<Mutex<Vec<(bool, String)>>>;

/// The registry, and its reports, each with `true` for the one that is there to tell of the author's error.
fn registry() -> (PromptRegistry, Reports) {
    let reports = Reports::default();
    let on_report = Arc::clone(&reports);
    let definitions = prompts![fails, fails_later, panics, refuses, refused];
    let registry = PromptRegistry::builder()
        .prompts(definitions)
        .state(Vault(STATE))
        .on_report(move |report| {
            let is_error = matches!(report, Report::Failed { .. } | Report::Completion { .. });
            on_report
                .lock()
                .unwrap()
                .push((is_error, report.to_string()));
        })
        .build()
        .unwrap();
    (registry, reports)
}

#[track_caller]
fn assert_none(shown: &str, secrets: &[&str]) {
    for secret in secrets {
        assert!(!shown.contains(secret), "{secret} is shown: {shown}");
    }
}

/// Every request that goes wrong, in a revision.
fn requests(revision: Revision) -> Vec<(&'static str, Value)> {
    let mut requests = Vec::new();
    for name in ["fails", "fails_later", "panics", "refused"] {
        let params = json!({ "name": name, "arguments": { "text": ARGUMENT } });
        requests.push(("prompts/get", params));
        let params = json!({ "name": name, "arguments": { "text": [ARGUMENT], "x": ARGUMENT } });
        requests.push(("prompts/get", params));
    }
    let names = [
        "number",
        "flag",
        "short",
        "choice",
        "list",
        "failing",
        "panicking",
    ];
    let all: Value = names
        .iter()
        .map(|name| ((*name).to_owned(), ARGUMENT))
        .collect();
    requests.push((
        "prompts/get",
        json!({ "name": "refuses", "arguments": all }),
    ));
    for name in names {
        let params = json!({
            "ref": { "type": "ref/prompt", "name": "refuses" },
            "argument": { "name": name, "value": ARGUMENT },
            "context": { "arguments": { "short": ARGUMENT } },
        });
        requests.push(("completion/complete", params));
    }
    requests.push((
        "prompts/get",
        json!({ "name": "refused", "requestState": ARGUMENT }),
    ));
    requests.push(("prompts/list", json!({ "cursor": ARGUMENT })));
    if revision >= Revision::V2026_07_28 {
        for (_, params) in &mut requests {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": revision.as_str(),
                "io.modelcontextprotocol/clientCapabilities": {},
                "com.example/secret": ARGUMENT,
            });
        }
    }
    requests
}

fn answer_all(registry: &PromptRegistry) -> Vec<String> {
    let mut replies = Vec::new();
    for &revision in Revision::ALL {
        let context = Context::new(revision).with_extension(Vault(STATE));
        for (method, params) in requests(revision) {
            let answer = now(registry.answer(method, Some(&params), &context)).unwrap();
            replies.push(format!("{method} {params}\0{}\0{answer:?}", answer.json()));
        }
    }
    replies
}

#[test]
fn replies_and_reports_show_no_secret() {
    let (registry, reports) = registry();
    for reply in answer_all(&registry) {
        let (_, shown) = reply.split_once('\0').unwrap();
        assert_none(shown, &ALL);
    }
    let reports = reports.lock().unwrap();
    assert!(reports.len() > 20, "{reports:#?}");
    for (is_error, report) in reports.iter() {
        // The author's own error is in the report of it, and nowhere else.
        let secrets = if *is_error {
            &[STATE, PANIC, ARGUMENT][..]
        } else {
            &ALL
        };
        assert_none(report, secrets);
    }
    assert!(reports.iter().any(|(_, report)| report.contains(SOURCE)));
}

#[test]
fn debug_output_shows_no_secret() {
    let (registry, _) = registry();
    let context = Context::new(Revision::V2025_11_25).with_extension(Vault(STATE));
    let object = json!({ "text": ARGUMENT });
    let pairs = [("text", ARGUMENT)];
    for arguments in [Arguments::from(&object), Arguments::from(&pairs)] {
        let shown = format!("{arguments:?}");
        assert_none(&shown, &ALL);
        assert!(shown.contains("text"), "{shown}");
    }
    let builder = PromptRegistry::builder().state(Vault(STATE));
    for shown in [
        format!("{registry:?} {:?}", registry.prompts()),
        format!("{context:?} {:?}", context.extensions()),
        format!("{builder:?}"),
    ] {
        assert_none(&shown, &ALL);
    }
    let live = PromptRegistry::builder().build_live().unwrap();
    let call = |call: &PromptCall| format!("{call:?}");
    let prompt = RuntimePrompt::new("debug", call).argument(RuntimeArgument::required("text"));
    live.insert(prompt).unwrap();
    let result = now(live.registry().get("debug", &object, &context)).unwrap();
    let shown = result.messages()[0].content().as_text().unwrap();
    assert_none(shown, &ALL);
    assert!(shown.contains("text"), "{shown}");
    assert_none(&format!("{live:?}"), &ALL);
}

#[cfg(feature = "elicitation")]
#[test]
fn answers_of_the_user_are_not_in_debug_output() {
    use prompt_runtime::{Elicitation, Field};

    let live = PromptRegistry::builder().build_live().unwrap();
    let asks = RuntimePrompt::new_async("asks", |call: PromptCall| async move {
        let question = Elicitation::new("q", "Which?").field(Field::text("it"));
        Ok::<_, PromptError>(format!("{:?}", call.context().elicit(question).await?))
    });
    live.insert(asks).unwrap();
    let mut params = json!({
        "name": "asks",
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
        },
    });
    let context = Context::new(Revision::V2026_07_28);
    let ask = |params: &Value| {
        let answer = now(live
            .registry()
            .answer("prompts/get", Some(params), &context));
        answer.unwrap().json().to_owned()
    };
    let asked: Value = serde_json::from_str(&ask(&params)).unwrap();
    params["requestState"] = asked["requestState"].clone();
    params["inputResponses"] =
        json!({ "q": { "action": "accept", "content": { "it": ARGUMENT } } });
    let answer = ask(&params);
    assert!(answer.contains("Accepted"), "{answer}");
    assert_none(&answer, &ALL);
}

/// With `tracing`, spans and events of the default reports.
#[cfg(feature = "tracing")]
mod spans {
    use super::*;
    use tracing::field::{Field, Visit};
    use tracing::span::{Attributes, Id, Record};
    use tracing::{Event, Metadata, Subscriber};

    #[derive(Clone, Default)]
    struct Recorder(Arc<Mutex<Vec<String>>>);

    struct Fields(String);

    impl Visit for Fields {
        fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
            self.0 += &format!(" {}={value:?}", field.name());
        }
    }

    impl Recorder {
        fn keep(&self, target: &str, record: impl FnOnce(&mut Fields)) {
            let mut fields = Fields(target.to_owned());
            record(&mut fields);
            self.0.lock().unwrap().push(fields.0);
        }
    }

    impl Subscriber for Recorder {
        fn enabled(&self, _: &Metadata<'_>) -> bool {
            true
        }

        fn new_span(&self, span: &Attributes<'_>) -> Id {
            self.keep("span", |fields| span.record(fields));
            Id::from_u64(1)
        }

        fn record(&self, _: &Id, values: &Record<'_>) {
            self.keep("span", |fields| values.record(fields));
        }

        fn event(&self, event: &Event<'_>) {
            self.keep(event.metadata().target(), |fields| event.record(fields));
        }

        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn enter(&self, _: &Id) {}
        fn exit(&self, _: &Id) {}
    }

    #[test]
    fn spans_show_no_secret() {
        let recorder = Recorder::default();
        let registry = PromptRegistry::builder()
            .prompts(prompts![fails, fails_later, panics, refuses, refused])
            .state(Vault(STATE))
            .build()
            .unwrap();
        // A place of a span that another test reaches first while the subscriber is being set stays off. After this call, each place is known.
        answer_all(&registry);
        tracing::subscriber::with_default(recorder.clone(), || answer_all(&registry));
        let kept = recorder.0.lock().unwrap();
        assert!(
            kept.iter().any(|it| it.contains("prompts/get")),
            "{kept:#?}"
        );
        for shown in kept.iter() {
            // Reports are events of their own target.
            let is_error = shown.contains("failed: ") || shown.contains("completion of ");
            let secrets = if is_error {
                &[STATE, PANIC, ARGUMENT][..]
            } else {
                &ALL
            };
            assert_none(shown, secrets);
        }
    }
}

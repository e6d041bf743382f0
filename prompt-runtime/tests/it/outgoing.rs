//! Tests of text that is sent outside of a result: progress, suggestions and errors for the user.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::now;
use prompt_runtime::edge::Peer;
use prompt_runtime::model::JsonObject;
use prompt_runtime::{
    BoxFuture, Context, InvisibleText, Progress, PromptDefinition, PromptError, PromptRegistry,
    Revision, RuntimeArgument, RuntimePrompt, prompt, prompts,
};
use std::sync::{Arc, Mutex};

#[derive(Default)]
struct Client(Mutex<Vec<String>>);

impl Peer for Client {
    fn capabilities(&self) -> Option<JsonObject> {
        None
    }

    fn progress(&self, progress: Progress) -> BoxFuture<'_, ()> {
        let line = format!(
            "{} {:?} {:?}",
            progress.progress, progress.total, progress.message
        );
        self.0.lock().unwrap().push(line);
        Box::pin(std::future::ready(()))
    }
}

type Reports = Arc<Mutex<Vec<String>>>;

fn registry<const N: usize>(
    prompts: [&'static PromptDefinition; N],
    policy: InvisibleText,
) -> (PromptRegistry, Reports) {
    let reports = Reports::default();
    let kept = Arc::clone(&reports);
    let registry = PromptRegistry::builder()
        .prompts(prompts)
        .invisible_text(policy)
        .on_report(move |report| kept.lock().unwrap().push(report.to_string()))
        .build()
        .unwrap();
    (registry, reports)
}

#[prompt]
async fn reporting(
    #[arg(separator = " ")] values: Vec<f64>,
    #[arg(default = 10.0)] total: f64,
    message: Option<&str>,
    #[context] context: &Context,
) -> String {
    for value in values {
        let mut progress = Progress::new(value).with_total(total);
        if let Some(message) = message {
            progress = progress.with_message(message.replace("TAG", "\u{E0041}"));
        }
        context.progress(progress).await;
    }
    "done".to_owned()
}

#[test]
fn only_progress_that_grows_is_sent() {
    let (registry, reports) = registry(prompts![reporting], InvisibleText::default());
    for (values, total, sent, report) in [
        ("1 2.5 4", "10", &["1", "2.5", "4"][..], ""),
        (
            "1 NaN 1 inf 0.5 2",
            "10",
            &["1", "2"],
            "progress NaN was not sent: it is no finite number",
        ),
        (
            "3 3",
            "10",
            &["3"],
            "progress 3 was not sent: it does not grow after 3",
        ),
        (
            "1",
            "inf",
            &["1"],
            "a total of progress was not sent: it is no finite number",
        ),
    ] {
        let client = Arc::new(Client::default());
        let context = Context::new(Revision::V2025_11_25).with_peer(Arc::<Client>::clone(&client));
        let arguments = [("values", values), ("total", total)];
        now(registry.get("reporting", &arguments, &context)).unwrap();
        let lines = client.0.lock().unwrap();
        let values: Vec<&str> = lines.iter().filter_map(|it| it.split(' ').next()).collect();
        assert_eq!(values, sent);
        let reports = std::mem::take(&mut *reports.lock().unwrap());
        let expected = (!report.is_empty()).then(|| format!("prompt \"reporting\": {report}"));
        assert_eq!(reports, Vec::from_iter(expected));
    }
}

#[test]
fn a_progress_message_obeys_the_policy_on_invisible_text() {
    for (policy, message) in [
        (InvisibleText::RejectTags, "None"),
        (InvisibleText::Strip, "Some(\"ab\")"),
        (InvisibleText::Allow, "Some(\"a\\u{e0041}b\")"),
    ] {
        let (registry, _) = registry(prompts![reporting], policy);
        let client = Arc::new(Client::default());
        let context = Context::new(Revision::V2025_11_25).with_peer(Arc::<Client>::clone(&client));
        let arguments = [("values", "1"), ("message", "aTAGb")];
        now(registry.get("reporting", &arguments, &context)).unwrap();
        assert_eq!(
            *client.0.lock().unwrap(),
            [format!("1 Some(10.0) {message}")],
            "{policy:?}"
        );
    }
}

#[prompt]
fn failing(how: &str) -> Result<String, PromptError> {
    Err(match how {
        "for-user" => PromptError::for_user("a\u{E0041}b"),
        "invalid" => PromptError::invalid_params("a\u{E0041}b"),
        "argument" => PromptError::invalid_argument("how", "a\u{E0041}b"),
        "long" => PromptError::for_user("é".repeat(10_000)),
        _ => PromptError::for_user("two\nlines\t\u{7}\u{1B}[31m"),
    })
}

#[test]
fn an_error_for_the_user_obeys_the_policy_on_invisible_text() {
    for (policy, message) in [
        (InvisibleText::RejectTags, "internal error"),
        (InvisibleText::Reject, "internal error"),
        (InvisibleText::Strip, "ab"),
        (InvisibleText::Allow, "a\u{E0041}b"),
    ] {
        let (registry, reports) = registry(prompts![failing], policy);
        for how in ["for-user", "invalid", "argument"] {
            let context = Context::default();
            let error = now(registry.get("failing", &[("how", how)], &context)).unwrap_err();
            assert!(
                error.message().ends_with(message),
                "{policy:?} {how}: {error}"
            );
            let is_refused = message == "internal error";
            assert_eq!(error.code() == -32603, is_refused || how == "for-user");
            assert_eq!(
                reports.lock().unwrap().drain(..).count(),
                usize::from(is_refused)
            );
        }
    }
}

#[test]
fn an_error_for_the_user_is_sent_as_it_was_written() {
    let (registry, _) = registry(prompts![failing], InvisibleText::default());
    let context = Context::default();
    let error = now(registry.get("failing", &[("how", "")], &context)).unwrap_err();
    assert_eq!(error.message(), "two\nlines\t\\u{7}\\u{1b}[31m");
    let error = now(registry.get("failing", &[("how", "long")], &context)).unwrap_err();
    assert_eq!(error.message().chars().count(), 4_097);
}

fn hidden_words(_: &str) -> [&'static str; 3] {
    ["plain", "hid\u{E0041}den", "joi\u{2060}ned"]
}

#[prompt]
fn completed(#[arg(complete = hidden_words)] word: &str) -> String {
    word.to_owned()
}

#[test]
fn suggestions_obey_the_policy_on_invisible_text() {
    for (policy, values) in [
        (InvisibleText::RejectTags, &["plain", "joi\u{2060}ned"][..]),
        (InvisibleText::Reject, &["plain"]),
        (InvisibleText::Strip, &["plain", "hidden", "joined"]),
        (
            InvisibleText::Allow,
            &["plain", "hid\u{E0041}den", "joi\u{2060}ned"],
        ),
    ] {
        let (registry, _) = registry(prompts![completed], policy);
        let context = Context::default();
        let found = now(registry.complete("completed", "word", "", (), &context)).unwrap();
        assert_eq!(found.completion.values, values, "{policy:?}");
        assert_eq!(found.completion.total, values.len());
    }
}

struct PanicsOnDrop;

impl Drop for PanicsOnDrop {
    fn drop(&mut self) {
        panic!("on purpose");
    }
}

#[test]
fn a_captured_value_whose_drop_panics_ends_nothing() {
    let live = PromptRegistry::builder().build_live().unwrap();
    for name in ["sync", "async"] {
        let (kept, also_kept) = (PanicsOnDrop, PanicsOnDrop);
        let argument = RuntimeArgument::optional("a").complete(move |_| {
            let _ = &also_kept;
            ["b"]
        });
        let prompt = match name {
            "sync" => RuntimePrompt::new(name, move |_| {
                let _ = &kept;
                "text"
            }),
            _ => RuntimePrompt::new_async(name, move |_| {
                let _ = &kept;
                async { "text" }
            }),
        };
        live.insert(prompt.argument(argument)).unwrap();
        let context = Context::default();
        // A request may be the last owner of its prompt.
        let got = live.registry().get(name, (), &context);
        let suggested = live.registry().complete(name, "a", "", (), &context);
        let kept = live.registry().prompt(name);
        assert_eq!(now(suggested).unwrap().completion.values, ["b"]);
        assert_eq!(now(got).unwrap().messages().len(), 1);
        assert!(live.remove(name));
        drop(kept);
    }
}

#[prompt(name = "team/review", alias = "review: old")]
fn with_slash(#[arg(values = ["a", "b"])] letter: &str) -> String {
    letter.to_owned()
}

#[prompt(name = "deploy to aws")]
fn with_spaces() -> &'static str {
    "deploy"
}

#[prompt(name = "导出(全部)")]
fn with_script() -> &'static str {
    "export"
}

#[test]
fn a_name_may_have_spaces_slashes_and_every_script() {
    let registry = PromptRegistry::builder()
        .prompts(prompts![with_slash, with_spaces, with_script])
        .page_size(1)
        .build()
        .unwrap();
    let context = Context::default();
    let mut names = Vec::new();
    let mut cursor = None;
    loop {
        let page = registry.list(cursor.as_deref(), &context).unwrap();
        names.extend(page.prompts.iter().map(|it| it.name.to_string()));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(names, ["deploy to aws", "team/review", "导出(全部)"]);
    for (name, text) in [
        ("team/review", "a"),
        ("review: old", "a"),
        ("deploy to aws", "deploy"),
        ("导出(全部)", "export"),
    ] {
        let arguments: &[(&str, &str)] = if text == "a" { &[("letter", "a")] } else { &[] };
        let result = now(registry.get(name, arguments, &context)).unwrap();
        assert_eq!(result.messages()[0].content().as_text(), Some(text));
    }
    let found = now(registry.complete("team/review", "letter", "", (), &context)).unwrap();
    assert_eq!(found.completion.values, ["a", "b"]);
}

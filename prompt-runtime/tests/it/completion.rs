//! Tests of completion: suggestions, and the requests that get none.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support::now;
use prompt_runtime::{Candidates, Context, InvisibleText, PromptRegistry, prompt, prompts};
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn cities(typed: &str) -> Vec<String> {
    vec![format!("{typed}burg"), format!("{typed}stadt")]
}

async fn later(typed: &str) -> Result<Candidates, fmt::Error> {
    Ok(Candidates::ranked([
        format!("best for {typed}"),
        "second".to_owned(),
    ]))
}

/// An error whose `Display` fails.
struct Broken;

impl fmt::Debug for Broken {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("on purpose")
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("on purpose")
    }
}

impl std::error::Error for Broken {}

fn broken(_: &str) -> Result<Vec<String>, Broken> {
    Err(Broken)
}

#[prompt]
fn travel(
    #[arg(complete = cities)] city: &str,
    #[arg(complete = later)] hotel: &str,
    #[arg(complete = broken)] train: Option<&str>,
) -> Result<String, Broken> {
    if train.is_some() {
        return Err(Broken);
    }
    Ok(format!("{city} {hotel}"))
}

type Reports = Arc<Mutex<Vec<String>>>;

fn registry(policy: InvisibleText) -> (PromptRegistry, Reports) {
    let reports = Reports::default();
    let kept = Arc::clone(&reports);
    let registry = PromptRegistry::builder()
        .prompts(prompts![travel])
        .invisible_text(policy)
        .on_report(move |report| kept.lock().unwrap().push(report.to_string()))
        .build()
        .unwrap();
    (registry, reports)
}

fn values(
    registry: &PromptRegistry,
    argument: &str,
    typed: &str,
    given: &[(&str, &str)],
) -> Vec<String> {
    let context = Context::default();
    now(registry.complete("travel", argument, typed, given, &context))
        .unwrap()
        .completion
        .values
}

#[test]
fn candidates_are_ranked_here_or_by_the_completer() {
    let (registry, _) = registry(InvisibleText::default());
    assert_eq!(
        values(&registry, "city", "Ham", &[]),
        ["Hamburg", "Hamstadt"]
    );
    assert_eq!(
        values(&registry, "hotel", "x", &[]),
        ["best for x", "second"]
    );
}

#[test]
fn invisible_text_is_not_completed() {
    let (tags, bidi) = ("a\u{E0041}", "a\u{202E}");
    for (policy, of_tags, of_bidi) in [
        (InvisibleText::RejectTags, None, Some(bidi)),
        (InvisibleText::Reject, None, None),
        (InvisibleText::Strip, Some("a"), Some("a")),
        (InvisibleText::Allow, Some(tags), Some(bidi)),
    ] {
        let (registry, _) = registry(policy);
        for (typed, seen) in [(tags, of_tags), (bidi, of_bidi)] {
            let expected = seen.map(cities).unwrap_or_default();
            assert_eq!(
                values(&registry, "city", typed, &[]),
                expected,
                "{policy:?} {typed:?}"
            );
            let others = values(&registry, "city", "b", &[("hotel", typed)]);
            assert_eq!(others.is_empty(), seen.is_none(), "{policy:?} {typed:?}");
        }
    }
}

#[test]
fn an_error_that_panics_when_it_is_shown_ends_nothing() {
    let (registry, reports) = registry(InvisibleText::default());
    assert_eq!(values(&registry, "train", "", &[]), [""; 0]);
    assert_eq!(
        reports.lock().unwrap().as_slice(),
        [
            "completion of argument \"train\" of prompt \"travel\": it failed, and its error panicked"
        ]
    );
    let context = Context::default();
    let failing = [("city", "a"), ("hotel", "b"), ("train", "c")];
    let error = now(registry.get("travel", &failing, &context)).unwrap_err();
    assert_eq!((error.code(), error.message()), (-32603, "internal error"));
}

#[test]
fn a_report_function_that_panics_ends_nothing() {
    let registry = PromptRegistry::builder()
        .prompts(prompts![travel])
        .on_report(|_| panic!("on purpose"))
        .build()
        .unwrap();
    assert_eq!(values(&registry, "train", "", &[]), [""; 0]);
}

#[test]
fn many_given_arguments_take_little_time() {
    let (registry, _) = registry(InvisibleText::default());
    let names: Vec<String> = (0..100_000).map(|index| index.to_string()).collect();
    let given: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "given")).collect();
    let begun = Instant::now();
    assert_eq!(values(&registry, "city", "a", &given).len(), 2);
    assert!(begun.elapsed() < Duration::from_secs(5), "{begun:?}");
}

#[cfg(feature = "rate-limit")]
#[test]
fn beyond_the_limit_nothing_is_suggested_and_one_report_is_made() {
    let reports = Reports::default();
    let kept = Arc::clone(&reports);
    let registry = PromptRegistry::builder()
        .prompts(prompts![travel])
        .completion_rate(5)
        .on_report(move |report| kept.lock().unwrap().push(report.to_string()))
        .build()
        .unwrap();
    let burst = || {
        (0..50)
            .filter(|_| !values(&registry, "city", "a", &[]).is_empty())
            .count()
    };
    let answered = burst();
    assert!((5..10).contains(&answered), "{answered}");
    assert_eq!(
        reports.lock().unwrap().as_slice(),
        ["more than 5 completion requests per second; those beyond get no values"]
    );
    std::thread::sleep(Duration::from_millis(1100));
    assert!(burst() >= 5);
    assert_eq!(reports.lock().unwrap().len(), 2);
    let context = Context::default();
    let error = now(registry.complete("nope", "city", "a", (), &context)).unwrap_err();
    assert_eq!(error.message(), "unknown prompt \"nope\"");
}

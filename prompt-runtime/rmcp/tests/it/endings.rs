//! Tests of requests that are cancelled, slow, or unanswered when a session ends.

use crate::servers::{Empty, Tools};
use crate::{Client, eventually};
use prompt_runtime::{PromptRegistry, prompt, prompts};
use rmcp::ServiceExt as _;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::Instant;

/// The number of prompts that have started, and of prompts that were dropped before their end.
#[derive(Debug, Clone, Default)]
struct Counts {
    begun: Arc<AtomicUsize>,
    dropped: Arc<AtomicUsize>,
}

impl Counts {
    fn begin(&self) -> Running {
        self.begun.fetch_add(1, Ordering::SeqCst);
        Running(Arc::clone(&self.dropped))
    }

    async fn has_begun(&self, count: usize) {
        eventually("begun", || self.begun.load(Ordering::SeqCst) == count).await;
    }

    fn dropped(&self) -> usize {
        self.dropped.load(Ordering::SeqCst)
    }
}

struct Running(Arc<AtomicUsize>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// Takes that many seconds.
#[prompt]
async fn slow(seconds: u64, #[state] counts: &Counts) -> String {
    let running = counts.begin();
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    std::mem::forget(running);
    format!("after {seconds}")
}

async fn endless(_: &str, request: &prompt_runtime::CompletionRequest<'_>) -> Vec<String> {
    let counts: &Counts = request.state().unwrap();
    let _running = counts.begin();
    std::future::pending().await
}

/// Suggests nothing, for ever.
#[prompt]
fn undecided(#[arg(complete = endless)] word: &str) -> String {
    word.to_owned()
}

fn registry(counts: &Counts) -> PromptRegistry {
    let builder = PromptRegistry::builder().prompts(prompts![slow, undecided]);
    builder.state(counts.clone()).build().unwrap()
}

fn seconds(seconds: u64) -> Value {
    json!({ "name": "slow", "arguments": { "seconds": seconds.to_string() } })
}

#[tokio::test]
async fn a_cancelled_request_drops_its_prompt_and_has_no_reply() {
    let counts = Counts::default();
    for (round, modern) in [false, true].into_iter().enumerate() {
        let mut client = match modern {
            true => Client::modern(registry(&counts).mount(Tools::new())),
            false => Client::legacy(registry(&counts).mount(Tools::new())).await,
        };
        // The first message determines the era of a connection.
        client.text("slow", json!({ "seconds": "0" })).await;
        let slow = client.ask("prompts/get", seconds(600)).await;
        let reference = json!({ "type": "ref/prompt", "name": "undecided" });
        let argument = json!({ "name": "word", "value": "" });
        let completing = client
            .ask(
                "completion/complete",
                json!({ "ref": reference, "argument": argument }),
            )
            .await;
        counts.has_begun(3 * round + 3).await;
        assert_eq!(counts.dropped(), 2 * round);
        client.cancel(slow).await;
        client.cancel(completing).await;
        eventually("dropped", || counts.dropped() == 2 * round + 2).await;
        client.hears_nothing().await;
        assert_eq!(
            client.text("slow", json!({ "seconds": "0" })).await,
            "after 0"
        );
        counts.begun.fetch_sub(1, Ordering::SeqCst);
        client.leave().await;
    }
}

#[tokio::test(start_paused = true)]
async fn slow_prompts_delay_nobody() {
    let counts = Counts::default();
    let mut client = Client::legacy(registry(&counts).mount(Tools::new())).await;
    for _ in 0..200 {
        client.ask("prompts/get", seconds(5)).await;
    }
    counts.has_begun(200).await;
    // Paused time advances only when all tasks are idle, so a wait for a prompt is visible in it.
    let asked = Instant::now();
    let id = client.ask("tools/call", json!({ "name": "hello" })).await;
    let reply = client.message().await;
    assert_eq!(reply["id"], id);
    assert_eq!(reply["result"]["content"][0]["text"], "hello from 1 tool");
    assert_eq!(asked.elapsed(), Duration::ZERO);
    for _ in 0..200 {
        let reply = client.message().await;
        assert_eq!(reply["result"]["messages"][0]["content"]["text"], "after 5");
    }
    assert!(
        asked.elapsed() < Duration::from_secs(6),
        "{:?}",
        asked.elapsed()
    );
}

#[tokio::test(start_paused = true)]
async fn at_the_end_of_input_what_is_quick_is_answered_and_the_rest_dropped() {
    let counts = Counts::default();
    let mut client = Client::legacy(registry(&counts).mount(Empty)).await;
    for duration in [1, 4, 600] {
        client.ask("prompts/get", seconds(duration)).await;
    }
    counts.has_begun(3).await;
    let left = Instant::now();
    let heard = client.hang_up().await;
    let texts: Vec<Value> = heard
        .iter()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["result"]["messages"][0]["content"]["text"]
                .take()
        })
        .collect();
    assert_eq!(texts, ["after 1", "after 4"]);
    // rmcp waits this long for unanswered requests.
    assert_eq!(left.elapsed().as_secs(), 5);
    eventually("dropped", || counts.dropped() == 1).await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_stopped_drops_what_is_in_flight() {
    let counts = Counts::default();
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let mounted = registry(&counts).mount(Empty);
    let serving = tokio::spawn(async move { mounted.serve(theirs).await.unwrap() });
    let mut client = Client::on(ours);
    client.initialize("2025-11-25").await;
    let running = serving.await.unwrap();
    let id = client.ask("prompts/get", seconds(600)).await;
    counts.has_begun(1).await;
    let stopped = Instant::now();
    running.cancel().await.unwrap();
    assert_eq!(stopped.elapsed(), Duration::ZERO);
    assert_eq!(counts.dropped(), 1);
    let error = client.reply(id).await["error"].take();
    assert_eq!(
        error,
        json!({ "code": -32603, "message": "the request was cancelled" })
    );

    // The same case without a wait for the end.
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let mounted = registry(&counts).mount(Empty);
    let serving = tokio::spawn(mounted.serve_with_ct(theirs, Default::default()));
    let mut client = Client::on(ours);
    client.initialize("2025-11-25").await;
    let running = serving.await.unwrap().unwrap();
    client.ask("prompts/get", seconds(600)).await;
    counts.has_begun(2).await;
    drop(running);
    eventually("dropped", || counts.dropped() == 2).await;
}

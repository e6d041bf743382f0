//! `soak-server ADDRESS:PORT` serves prompts over Streamable HTTP that answer, fail, panic, wait, and change the set.
#![forbid(unsafe_code)]
#![allow(clippy::panic)]

use prompt_rmcp::v3::PromptServer;
use prompt_runtime::{LivePrompts, PromptError, PromptRegistry, RuntimePrompt, prompt};
use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;

static LIVE: OnceLock<LivePrompts> = OnceLock::new();
static WAITING: AtomicUsize = AtomicUsize::new(0);
static GENERATION: Mutex<usize> = Mutex::new(0);

/// Answers.
#[prompt]
fn echo(#[arg(values = ["a", "b"])] kind: &str, text: &str) -> String {
    format!("{kind} {text}")
}

/// Fails.
#[prompt]
fn fails(text: &str) -> Result<String, PromptError> {
    Err(format!("no {text}").into())
}

/// Panics.
#[prompt]
fn panics(text: &str) -> String {
    panic!("no {text}")
}

/// Counts itself until it is dropped.
struct Waiting;

impl Drop for Waiting {
    fn drop(&mut self) {
        WAITING.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Waits for longer than any test.
#[prompt]
async fn waits() -> String {
    WAITING.fetch_add(1, Ordering::AcqRel);
    let _waiting = Waiting;
    tokio::time::sleep(Duration::from_secs(3600)).await;
    "waited".to_owned()
}

/// Tells the number of prompts that wait.
#[prompt]
fn waiting() -> String {
    WAITING.load(Ordering::Acquire).to_string()
}

/// Replaces two prompts at once.
#[prompt]
fn change() -> Result<String, PromptError> {
    let live = LIVE.get().ok_or("the server is not ready")?;
    let mut generation = GENERATION.lock().unwrap_or_else(PoisonError::into_inner);
    *generation += 1;
    let now = *generation;
    let pair =
        ["pair-1", "pair-2"].map(|name| RuntimePrompt::new(name, |_| "x").title(now.to_string()));
    live.update(pair, &[])?;
    Ok(now.to_string())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let address = std::env::args().nth(1);
    let address = address.ok_or("usage: soak-server ADDRESS:PORT")?;
    // Hundreds of thousands of panics and reports tell nothing.
    std::panic::set_hook(Box::new(|_| {}));
    let builder = PromptRegistry::builder().inventory().on_report(|_| {});
    let live = builder.build_live()?;
    let mounted = live.registry().mount(PromptServer::new("soak", "1"));
    LIVE.get_or_init(|| live);
    Ok(mounted
        .serve_http(TcpListener::bind(address).await?)
        .await?)
}

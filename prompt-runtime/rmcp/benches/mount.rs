//! Costs of the mount: prompts compared with rmcp's stored router, and a tool call compared with the same server without a mount.
//!
//! Run it with `cargo bench --package prompt-rmcp --bench mount --features rmcp3`. All servers answer over an in-memory pipe in one thread,
//! in alternating laps, so that disturbances affect them equally. The ratio is taken lap by lap, and the ratio of rmcp to itself shows the
//! noise.
#![allow(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    clippy::unused_async
)]

use servers::{Reviewer, Tools};
// rmcp's macros require this name.
extern crate rmcp3 as rmcp;

#[path = "../tests/it/servers/mod.rs"]
#[allow(dead_code, unused_imports, missing_docs, unreachable_pub)]
mod servers;

use prompt_rmcp as _;
use prompt_runtime::{PromptRegistry, prompt, prompts};
use rmcp::{ServerHandler, ServiceExt as _};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf, WriteHalf,
};

const LAPS: usize = 1000;
const WARM: usize = 50;
/// Few requests, so that most laps are shorter than a scheduler's time slice.
const REQUESTS: u32 = 30;

/// Reviews code.
#[prompt]
fn review(code: &str, focus: Option<&str>) -> String {
    format!("Review {code} for {}.", focus.unwrap_or("everything"))
}

/// Reviews code later.
#[prompt(name = "review")]
async fn review_later(code: &str, focus: Option<&str>) -> String {
    format!("Review {code} for {}.", focus.unwrap_or("everything"))
}

/// One client, and the buffer it reads replies into.
struct Runner {
    read: BufReader<ReadHalf<DuplexStream>>,
    write: WriteHalf<DuplexStream>,
    reply: String,
}

impl Runner {
    async fn of<S: ServerHandler>(server: S) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            if let Ok(running) = server.serve(theirs).await {
                let _ = running.waiting().await;
            }
        });
        let (read, write) = tokio::io::split(ours);
        let mut runner = Self {
            read: BufReader::new(read),
            write,
            reply: String::new(),
        };
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "bench", "version": "1" } });
        runner.ask(&line("initialize", params)).await;
        let initialized = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
        runner
            .write
            .write_all(initialized.as_bytes())
            .await
            .unwrap();
        runner
    }

    async fn ask(&mut self, line: &str) {
        self.write.write_all(line.as_bytes()).await.unwrap();
        self.reply.clear();
        self.read.read_line(&mut self.reply).await.unwrap();
    }

    async fn lap(&mut self, line: &str) -> Duration {
        let begun = Instant::now();
        for _ in 0..REQUESTS {
            self.ask(line).await;
        }
        begun.elapsed() / REQUESTS
    }
}

fn line(method: &str, params: Value) -> String {
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    format!("{request}\n")
}

/// Alternates laps, and prints the median of the ratios of neighbouring laps.
async fn compare(
    what: &str,
    target: Option<f64>,
    line: &str,
    base: &mut Runner,
    other: &mut Runner,
) {
    base.ask(line).await;
    other.ask(line).await;
    assert_eq!(base.reply, other.reply, "{what}: not the same work");
    assert!(base.reply.contains("\"result\""), "{}", base.reply);
    let (mut ratios, mut times) = (Vec::new(), Vec::new());
    for lap in 0..LAPS + WARM {
        let (of_base, of_other) = if lap % 2 == 0 {
            let of_base = base.lap(line).await;
            (of_base, other.lap(line).await)
        } else {
            let of_other = other.lap(line).await;
            (base.lap(line).await, of_other)
        };
        // The first laps warm up.
        if lap >= WARM {
            ratios.push(of_other.as_secs_f64() / of_base.as_secs_f64());
            times.push(of_base);
        }
    }
    ratios.sort_by(f64::total_cmp);
    times.sort();
    let at = |percent: usize| ratios[ratios.len() * percent / 100];
    let target = target.map_or(String::new(), |target| format!("  (at most {target:.2})"));
    println!(
        "{what:<44} median {:.3}  p10 {:.3}  p90 {:.3}  of {:?}{target}",
        at(50),
        at(10),
        at(90),
        times[times.len() / 2],
    );
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let sync = PromptRegistry::from_prompts(prompts![review]).unwrap();
    let later = PromptRegistry::from_prompts(prompts![review_later]).unwrap();
    let shown = PromptRegistry::builder()
        .prompts(prompts![review])
        .visible_when(|_, _| true)
        .build()
        .unwrap();
    let mut rmcp = Runner::of(Reviewer::new()).await;
    let mut again = Runner::of(Reviewer::new()).await;
    let mut mounted = Runner::of(sync.mount(Tools::new())).await;
    let mut mounted_later = Runner::of(later.mount(Tools::new())).await;
    let mut mounted_shown = Runner::of(shown.mount(Tools::new())).await;
    let mut bare = Runner::of(Tools::new()).await;
    let mut bare_again = Runner::of(Tools::new()).await;

    let get = line(
        "prompts/get",
        json!({ "name": "review", "arguments": { "code": "fn main() {}", "focus": "tests" } }),
    );
    compare("get: rmcp / rmcp", None, &get, &mut rmcp, &mut again).await;
    compare(
        "get: mounted / rmcp",
        Some(1.05),
        &get,
        &mut rmcp,
        &mut mounted,
    )
    .await;
    compare(
        "get: mounted, async / rmcp",
        Some(1.05),
        &get,
        &mut rmcp,
        &mut mounted_later,
    )
    .await;
    compare(
        "get: mounted, with a predicate / rmcp",
        Some(1.05),
        &get,
        &mut rmcp,
        &mut mounted_shown,
    )
    .await;
    let call = line("tools/call", json!({ "name": "hello", "arguments": {} }));
    compare("tool: bare / bare", None, &call, &mut bare, &mut bare_again).await;
    compare(
        "tool: mounted / bare",
        Some(1.03),
        &call,
        &mut bare,
        &mut mounted,
    )
    .await;
}

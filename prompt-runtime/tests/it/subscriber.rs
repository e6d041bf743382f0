//! Reports of a program with a subscriber of `tracing`.
#![cfg(feature = "tracing")]
#![allow(clippy::unwrap_used)]

use crate::support::get;
use prompt_runtime::{PromptRegistry, prompt, prompts};
use std::io::{self, Write};
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// Takes no line until it is opened.
#[derive(Clone, Default)]
struct Gate(Arc<(Mutex<bool>, Condvar, Mutex<String>)>);

impl Gate {
    fn open(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }
}

impl Write for Gate {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (is_open, opened, text) = &*self.0;
        let is_open = is_open.lock().unwrap();
        drop(opened.wait_while(is_open, |is_open| !*is_open).unwrap());
        text.lock()
            .unwrap()
            .push_str(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[prompt]
fn blocked() -> Result<&'static str, io::Error> {
    Err(io::Error::other("one\ntwo"))
}

#[test]
fn a_subscriber_that_blocks_does_not_stop_the_server() {
    let gate = Gate::default();
    let writer = gate.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .without_time()
        .with_writer(move || writer.clone())
        .finish();
    let (answered, answers) = channel();
    std::thread::spawn(move || {
        tracing::subscriber::with_default(subscriber, || {
            let _request = tracing::info_span!("request").entered();
            let registry = PromptRegistry::from_prompts(prompts![blocked]).unwrap();
            for _ in 0..600 {
                answered.send(get(&registry, "blocked", "{}")).unwrap();
            }
        });
    });
    for number in 0..600 {
        let answer = answers.recv_timeout(Duration::from_secs(60));
        assert!(answer.unwrap().contains("internal error"), "{number}");
    }
    gate.open();
    let written = || gate.0.2.lock().unwrap().clone();
    let end = Instant::now() + Duration::from_secs(60);
    while !written().contains("reports were dropped") && Instant::now() < end {
        std::thread::yield_now();
    }
    let text = written();
    assert!(text.contains("reports were dropped"), "{text}");
    let first = text.lines().next().unwrap();
    assert!(
        first.trim_start().starts_with("ERROR request:mcp.request{")
            && first.contains(": prompt_runtime::report: ")
            && first.contains("one\\ntwo"),
        "{first}"
    );
}

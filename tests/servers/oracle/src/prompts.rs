// The panics here are intended.
#![allow(clippy::panic)]

use std::{io, time::Duration};

use prompt_runtime::model::{AudioContent, ContentError, ResourceLink};
use prompt_runtime::{
    ArgumentEnum, Candidates, Context, GetPromptResult, Progress, messages, prompt,
};

#[prompt]
pub(crate) fn p(n: i64, #[arg(default = "d")] s: &str, o: Option<&str>) -> String {
    format!("n={n} s={s:?} o={o:?}")
}

/// The same, later.
#[prompt]
async fn p_later(n: i64, #[arg(default = "d")] s: &str, o: Option<&str>) -> String {
    tokio::task::yield_now().await;
    p(n, s, o)
}

#[prompt]
pub(crate) fn z() -> &'static str {
    "zero"
}

#[prompt]
fn two(n: i64, m: &str) -> String {
    format!("n={n} m={m:?}")
}

#[derive(Clone, Copy, Default, ArgumentEnum)]
enum Strictness {
    Strict,
    #[default]
    Normal,
    Lenient,
}

/// Counts words.
#[prompt(title = "Count", icons = [(src = "https://example.com/count.png")], meta = { "example.com/kind": "count" })]
fn count(
    /// How hard to look.
    #[arg(default, title = "Strictness")]
    strictness: Strictness,
    #[arg(complete = words)] word: Option<&str>,
    #[arg(complete = panicking)] other: Option<&str>,
) -> String {
    format!("{strictness} {word:?} {other:?}")
}

fn words(_: &str) -> Candidates {
    Candidates::new((0..250).map(|n| format!("word-{n:03}")))
}

fn panicking(_: &str) -> Vec<String> {
    panic!("on purpose")
}

#[prompt]
fn hidden(#[arg(complete = words)] word: Option<&str>) -> String {
    format!("{word:?}")
}

#[prompt]
fn disabled(#[arg(complete = words)] word: Option<&str>) -> String {
    format!("{word:?}")
}

#[prompt]
fn panics() -> &'static str {
    panic!("on purpose")
}

#[prompt]
async fn panics_later() -> &'static str {
    tokio::task::yield_now().await;
    panic!("on purpose")
}

#[prompt]
fn fails() -> Result<String, io::Error> {
    Err(io::Error::other("the password is swordfish"))
}

/// Content that the oldest revisions do not know.
#[prompt]
fn newer_content() -> Result<GetPromptResult, ContentError> {
    let audio = AudioContent::from_bytes(b"RIFF", "audio/wav")?;
    let link = ResourceLink::new("https://example.com/a", "a")?
        .with_title("A")
        .with_description("An A.");
    Ok(messages! {
        user: audio;
        user: link;
    })
}

/// Says how far it has come.
#[prompt]
async fn progresses(#[context] context: &Context) -> &'static str {
    for step in [1.0, 2.0] {
        let progress = Progress::new(step).with_total(2.0);
        context.progress(progress.with_message("on the way")).await;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    "done"
}

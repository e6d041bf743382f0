//! Expansions need no lint to be allowed: a crate can forbid those that generated code often breaks.
#![forbid(
    unsafe_code,
    dead_code,
    unused_imports,
    deprecated,
    non_camel_case_types,
    unused_qualifications,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unreachable_pub
)]
#![deny(warnings)]

use prompt_runtime::{
    ArgumentEnum, GetPromptResult, PromptArguments, messages, prompt, prompt_methods, prompts,
};

/// The detail of a report.
#[derive(ArgumentEnum, Debug, Clone, Copy)]
pub enum Detail {
    /// One line.
    Short,
    /// Everything.
    Long,
}

/// The arguments of a report.
#[derive(PromptArguments, Debug, Clone)]
pub struct Report {
    /// The subject.
    pub subject: String,
    /// The detail.
    pub detail: Detail,
}

/// Writes a report.
#[prompt]
pub fn report(#[arguments] report: Report) -> GetPromptResult {
    let Report { subject, detail } = report;
    messages! { user: "Report {subject}: {detail}" }
}

#[prompt]
#[allow(clippy::many_single_char_names)]
fn nine(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: Option<String>) -> String {
    format!("{a}{b}{c}{d}{e}{f}{g}{h}{i:?}")
}

/// A server.
#[derive(Debug, Clone, Copy)]
pub struct Server;

#[prompt_methods]
impl Server {
    /// Plans the week.
    #[prompt]
    pub async fn plan(&self, detail: Detail) -> String {
        detail.to_string()
    }
}

#[test]
fn compiles_and_runs() {
    assert_eq!(prompts![report, nine].len(), 2);
    assert_eq!(Server::PROMPTS.len(), 1);
}

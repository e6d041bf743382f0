//! A directory of prompt files as an MCP server: edit a file, and clients see the new prompt.
//!
//! The directory is `prompts`, or what the variable `PROMPTS` names.
#![forbid(unsafe_code)]

use prompt_runtime::PromptRegistry;
use prompt_runtime::cli::{self, Program};
use std::error::Error;
use std::process::ExitCode;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let directory = std::env::var_os("PROMPTS").unwrap_or_else(|| "prompts".into());
    let live = PromptRegistry::builder().build_live()?;
    // Watches until it is dropped, at the end of `main`.
    let _watch = live.watch_directory(directory)?;
    let program = Program::new(live.registry().clone()).with_version(env!("CARGO_PKG_VERSION"));
    Ok(cli::run(program))
}

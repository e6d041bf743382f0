//! The prompts of an engineering team, as an MCP server and a command line.
#![forbid(unsafe_code)]

mod changes;
mod errors;
mod incidents;
mod issues;
mod planning;
mod releases;
mod review;
mod testing;

use prompt_runtime::cli::{self, Program};
use prompt_runtime::{PromptRegistry, RegistryError};
use std::process::ExitCode;

fn main() -> Result<ExitCode, RegistryError> {
    let prompts = PromptRegistry::from_inventory()?;
    Ok(cli::run(
        Program::new(prompts).with_version(env!("CARGO_PKG_VERSION")),
    ))
}

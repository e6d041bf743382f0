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
use prompt_runtime::lint::Rule;
use prompt_runtime::{PromptRegistry, RegistryError};
use std::process::ExitCode;

fn prompts() -> Result<PromptRegistry, RegistryError> {
    PromptRegistry::builder()
        .inventory()
        // None of the hosts that we use makes a command of the title.
        .allow_advice([Rule::TitleWithWhiteSpace])
        .build()
}

fn main() -> Result<ExitCode, RegistryError> {
    Ok(cli::run(
        Program::new(prompts()?).with_version(env!("CARGO_PKG_VERSION")),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt_runtime::{contract, lint};

    #[test]
    fn saved_calls_go_on_working() {
        contract::assert_unchanged("prompts.contract.json");
    }

    #[test]
    fn every_host_shows_the_prompts_well() -> Result<(), RegistryError> {
        lint::assert_clean(&prompts()?);
        Ok(())
    }
}

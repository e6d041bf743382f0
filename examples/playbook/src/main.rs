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

use prompt_cli::Program;
use prompt_runtime::{PromptRegistry, RegistryError};
use std::process::ExitCode;

fn prompts() -> Result<PromptRegistry, RegistryError> {
    PromptRegistry::from_inventory()
}

fn main() -> Result<ExitCode, RegistryError> {
    Ok(prompt_cli::run(
        Program::new(prompts()?).with_version(env!("CARGO_PKG_VERSION")),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt_check::{advice, contract};

    #[test]
    fn saved_calls_keep_working() -> Result<(), RegistryError> {
        contract::assert_unchanged(&prompts()?, "prompts.contract.json");
        Ok(())
    }

    #[test]
    fn every_host_shows_the_prompts_well() -> Result<(), RegistryError> {
        advice::assert_clean(&prompts()?);
        Ok(())
    }
}

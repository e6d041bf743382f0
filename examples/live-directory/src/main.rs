//! A directory of prompt files as an MCP server: edit a file, and clients see the new prompt.
//!
//! The directory is `prompts`, or the value of the environment variable `PROMPTS`.
#![forbid(unsafe_code)]

use prompt_cli::Program;
use prompt_runtime::{LivePrompts, PromptRegistry, RegistryError};
use std::error::Error;
use std::process::ExitCode;

/// Builds the set of prompts, which is empty at first.
fn prompts() -> Result<LivePrompts, RegistryError> {
    PromptRegistry::builder().build_live()
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let directory = std::env::var_os("PROMPTS").unwrap_or_else(|| "prompts".into());
    let live = prompts()?;
    // Watching stops when this value is dropped, at the end of `main`.
    let _watch = live.watch_directory(directory)?;
    let program = Program::new(live.registry().clone()).with_version(env!("CARGO_PKG_VERSION"));
    Ok(prompt_cli::run(program))
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt_check::{advice, contract};
    use prompt_runtime::Role;
    use prompt_runtime::arguments::ProblemKind;
    use prompt_runtime::testing::Call;

    #[test]
    fn the_files_are_the_prompts() -> Result<(), Box<dyn Error>> {
        let live = prompts()?;
        let watch = live.watch_directory("prompts")?;
        assert!(watch.problems().is_empty(), "{:?}", watch.problems());
        advice::assert_clean(live.registry());
        contract::assert_unchanged(live.registry(), "prompts.contract.json");

        Call::on(live.registry(), "label-ticket")
            .with("ticket", "Add a dark mode.")
            .get()
            .assert_roles([Role::User, Role::Assistant, Role::User])
            .assert_text(2, "Add a dark mode.");
        Call::on(live.registry(), "explain-term")
            .with("audience", "cat")
            .get()
            .assert_problems([
                ("audience", ProblemKind::Invalid),
                ("term", ProblemKind::Missing),
            ]);
        Ok(())
    }
}

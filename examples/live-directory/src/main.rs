//! A directory of prompt files as an MCP server: edit a file, and clients see the new prompt.
//!
//! The directory is `prompts`, or what the variable `PROMPTS` names.
#![forbid(unsafe_code)]

use prompt_runtime::cli::{self, Program};
use prompt_runtime::lint::Rule;
use prompt_runtime::{LivePrompts, PromptRegistry, RegistryError};
use std::error::Error;
use std::process::ExitCode;

/// The set of prompts, still empty.
fn prompts() -> Result<LivePrompts, RegistryError> {
    PromptRegistry::builder()
        // The hosts that we use send an example in several messages as it is.
        .allow_advice([Rule::SeveralMessages])
        .build_live()
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let directory = std::env::var_os("PROMPTS").unwrap_or_else(|| "prompts".into());
    let live = prompts()?;
    // Watches until it is dropped, at the end of `main`.
    let _watch = live.watch_directory(directory)?;
    let program = Program::new(live.registry().clone()).with_version(env!("CARGO_PKG_VERSION"));
    Ok(cli::run(program))
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt_runtime::rmcp::PromptServer;
    use prompt_runtime::testing::{Era, Wire, assert_contract, assert_lint_clean};
    use serde_json::{Value, json};

    #[tokio::test]
    async fn the_files_are_the_prompts() -> Result<(), Box<dyn Error>> {
        let live = prompts()?;
        let watch = live.watch_directory("prompts")?;
        assert!(watch.problems().is_empty(), "{:?}", watch.problems());
        assert_lint_clean(live.registry());
        assert_contract(live.registry(), "prompts.contract.json");

        let server = live.registry().mount(PromptServer::new("live", "1"));
        let mut client = Wire::connect(server, Era::PerRequest).await;
        let params =
            json!({ "name": "label-ticket", "arguments": { "ticket": "Add a dark mode." } });
        let labelled = client.request("prompts/get", params).await;
        let messages = &labelled["result"]["messages"];
        assert_eq!(messages[1]["role"], "assistant");
        assert_eq!(messages[2]["content"]["text"], "Add a dark mode.");
        let params = json!({ "name": "explain-term", "arguments": { "audience": "cat" } });
        let refused = client.request("prompts/get", params).await;
        let problems = refused["error"]["data"]["problems"].as_array();
        let kinds: Vec<&Value> = problems
            .into_iter()
            .flatten()
            .map(|one| &one["kind"])
            .collect();
        assert_eq!(kinds, ["invalid", "missing"], "{refused}");
        Ok(())
    }
}

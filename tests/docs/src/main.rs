//! The program of the README and its test, as in a user's project.
#![forbid(unsafe_code)]

use prompt_rmcp::v3::PromptServer;
use prompt_runtime::{GetPromptResult, PromptRegistry, messages, prompt};
use std::error::Error;

/// Explain a compiler error to a newcomer.
#[prompt(name = "explain-error")]
fn explain_error(
    /// The most sentences that the answer may have.
    #[arg(default = 3)]
    sentences: u8,
    /// The output of the compiler.
    output: &str,
) -> GetPromptResult {
    messages! {
        user: "Explain this error in at most {sentences} sentences:\n\n{output}";
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let prompts = PromptRegistry::from_inventory()?;
    let server = prompts.mount(PromptServer::new("my-prompts", "0.1.0"));
    server.serve_stdio().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::explain_error;
    use prompt_check::{advice, contract};
    use prompt_runtime::testing::call;
    use prompt_runtime::{PromptRegistry, RegistryError};

    #[test]
    fn explains_in_three_sentences() {
        call!(explain_error, "output" => "E0382")
            .get()
            .assert_text(0, "Explain this error in at most 3 sentences:\n\nE0382");
    }

    #[test]
    fn is_fit_for_release() -> Result<(), RegistryError> {
        let prompts = PromptRegistry::from_inventory()?;
        contract::assert_unchanged(&prompts, "prompts.contract.json");
        advice::assert_clean(&prompts);
        Ok(())
    }
}

#[cfg(test)]
mod readme {
    /// Removes differences that only rustfmt decides.
    fn bare(text: &str) -> String {
        let text: String = text.split_whitespace().collect();
        text.replace(",)", ")").replace(",]", "]")
    }

    #[test]
    fn the_readme_shows_this_program() {
        let here = bare(include_str!("main.rs"));
        let blocks: Vec<_> = include_str!("../../../README.md")
            .split("```rust\n")
            .skip(1)
            .filter_map(|block| block.split("```").next())
            .collect();
        assert_eq!(blocks.len(), 2);
        for code in blocks {
            assert!(here.contains(&bare(code)), "{code}");
        }
    }
}

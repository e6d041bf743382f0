//! The examples of the README, as somebody writes them who follows it.
#![forbid(unsafe_code)]
#![allow(dead_code)]

use prompt_runtime::{GetPromptResult, messages, prompt};

/// Explain an error message to somebody who is new to the code.
#[prompt(name = "explain-error")]
fn explain_error(
    /// How long the answer may be.
    #[arg(default = 3)]
    sentences: u8,
    /// The output of the compiler.
    output: &str,
) -> GetPromptResult {
    messages! {
        user: "Explain this error in at most {sentences} sentences:\n\n{output}";
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::explain_error;
    use prompt_check::{advice, contract};
    use prompt_runtime::testing::call;
    use prompt_runtime::{ProblemKind, PromptRegistry};

    #[test]
    fn an_error_is_explained_briefly() {
        call!(explain_error, "output" => "E0382")
            .get()
            .assert_text(0, "Explain this error in at most 3 sentences:\n\nE0382");
        call!(explain_error, "sentences" => "few")
            .get()
            .assert_problems([
                ("sentences", ProblemKind::Invalid),
                ("output", ProblemKind::Missing),
            ]);
    }

    #[test]
    fn saved_invocations_go_on_working() {
        let prompts = PromptRegistry::from_inventory().unwrap();
        contract::assert_unchanged(&prompts, "prompts.contract.json");
        advice::assert_clean(&prompts);
    }

    /// Without what rustfmt decides.
    fn bare(text: &str) -> String {
        let text: String = text.split_whitespace().collect();
        text.replace(",)", ")").replace(",]", "]")
    }

    #[test]
    fn the_readme_shows_what_is_here() {
        let here = bare(include_str!("lib.rs"));
        let readme = include_str!("../../../README.md");
        let mut shown = 0;
        for block in readme.split("```rust").skip(1) {
            let code = block.split_once('\n').map_or("", |(_, rest)| rest);
            let code = code.split("```").next().unwrap_or_default();
            assert!(here.contains(&bare(code)), "{code}");
            shown += 1;
        }
        assert_eq!(shown, 2);
    }
}

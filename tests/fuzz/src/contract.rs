//! The contract file.

use crate::{assert_no_controls, linear, text};
use prompt_check::contract::{Contract, compare};
use prompt_runtime::{PromptRegistry, prompt, prompts};
use std::sync::LazyLock;

/// Reviews.
#[prompt(alias = "check")]
fn review(
    #[arg(values = ["a", "b"])] kind: &str,
    #[arg(default = 3, min = 1)] count: u8,
    diff: Option<&str>,
) -> String {
    format!("{kind} {count} {diff:?}")
}

static OWN: LazyLock<Contract> = LazyLock::new(|| {
    let registry = PromptRegistry::from_prompts(prompts![review]);
    Contract::of(&registry.expect("the prompt is legal"))
});

/// Reads any text; what it reads, it writes so that it reads the same.
pub fn contract(data: &[u8]) {
    let text = text(data);
    let read = linear(text.len(), 200, || text.parse::<Contract>());
    let contract = match read {
        Ok(contract) => contract,
        Err(error) => return assert_no_controls(&error.to_string()),
    };
    let written = linear(text.len(), 400, || contract.to_string());
    assert!(written.len() <= 20 * text.len() + 1000, "{}", written.len());
    let again: Contract = written.parse().expect("what was written is read");
    assert_eq!(again.to_string(), written);
    linear(text.len(), 4000, || {
        assert_eq!(compare(&contract, &again), []);
        for changes in [compare(&contract, &OWN), compare(&OWN, &contract)] {
            for change in changes {
                assert_no_controls(&change.to_string());
            }
        }
    });
}

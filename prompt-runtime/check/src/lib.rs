//! Checks for the tests of a program with prompts. The [`contract`] protects saved calls from one version to the next, and the [`advice`]
//! warns about the behaviour of hosts in use.
//!
//! ```no_run
//! use prompt_runtime::{GetPromptResult, messages, prompt};
//!
//! /// Explain a compiler error to a newcomer.
//! #[prompt(name = "explain-error")]
//! fn explain_error(
//!     /// The most sentences that the answer may have.
//!     #[arg(default = 3)]
//!     sentences: u8,
//!     /// The output of the compiler.
//!     output: &str,
//! ) -> GetPromptResult {
//!     messages! {
//!         user: "Explain this error in at most {sentences} sentences:\n\n{output}";
//!     }
//! }
//!
//! #[cfg(test)]
//! mod tests {
//!     use prompt_check::{advice, contract};
//!     use prompt_runtime::{PromptRegistry, RegistryError};
//!
//!     #[test]
//!     fn the_prompts_are_fit_for_release() -> Result<(), RegistryError> {
//!         let prompts = PromptRegistry::from_inventory()?;
//!         contract::assert_unchanged(&prompts, "prompts.contract.json");
//!         advice::assert_clean(&prompts);
//!         Ok(())
//!     }
//! }
//! ```
//!
//! | task | see |
//! | --- | --- |
//! | write or change the contract | [`contract`] |
//! | look up a change that breaks saved calls | [`contract::ChangeKind`] |
//! | look up a piece of advice with its source | [`advice`] |
//! | allow a piece of advice | `#[prompt(allow("…"))]` for one prompt |
//!
//! The command line of the crate `prompt-cli` runs the same checks with `contract` and `check`.
// Readers paste the examples into their programs.
#![doc(test(attr(deny(unused_imports))))]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod advice;
pub mod contract;
mod pages;

/// Prompt definitions that tests write by hand, to choose their place in the source.
#[cfg(test)]
mod private {
    pub(crate) use prompt_runtime::__private0::*;
}

//! Checks for the tests of a program with prompts. The [`contract`] protects saved calls from one version to the next, and the [`advice`]
//! warns about the behaviour of hosts in use.
//!
//! ```no_run
//! use prompt_check::{advice, contract};
//! # fn prompts() -> Result<prompt_runtime::PromptRegistry, prompt_runtime::RegistryError> { prompt_runtime::PromptRegistry::from_inventory() }
//!
//! #[test]
//! fn the_prompts_are_fit_for_release() -> Result<(), prompt_runtime::RegistryError> {
//!     let prompts = prompts()?;
//!     contract::assert_unchanged(&prompts, "prompts.contract.json");
//!     advice::assert_clean(&prompts);
//!     Ok(())
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

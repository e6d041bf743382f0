//! Checks for the prompts of a program, for its tests: the [`contract`] keeps saved calls working from version to version, and the
//! [`advice`] says what hosts in use do to a prompt.
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
//! | to do | see |
//! | --- | --- |
//! | write or change the contract | [`contract`] |
//! | look up what breaks a saved call | [`contract::ChangeKind`] |
//! | look up an advice, with its source | [`advice`] |
//! | allow an advice | `#[prompt(allow("…"))]` for one prompt |
//!
//! The command line of the crate `prompt-cli` runs the same checks as `contract` and `check`.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod advice;
pub mod contract;
mod pages;

/// The parts of prompts that tests write by hand, to choose their place in the source.
#[cfg(test)]
mod private {
    pub(crate) use prompt_runtime::__private0::*;
}

//! What saved invocations hold on to: the names and the arguments of the prompts, kept in a file that the author commits.
//!
//! A prompt has no version. Its name, and the names, the order and the values of its arguments, are what scripts, saved commands and
//! people's fingers know. [`Contract`] is that, without any text: wording may change. It stands in `prompts.contract.json`, and
//! one line keeps it:
//!
//! ```no_run
//! #[test]
//! fn the_contract_is_kept() {
//!     prompt_runtime::contract::assert_unchanged("prompts.contract.json");
//! }
//! ```
//!
//! That looks at the inventory: the prompts as they are declared. A server that gives a library a namespace, leaves prompts out or adds
//! some that are made at run time offers other names than these, so it hands over its registry instead:
//!
//! ```no_run
//! # fn prompts() -> Result<prompt_runtime::PromptRegistry, prompt_runtime::RegistryError> { prompt_runtime::PromptRegistry::from_inventory() }
//! #[test]
//! fn the_contract_is_kept() {
//!     prompt_runtime::contract::assert_registry_unchanged(&prompts().unwrap(), "prompts.contract.json");
//! }
//! ```
//!
//! The command line's `contract` does the latter, with the registry of the program.
//!
//! The first run writes the file; commit it. From then on the test fails when the prompts differ from it, and says what breaks,
//! whom it hurts and what to do. Every kind of difference is a [`Rule`] with an id.
//!
//! | to accept | with the test | with the command line |
//! | --- | --- | --- |
//! | additions | `PROMPT_CONTRACT=accept cargo test` | `contract accept` |
//! | what breaks prompt `code-review`, and additions | `PROMPT_CONTRACT=accept:code-review cargo test` | `contract accept code-review` |
//!
//! Several names are separated by commas. All or nothing is written. Where the variable `CI` is set (other than to `false`, `0` or
//! nothing), nothing is ever written: a missing file is a failure there, and so is `PROMPT_CONTRACT`, because what it wrote would
//! be thrown away.
//!
//! The order in which allowed values are listed is no part of the contract, nor is what an argument defaults to.

mod arguments;
mod change;
mod compare;
mod file;
mod kind;
mod model;
mod place;
mod rule;
mod store;

pub use change::Change;
pub use compare::compare;
pub use file::{
    Acceptance, ContractError, Outcome, VARIABLE, assert_registry_unchanged, assert_unchanged,
    check,
};
#[cfg(feature = "cli")]
pub(crate) use file::{counted, how_to_accept, news};
pub use model::{Contract, ContractArgument, ContractDeprecation, ContractPrompt, Unreadable};
pub use rule::Rule;
#[cfg(feature = "cli")]
pub(crate) use store::read;

#[cfg(test)]
mod tests;

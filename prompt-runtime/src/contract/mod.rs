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
//!
//! # What it cannot see
//!
//! Names and shapes are compared. What follows can break a saved call, and no difference is found:
//!
//! - What a type of your own parses. The file says `value` for any of them and not which: one that is renamed parses what it did, and one
//!   that kept its name may not, so a name would raise alarm where nothing breaks and none where something does. For
//!   whoever takes another such type, or changes what one accepts, what [`type-narrowed`](Rule::TypeNarrowed) says holds all the same. Enums
//!   of allowed values and numbers are compared.
//! - What a prompt refuses by itself, after its arguments were read.
//! - What the registry decides for all prompts: the policy for [invisible text](crate::RegistryBuilder::invisible_text), which
//!   [clients see](crate::RegistryBuilder::visible_when) a prompt, which state it needs. Only whether undeclared arguments are
//!   [passed over](crate::RegistryBuilder::ignore_undeclared_arguments) stands in the file: as `"undeclared": "ignored"` where they are.
//!   The inventory alone decides none of this, so a server that does hands over its registry.
//! - What the answers say: their text, their roles and their number. For that there are tests of the prompts themselves.
//! - What is shown: titles, descriptions, icons, completions, and the order of the listing.

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
pub(crate) use file::{accept_command, counted, how_to_accept, news};
pub use model::{Contract, ContractArgument, ContractDeprecation, ContractPrompt, Unreadable};
pub use rule::Rule;

/// Where the command line looks for the contract, and what everybody calls it.
pub(crate) const FILE: &str = "prompts.contract.json";
#[cfg(feature = "cli")]
pub(crate) use store::read;

#[cfg(test)]
mod tests;

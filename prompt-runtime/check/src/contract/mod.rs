//! The contract: the names and arguments of the prompts that saved calls depend on, kept in a file that the author commits.
//!
//! A prompt has no version. Scripts, saved commands and people depend on its name and on the names, the order and the values of its
//! arguments. A [`Contract`] is these, without any text, so wording may change. One line compares the prompts with the file
//! `prompts.contract.json`:
//!
//! ```no_run
//! # fn prompts() -> Result<prompt_runtime::PromptRegistry, prompt_runtime::RegistryError> { prompt_runtime::PromptRegistry::from_inventory() }
//! #[test]
//! fn saved_calls_keep_working() -> Result<(), prompt_runtime::RegistryError> {
//!     prompt_check::contract::assert_unchanged(&prompts()?, "prompts.contract.json");
//!     Ok(())
//! }
//! ```
//!
//! Give it the registry that the server uses: a server that gives a library a namespace, leaves prompts out or adds some at run time
//! offers other names than the inventory. The command line's `contract` uses the registry of the program.
//!
//! The first run writes the file; commit it. From then on the test fails when the prompts differ from it. The message has each
//! difference, the people whose calls break, and a way to make the change without that. Each difference is a [`Change`] of a
//! [`ChangeKind`] with an id.
//!
//! | to accept | with the test | with the command line |
//! | --- | --- | --- |
//! | additions | `PROMPT_CONTRACT=accept cargo test` | `contract accept` |
//! | changes that break prompt `code-review`, and additions | `PROMPT_CONTRACT=accept:code-review cargo test` | `contract accept code-review` |
//!
//! Several names are separated by commas. Either all changes are written or none. Where the variable `CI` is set (other than to `false`,
//! `0` or nothing), nothing is written: a missing file is a failure there, and so is `PROMPT_CONTRACT`, because the file would be lost.
//!
//! The contract has neither the order of allowed values nor the text of a default.
//!
//! # Limits
//!
//! The contract compares names and shapes. These changes can break a saved call, and it does not find them:
//!
//! - Another set of texts that a type of the author's own parses. The file has the word `value` for every such type and not its name: a
//!   renamed type parses the same, and a type that kept its name may not. The page of [`type-narrowed`](ChangeKind::TypeNarrowed) applies
//!   to such a change as well. Enums of allowed values and numbers are compared.
//! - A refusal by the prompt itself, after its arguments were read.
//! - Options of the registry: the policy for [invisible text](prompt_runtime::RegistryBuilder::invisible_text), the
//!   [visibility](prompt_runtime::RegistryBuilder::visible_when) of a prompt, its state. One option is in the file, as
//!   `"undeclared": "ignored"`: [undeclared arguments](prompt_runtime::RegistryBuilder::ignore_undeclared_arguments).
//! - The answers: their texts, roles and number. Tests of the prompts check those.
//! - Titles, descriptions, icons, completions, and the order of the listing.

mod accepts;
mod arguments;
mod change;
mod compare;
mod file;
mod kind;
mod model;
mod place;
mod store;

pub use change::Change;
pub use compare::compare;
pub use file::{Acceptance, ContractError, Outcome, VARIABLE, assert_unchanged, check, summary};
// The command line's own; it is pinned to this version.
#[doc(hidden)]
pub use file::{accept_command, how_to_accept, news};
pub use kind::ChangeKind;
pub use model::{Contract, ContractArgument, ContractDeprecation, ContractPrompt, Unreadable};

/// The usual name of the file.
pub const FILE: &str = "prompts.contract.json";

#[cfg(test)]
mod tests;

//! The contract: the names and arguments on which saved calls depend, in a file that the author commits.
//!
//! A prompt has no version. Scripts, saved commands and people depend on its name, and on the names, the order and the values of its
//! arguments. A [`Contract`] contains exactly these and no other text, so wording may change. One line compares the prompts with the file
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
//! Pass the registry that the server uses. A server that gives a library a namespace, leaves prompts out or adds some at run time offers
//! other names than the inventory. The command line's `contract` uses the registry of the program.
//!
//! The first run writes the file; commit it. From then on the test fails if the prompts differ from the file. The message lists each
//! difference, the users whose calls break, and a way to make the change without breaking calls. Each difference is a [`Change`] of a
//! [`ChangeKind`] with an id.
//!
//! | to accept | with the test | with the command line |
//! | --- | --- | --- |
//! | additions | `PROMPT_CONTRACT=accept cargo test` | `contract accept` |
//! | changes that break prompt `code-review`, and additions | `PROMPT_CONTRACT=accept:code-review cargo test` | `contract accept code-review` |
//!
//! Separate several names by commas. Either all changes are written or none. If the environment variable `CI` is set (to anything but
//! `false`, `0` or empty text), nothing is written. In this case a missing file is a failure, and so is `PROMPT_CONTRACT`, because the
//! written file would be lost.
//!
//! The contract contains neither the order of allowed values nor the text of a default.
//!
//! # Limits
//!
//! The contract compares names and types. It does not detect these changes, although they can break a saved call:
//!
//! - A change of the texts that an author's own type parses. The file contains the word `value` for every such type and not the type's
//!   name: a renamed type may parse the same texts, and an unchanged name may hide different parsing. The page of
//!   [`type-narrowed`](ChangeKind::TypeNarrowed) applies to such a change as well. Enums of allowed values and numbers are compared.
//! - An error that the prompt itself returns, after its arguments were accepted.
//! - Options of the registry: the policy for [invisible text](prompt_runtime::RegistryBuilder::invisible_text), the
//!   [visibility](prompt_runtime::RegistryBuilder::visible_when) of a prompt, its state. One option is in the file, as
//!   `"undeclared": "ignored"`: [undeclared arguments](prompt_runtime::RegistryBuilder::ignore_undeclared_arguments).
//! - The answers: their texts, roles and number of messages. Test these separately.
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
// For the command line, which is pinned to this version.
#[doc(hidden)]
pub use file::{accept_command, how_to_accept, news};
pub use kind::ChangeKind;
pub use model::{Contract, ContractArgument, ContractDeprecation, ContractPrompt, Unreadable};

/// The usual name of the file.
pub const FILE: &str = "prompts.contract.json";

#[cfg(test)]
mod tests;

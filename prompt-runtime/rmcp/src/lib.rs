//! MCP prompts on rmcp servers of any major version.
//!
//! A complete program with the feature `rmcp3`, which also needs `prompt-runtime` and `tokio`:
//!
#![cfg_attr(feature = "rmcp3", doc = "```no_run")]
#![cfg_attr(not(feature = "rmcp3"), doc = "```ignore")]
//! use prompt_rmcp::v3::PromptServer;
//! use prompt_runtime::{GetPromptResult, PromptRegistry, messages, prompt};
//! use std::error::Error;
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
//! #[tokio::main(flavor = "current_thread")]
//! async fn main() -> Result<(), Box<dyn Error>> {
//!     let prompts = PromptRegistry::from_inventory()?;
//!     let server = prompts.mount(PromptServer::new("my-prompts", "0.1.0"));
//!     server.serve_stdio().await?;
//!     Ok(())
//! }
//! ```
//!
//! [`mount`](prompt_runtime::PromptRegistry::mount) adds the prompts to an existing server, whose other answers stay the same:
//!
//! ```
//! # #[cfg(feature = "rmcp3")]
//! # mod server {
//! # use rmcp3 as rmcp;
//! use prompt_rmcp as _;
//! use prompt_runtime::PromptRegistry;
//! use rmcp::ServerHandler;
//! # struct MyServer;
//! # impl ServerHandler for MyServer {}
//!
//! # async fn f() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
//! let prompts = PromptRegistry::from_inventory()?;
//! prompts.mount(MyServer).serve(rmcp::transport::stdio()).await?.waiting().await?;
//! # Ok(())
//! # }
//! # }
//! ```
//!
//! [`PromptRegistry::mount`](prompt_runtime::PromptRegistry::mount) accepts a server of any major version of rmcp whose feature is enabled,
//! and returns the `Mounted` of that version. Enable the feature for the server's version:
//!
//! | feature | servers of | module |
//! | --- | --- | --- |
//! | `rmcp1` | rmcp 1, from 1.3 on | `v1` |
//! | `rmcp2` | rmcp 2 | `v2` |
//! | `rmcp3` | rmcp 3, from 3.9 on | `v3` |
//!
//! For an older rmcp use [`prompt_handler!`], which needs no feature. Servers of rmcp 1 and 2 are built and tested with 1.3, 1.8, 2.0 and
//! 2.2, those of rmcp 3 with 3.9 and 3.11, and `prompt_handler!` with 0.12 and 0.16.
//!
//! The types of an older rmcp cannot express all content, and a report names the prompt. With rmcp 1 and older, annotations and `_meta` of a
//! text are dropped, and audio is sent as an embedded resource with the same bytes, as clients of revision 2024-11-05 receive it. With rmcp
//! 1.3 and older, an answer with an embedded resource becomes the error -32603, so one with audio does too.
//!
//! On rmcp 3, `serve_stdio` and, with the feature `http`, `serve_http` run a complete server process in one call; see [`ServeOptions`].
//!
//! # Overview
//!
//! | task | see |
//! | --- | --- |
//! | add prompts to a server | [`PromptRegistry::mount`](prompt_runtime::PromptRegistry::mount), [`v3::Mounted`] |
//! | serve only prompts | [`v3::PromptServer`] |
//! | offer prompts as tools, for hosts without prompts | [`v3::Mounted::with_prompt_tools`] |
//! | use data of the request, such as the user, as state | [`v3::Mounted::with_state`] |
//! | configure a server process: shutdown, limits, hosts and origins | [`ServeOptions`] |
//! | test a mounted server | [`Wire`] |
//! | find the line for a server of another shape | `docs::servers` |
//! | move from rmcp's own prompt macros | `docs::migration` |
// Readers paste the examples into their programs.
#![doc(test(attr(deny(unused_imports))))]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

// Only the expansion of `prompt_handler!` calls these functions.
#[allow(clippy::missing_errors_doc, clippy::must_use_candidate)]
mod by_hand;

pub use by_hand::check_handler_state;

#[doc(hidden)]
pub mod __private {
    pub use crate::by_hand::{complete, context, finish, finish_get, get, has_prompt, json, list};
}

#[cfg(any(
    feature = "rmcp1",
    feature = "rmcp2",
    all(feature = "rmcp3", not(feature = "http"))
))]
#[macro_use]
mod off;
#[cfg(any(feature = "rmcp1", feature = "rmcp2", feature = "rmcp3"))]
#[macro_use]
mod pass;

#[cfg(any(feature = "rmcp1", feature = "rmcp2", feature = "rmcp3"))]
mod changes;
#[cfg_attr(
    not(any(feature = "rmcp1", feature = "rmcp2", feature = "rmcp3")),
    allow(dead_code)
)]
mod json;
#[cfg(feature = "rmcp3")]
mod serve;
#[cfg_attr(
    not(any(feature = "rmcp1", feature = "rmcp2", feature = "rmcp3")),
    allow(dead_code)
)]
mod warn;
#[cfg(any(feature = "rmcp1", feature = "rmcp2", feature = "rmcp3"))]
mod wire;

#[cfg(feature = "rmcp1")]
pub mod v1;
#[cfg(feature = "rmcp2")]
pub mod v2;
#[cfg(feature = "rmcp3")]
pub mod v3;

#[cfg(feature = "rmcp3")]
pub use serve::ServeOptions;
#[cfg(any(feature = "rmcp1", feature = "rmcp2", feature = "rmcp3"))]
pub use wire::{Connect, Handshake, Wire};

/// Longer pages.
#[cfg(any(doc, doctest))]
pub mod docs {
    // The code of this page is compiled only if rmcp is available.
    #[cfg_attr(
        any(not(doctest), feature = "rmcp3"),
        doc = include_str!("docs/servers.md")
    )]
    pub mod servers {}
    #[doc = include_str!("docs/migration.md")]
    // The tests compile these files.
    #[doc = "\n## Before\n\n```ignore"]
    #[doc = include_str!("docs/before.rs")]
    #[doc = "```\n\n## After\n\n```ignore"]
    #[doc = include_str!("docs/after.rs")]
    #[doc = "```"]
    pub mod migration {}
}

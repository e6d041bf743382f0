//! MCP prompts in servers that speak through the `rmcp` crate.
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
//! [`PromptRegistry::mount`](prompt_runtime::PromptRegistry::mount) takes a server of every major version of rmcp whose feature is on and
//! returns its [`v3::Mounted`]; the compiler finds the version. Turn on the version that the server uses:
//!
//! | feature | servers of | module |
//! | --- | --- | --- |
//! | `rmcp3` | rmcp 3 | [`v3`] |
//!
//! The feature `http` brings `serve_http`, a server over Streamable HTTP in one call.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "rmcp3")]
#[macro_use]
mod pass;

#[cfg(feature = "rmcp3")]
mod changes;
#[cfg(feature = "rmcp3")]
mod json;
#[cfg(feature = "rmcp3")]
mod wire;

#[cfg(feature = "rmcp3")]
pub mod v3;

#[cfg(feature = "rmcp3")]
pub use wire::{Connect, Handshake, Wire};

/// Moving over from rmcp's own prompt macros.
#[cfg(any(doc, doctest))]
pub mod docs {
    #[doc = include_str!("docs/migration.md")]
    pub mod migration {}
}

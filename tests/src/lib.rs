//! Helpers for the tests of this workspace: programs under test, sessions with them over each transport, and the schemas that their replies
//! must satisfy.
//!
//! The helpers panic with the whole context, which fails the test.
#![forbid(unsafe_code)]
#![allow(clippy::missing_panics_doc)]
#![allow(clippy::expect_used, clippy::panic)]

mod http;
mod process;
mod program;
pub mod schema;
mod session;
mod stdio;

pub use http::{Answer, Http, HttpServer};
pub use program::program;
pub use session::{LEGACY_REVISIONS, MODERN_REVISION, REVISIONS};
pub use stdio::Stdio;

//! Helpers of the tests of this workspace: programs under test, sessions with them over each transport, and the
//! schemas their replies must satisfy.
//!
//! Everything here panics with the whole story when something is amiss: that is how a test fails.
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

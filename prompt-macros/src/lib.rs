//! The macros of `prompt-runtime`. Depend on that crate: it re-exports and documents them.
#![forbid(unsafe_code)]

mod diagnostics;
mod paths;

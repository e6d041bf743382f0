//! Rules that apply both at compile time and at run time. One function implements each rule.
//!
//! This crate is an implementation detail of `prompt-macros` and `prompt-runtime`; depend on `prompt-runtime`.
#![doc(hidden)]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod icon;
pub mod integers;
pub mod name;
pub mod nearest;
pub mod number;
pub mod packed;
pub mod prompt_file;
pub mod text;
pub mod uri;

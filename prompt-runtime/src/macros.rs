//! The macros, exported where an author looks for them.

pub use prompt_macros::{ArgumentEnum, messages, prompt, prompts};

//! The macros, documented where an author looks for them.

#[doc = include_str!("docs/argument_enum.md")]
pub use prompt_macros::ArgumentEnum;
pub use prompt_macros::messages;
#[doc = include_str!("docs/prompt.md")]
pub use prompt_macros::prompt;
#[doc = include_str!("docs/prompts.md")]
pub use prompt_macros::prompts;
pub use prompt_macros::{audio, image, prompt_file, resource};

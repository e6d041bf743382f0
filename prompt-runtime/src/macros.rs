//! The macros, re-exported with their documentation.

#[doc = include_str!("docs/argument_enum.md")]
pub use prompt_macros::ArgumentEnum;
#[doc = include_str!("docs/prompt_arguments.md")]
pub use prompt_macros::PromptArguments;
#[doc = include_str!("docs/audio.md")]
pub use prompt_macros::audio;
#[doc = include_str!("docs/image.md")]
pub use prompt_macros::image;
#[doc = include_str!("docs/messages.md")]
pub use prompt_macros::messages;
#[doc = include_str!("docs/prompt.md")]
pub use prompt_macros::prompt;
#[doc = include_str!("docs/prompt_file.md")]
pub use prompt_macros::prompt_file;
#[doc = include_str!("docs/prompt_methods.md")]
pub use prompt_macros::prompt_methods;
#[doc = include_str!("docs/prompts.md")]
pub use prompt_macros::prompts;
#[doc = include_str!("docs/resource.md")]
pub use prompt_macros::resource;

//! Author MCP prompts as plain functions, checked by the compiler, and add them to a server that already exists.
//!
//! [`#[prompt]`](prompt) makes a function a prompt; [`messages!`] writes its conversation; [`PromptRegistry`] answers `prompts/list`,
//! `prompts/get` and `completion/complete`. [`testing`] calls prompts without a server. The crate `prompt-check` keeps saved invocations
//! working over the years and gives advice for hosts; `prompt-cli` is a command line for any program that has prompts.
//!
//! | feature | brings |
//! | --- | --- |
//! | `elicitation` | prompts that ask the person for more |
//! | `prompt-files` | prompts in Markdown files with front matter |
//! | `directory` | a directory of such files, watched; `prompt-files` with it |
//! | `rate-limit` | a limit for completion requests |
//! | `tracing` | reports go to `tracing` in place of standard error |
//!
//! The core has no async runtime and no transport. A panic in a prompt ends one request, except where a program is built with
//! `panic = "abort"`.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod argument;
mod complete;
mod contain;
mod context;
mod definition;
#[cfg(feature = "directory")]
mod directory;
pub mod edge;
#[cfg(feature = "elicitation")]
mod elicit;
pub mod error;
mod macros;
mod message;
mod mount;
mod prompt;
mod protocol;
mod registry;
mod report;
mod round;
mod state;
pub mod testing;
mod text;

pub use argument::{
    Argument, ArgumentEnum, Arguments, FromArgument, FromList, Problem, ProblemKind, UnknownValue,
};
pub use complete::{
    Candidates, CompleteResult, Completer, CompletionRequest, CompletionValues, IntoCandidates,
};
pub use context::{Client, Context, Peer, Progress, RequestId};
pub use definition::{
    BoxFuture, Deprecation, EmbeddedFile, Location, PromptDefinition, TextDefinition,
};
#[cfg(feature = "directory")]
pub use directory::{DirectoryError, DirectoryWatch};
#[cfg(feature = "elicitation")]
pub use elicit::{Elicitation, Elicited, ElicitedAnswers, Field};
pub use error::PromptError;
pub use macros::{
    ArgumentEnum, audio, image, messages, prompt, prompt_file, prompt_methods, prompts, resource,
};
pub use message::{
    Annotations, AudioContent, ContentBlock, ContentError, Conversation, EmbeddedResource,
    GetPromptResult, ImageContent, IntoContent, IntoPromptResult, JsonObject, PromptMessage,
    ResourceContents, ResourceLink, Role, TextContent,
};
pub use prompt::{Icon, ListPromptsResult, Prompt, PromptArgument};
pub use prompt_syntax::name::NameError;
pub use protocol::{JsonAnswer, Revision, UnknownRevision};
pub use registry::{
    ChangeListener, IntoVisible, LivePrompts, Origin, Place, PromptCall, PromptLibrary,
    PromptRegistry, RegisteredPrompt, RegistryBuilder, RegistryError, RegistryProblem,
    RuntimeArgument, RuntimePrompt,
};
#[cfg(feature = "prompt-files")]
pub use registry::{PromptFileError, PromptFileProblem};
pub use report::Report;
pub use state::Extensions;
pub use text::{Fenced, InvisibleText, Tagged, Untrusted, fenced, tagged, untrusted};

/// Longer reading.
#[cfg(any(doc, doctest))]
pub mod docs {
    #[doc = include_str!("docs/servers.md")]
    pub mod servers {}
}

// Named after the patch version; `prompt-macros` forms the same name from its own version.
#[doc(hidden)]
#[path = "private.rs"]
pub mod __private0;

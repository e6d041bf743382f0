//! Author MCP prompts as plain functions, checked by the compiler, and add them to a server that already exists.
#![forbid(unsafe_code)]

mod argument;
#[cfg(feature = "cli")]
pub mod cli;
mod complete;
mod context;
pub mod contract;
mod definition;
#[cfg(feature = "elicitation")]
mod elicit;
mod error;
pub mod lint;
mod macros;
mod message;
mod pages;
mod prompt;
mod protocol;
mod registry;
mod report;
#[cfg(feature = "rmcp")]
pub mod rmcp;
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
pub use definition::{BoxFuture, Deprecation, Location, PromptDefinition, TemplateDefinition};
#[cfg(feature = "elicitation")]
pub use elicit::{Answers, Elicitation, Elicited, Field};
pub use error::{
    INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, MISSING_REQUIRED_CLIENT_CAPABILITY,
    PromptError, UNSUPPORTED_PROTOCOL_VERSION,
};
pub use macros::{
    ArgumentEnum, audio, image, messages, prompt, prompt_file, prompt_methods, prompts, resource,
};
pub use message::{
    Annotations, AudioContent, ContentBlock, ContentError, Conversation, EmbeddedResource,
    EmbeddedResourceBuilder, GetPromptResult, ImageContent, IntoContent, IntoPromptResult,
    JsonObject, PromptMessage, ResourceContents, ResourceLink, Role, TextContent,
};
pub use prompt::{Icon, ListPromptsResult, Prompt, PromptArgument};
pub use protocol::{JsonAnswer, Revision, UnknownRevision};
pub use registry::{
    ChangeListener, IntoVisible, LivePrompts, Place, PromptCall, PromptLibrary, PromptRegistry,
    RegisteredPrompt, RegistryBuilder, RegistryError, RegistryProblem, RuntimeArgument,
    RuntimePrompt,
};
pub use report::Report;
pub use state::Extensions;
pub use text::{Fenced, InvisibleText, Tagged, Untrusted, fenced, tagged, untrusted};

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

// The README's example is compiled with the others.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

//! Write MCP prompts as plain functions that the compiler checks, and add them to an existing server.
//!
//! A complete program, which also needs the crates `prompt-rmcp` (with the feature `rmcp3`) and `tokio`:
//!
#![cfg_attr(not(doctest), doc = include_str!("docs/program.md"))]
//!
//! # Overview
//!
//! | task | see |
//! | --- | --- |
//! | learn it from the start | the guide, `docs::guide` |
//! | look up a key of `#[prompt]`, `#[arg]`, `#[state]`, `#[context]` | [`#[prompt]`](macro@prompt) |
//! | write a conversation | [`messages!`] |
//! | turn a file into a prompt | [`prompt_file!`] |
//! | use slash commands, skills and prompt files of other tools | `docs::dialects` |
//! | collect prompts and answer requests | [`PromptRegistry`] |
//! | test a prompt | [`testing`], and the crate `prompt-check` for saved calls and advice |
//! | try prompts on the command line | the crate `prompt-cli` |
//! | serve prompts | the crate `prompt-rmcp`, or `docs::servers` for other servers |
//! | write a crate such as `prompt-rmcp` | [`edge`] |
//!
//! # Features
//!
//! | feature | adds |
//! | --- | --- |
//! | `elicitation` | prompts that ask the user questions |
//! | `prompt-files` | prompts in Markdown files with front matter |
//! | `directory` | a watched directory of such files (includes `prompt-files`) |
//! | `toml` | commands of Gemini CLI, which are TOML files (includes `prompt-files`) |
//! | `rate-limit` | a limit for completion requests |
//! | `tracing` | a span and metrics for each request; reports through `tracing` in place of standard error |
//!
//! The core has no async runtime and no transport. A panic in a prompt ends one request and not the server, unless the program is built
//! with `panic = "abort"`.
// Readers paste the examples into their programs.
#![doc(test(attr(deny(unused_imports))))]
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
mod future;
mod icon;
mod json_rpc;
mod macros;
mod message;
mod mount;
#[cfg(not(all(
    feature = "directory",
    feature = "elicitation",
    feature = "rate-limit",
    feature = "tracing"
)))]
mod off;
mod prompt;
mod prompt_error;
mod protocol;
mod registry;
mod report;
mod round;
mod state;
pub mod testing;
pub mod text;

pub use argument::{ArgumentEnum, FromArgument, PromptArguments};
pub use complete::{Candidates, CompletionRequest};
#[doc(hidden)]
pub use complete::{Completer, IntoCandidates};
pub use context::{Client, Context, Progress};
pub use definition::{Deprecation, FileNotice, PromptDefinition};
#[doc(hidden)]
pub use definition::{EmbeddedFile, Location, TextDefinition};
#[cfg(feature = "directory")]
pub use directory::DirectoryWatch;
#[cfg(feature = "elicitation")]
pub use elicit::{Elicitation, Elicited, ElicitedAnswers, Field};
#[doc(hidden)]
pub use future::BoxFuture;
pub use json_rpc::{Beside, JsonAnswer, ListBeside};
pub use macros::{
    ArgumentEnum, PromptArguments, audio, image, messages, prompt, prompt_file, prompt_methods,
    prompts, resource,
};
#[doc(hidden)]
pub use message::Native;
pub use message::{
    ContentBlock, Conversation, GetPromptResult, IntoContent, IntoPromptResult, PromptMessage, Role,
};
pub use prompt_error::PromptError;
#[cfg(feature = "prompt-files")]
pub use prompt_syntax::prompt_file::Dialect;
pub use protocol::Revision;
#[doc(hidden)]
pub use registry::IntoVisible;
#[cfg(feature = "prompt-files")]
pub use registry::PromptFileOptions;
pub use registry::{
    ChangeListener, LivePrompts, Origin, PromptCall, PromptLibrary, PromptRegistry,
    RegisteredPrompt, RegistryBuilder, RegistryError, RuntimeArgument, RuntimePrompt,
};
pub use report::Report;
pub use state::Extensions;
pub use text::{InvisibleText, fenced, tagged, untrusted};

/// MCP's own types: prompts, messages, content, and the results of the three requests.
pub mod model {
    pub use crate::complete::CompleteResult;
    #[doc(hidden)]
    pub use crate::complete::CompletionValues;
    pub use crate::icon::Icon;
    pub use crate::message::{
        Annotations, AudioContent, ContentBlock, ContentError, EmbeddedResource, GetPromptResult,
        ImageContent, JsonObject, PromptMessage, ResourceContents, ResourceLink, Role, TextContent,
    };
    pub use crate::prompt::{ListPromptsResult, Prompt, PromptArgument};
}

/// The declared arguments of a prompt, the arguments of a request, and the problems with them.
pub mod arguments {
    pub use crate::argument::{Argument, Arguments, Problem, ProblemKind};
    #[doc(hidden)]
    pub use crate::argument::{FromList, UnknownValue};
}

/// Errors of requests, registries, names and prompt files, and the JSON-RPC codes.
pub mod error {
    #[cfg(feature = "directory")]
    pub use crate::directory::DirectoryError;
    pub use crate::prompt_error::{PromptError, code};
    pub use crate::protocol::UnknownRevision;
    pub use crate::registry::{Place, RegistryError, RegistryProblem};
    #[cfg(feature = "prompt-files")]
    pub use crate::registry::{PromptFileError, PromptFileProblem};
    pub use prompt_syntax::name::NameError;
    #[cfg(feature = "prompt-files")]
    pub use prompt_syntax::prompt_file::UnknownDialect;
}

/// The items that most programs use, for a glob import.
///
/// ```
/// use prompt_runtime::prelude::*;
///
/// /// Explains a term.
/// #[prompt]
/// fn explain(term: &str) -> GetPromptResult {
///     messages! { user: "Explain {term} in three sentences."; }
/// }
///
/// assert_eq!(explain("a mutex").messages().len(), 1);
/// ```
pub mod prelude {
    pub use crate::{
        ArgumentEnum, Candidates, CompletionRequest, Context, GetPromptResult, PromptError,
        PromptMessage, PromptRegistry, Role, messages, prompt, prompt_file, prompt_methods,
        prompts,
    };
}

/// Guides and longer pages.
#[cfg(any(doc, doctest))]
pub mod docs {
    #[doc = include_str!("docs/dialects.md")]
    #[cfg(feature = "prompt-files")]
    pub mod dialects {}
    #[doc = include_str!("docs/servers.md")]
    pub mod servers {}

    // Many pages use crates that the core does not depend on, so `tests/docs` compiles their code.
    #[cfg(not(doctest))]
    #[doc = include_str!("docs/guide/mod.md")]
    pub mod guide {
        #[doc = include_str!("docs/guide/first_prompt.md")]
        pub mod first_prompt {}
        #[doc = include_str!("docs/guide/arguments.md")]
        pub mod arguments {}
        #[doc = include_str!("docs/guide/conversations.md")]
        pub mod conversations {}
        #[doc = include_str!("docs/guide/files.md")]
        pub mod files {}
        #[doc = include_str!("docs/guide/command_line.md")]
        pub mod command_line {}
        #[doc = include_str!("docs/guide/checks.md")]
        pub mod checks {}
        #[doc = include_str!("docs/guide/servers.md")]
        pub mod servers {}
        #[doc = include_str!("docs/guide/connect.md")]
        pub mod connect {}
        #[doc = include_str!("docs/guide/http.md")]
        pub mod http {}
        #[doc = include_str!("docs/guide/replicas.md")]
        pub mod replicas {}
        #[doc = include_str!("docs/guide/publishing.md")]
        pub mod publishing {}
        #[doc = include_str!("docs/guide/ci.md")]
        pub mod ci {}
        #[doc = include_str!("docs/guide/hosts.md")]
        pub mod hosts {}
        #[doc = include_str!("docs/guide/localization.md")]
        pub mod localization {}
        #[doc = include_str!("docs/guide/caching.md")]
        pub mod caching {}
        #[doc = include_str!("docs/guide/observability.md")]
        pub mod observability {}
        #[doc = include_str!("docs/guide/moving.md")]
        pub mod moving {}
    }
}

// The name contains the patch version; `prompt-macros` forms the same name from its own version.
#[doc(hidden)]
#[path = "private.rs"]
pub mod __private0;

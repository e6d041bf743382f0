//! The answer of a prompt: messages, their content, and the result that contains them.

mod annotations;
// Each kind of content has a type, which is re-exported here and in `model`.
#[deny(unnameable_types)]
mod content;
mod conversation;
mod error;
mod resource;
mod result;
mod role;
#[cfg(test)]
mod schema;

pub use annotations::Annotations;
pub use content::{AudioContent, ContentBlock, ImageContent, IntoContent, TextContent};
pub use conversation::Conversation;
#[doc(hidden)]
pub use conversation::{Messages, Turn, straight};
pub use error::ContentError;
pub use resource::{EmbeddedResource, ResourceContents, ResourceLink};
pub use result::{GetPromptResult, IntoPromptResult, Native, PromptMessage};
pub use role::Role;

pub(crate) type Text = std::borrow::Cow<'static, str>;
/// A JSON object, for example `_meta`.
pub type JsonObject = serde_json::Map<String, serde_json::Value>;

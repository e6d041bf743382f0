//! The listing: what a host shows a person before a prompt is started.

use crate::message::JsonObject;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A prompt as `prompts/list` shows it. The serde form is the wire form of revision 2025-11-25.
///
/// Specification: server/prompts, "Prompt".
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Prompt {
    /// The identifier that a client sends to get the prompt.
    pub name: Cow<'static, str>,
    /// The name that a person reads. Clients from revision 2025-06-18 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Cow<'static, str>>,
    /// What the prompt does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Cow<'static, str>>,
    /// The form that a person fills in, in the order of declaration.
    #[serde(default)]
    pub arguments: Vec<PromptArgument>,
    /// Pictures for the prompt. Clients from revision 2025-11-25 on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub icons: Vec<Icon>,
    /// Anything else. Clients from revision 2025-06-18 on.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Box<JsonObject>>,
}

/// One field of the form.
///
/// Specification: server/prompts, "PromptArgument".
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PromptArgument {
    /// The key of the value in `arguments`.
    pub name: Cow<'static, str>,
    /// The name that a person reads. Clients from revision 2025-06-18 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Cow<'static, str>>,
    /// What to fill in, with the allowed values and the default where there are any: hosts rarely ask for completions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Cow<'static, str>>,
    /// Whether the prompt cannot be started without it. Always on the wire.
    #[serde(default)]
    pub required: bool,
}

/// A picture for a prompt or a resource link.
///
/// Specification: basic/index, "Icons".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Icon {
    /// An `https:`, `http:` or `data:` URI.
    pub src: Cow<'static, str>,
    /// The MIME type, when the URI does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<Cow<'static, str>>,
    /// Sizes such as `48x48`, or `any`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<Cow<'static, str>>,
    /// `light` or `dark`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<Cow<'static, str>>,
}

/// A page of the listing.
///
/// Specification: server/prompts, "Listing Prompts"; server/utilities/pagination.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ListPromptsResult {
    /// The prompts of this page, sorted by name.
    pub prompts: Vec<Prompt>,
    /// Where the next page begins; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

//! The entries of `prompts/list`, which a host shows before a prompt is used.

use crate::icon::Icon;
use crate::message::JsonObject;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A prompt as in `prompts/list`. The serde form is the JSON of revision 2025-11-25.
///
/// Specification: server/prompts, "Data Types".
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Prompt {
    /// The identifier that a client sends to get the prompt.
    pub name: Cow<'static, str>,
    /// The display name. Clients from revision 2025-06-18 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Cow<'static, str>>,
    /// The purpose of the prompt, for the person who chooses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Cow<'static, str>>,
    /// The arguments, in the order of declaration.
    #[serde(default)]
    pub arguments: Vec<PromptArgument>,
    /// Icons of the prompt. Clients from revision 2025-11-25 on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub icons: Vec<Icon>,
    /// The `_meta` of the prompt. Clients from revision 2025-06-18 on.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Box<JsonObject>>,
}

/// An argument of a prompt in `prompts/list`.
///
/// Specification: server/prompts, "Data Types".
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PromptArgument {
    /// The key of the value in `arguments`.
    pub name: Cow<'static, str>,
    /// The display name. Clients from revision 2025-06-18 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Cow<'static, str>>,
    /// Help for filling in the argument. It contains the allowed values, the limits and the default, because hosts rarely request
    /// completions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Cow<'static, str>>,
    /// `true` if the prompt cannot be used without this argument. The field is always sent.
    #[serde(default)]
    pub required: bool,
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
    /// The cursor of the next page. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

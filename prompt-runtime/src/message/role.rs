use serde::{Deserialize, Serialize};
use std::fmt;

/// The role of a message. MCP prompts have no other roles; put system instructions into the first user message.
///
/// Specification: server/prompts, "Data Types".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The user.
    User,
    /// The model.
    Assistant,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        })
    }
}

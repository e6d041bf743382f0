//! Reads the word before a turn's `:`.

use super::model::Role;
use crate::keys::DESCRIPTION;
use prompt_syntax::nearest::nearest;

/// The section of the specification on roles.
const SPECIFICATION: &str =
    "https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#promptmessage";

/// Returns `true` for a key of a turn that is written as an object.
pub(super) fn is_object_key(typed: &str) -> bool {
    matches!(typed, "role" | "content")
}

/// Reads a role. For a word that is none, the error has the role that is assumed and a sentence.
pub(super) fn read(typed: &str) -> Result<Role, (Role, String)> {
    if let Some(role) = Role::of(typed) {
        return Ok(role);
    }
    Err(match typed {
        _ if is_object_key(typed) => (
            Role::Unknown,
            "a turn is its role and its text: write `user: \"…\";`".to_owned(),
        ),
        "system" | "developer" => (
            Role::User,
            format!(
                "MCP prompts have no `{typed}` role: put this text at the start of the first `user` turn ({SPECIFICATION})"
            ),
        ),
        DESCRIPTION => (
            Role::Unknown,
            "`description` comes first, before the turns, and has no attributes: move it there, and remove them".to_owned(),
        ),
        "human" | "person" => (
            Role::User,
            format!("`{typed}` is not a role: write `user:`"),
        ),
        "ai" | "model" | "bot" | "agent" => (
            Role::Assistant,
            format!("`{typed}` is not a role: write `assistant:`"),
        ),
        _ => match nearest(typed, Role::WORDS.into_iter().chain(["system"])) {
            Some("system") => (
                Role::User,
                format!(
                    "`{typed}` is not a role, and MCP prompts have no `system` role: put this text at the start of the first `user` turn ({SPECIFICATION})"
                ),
            ),
            Some(near) => (
                Role::of(near).unwrap_or(Role::Unknown),
                format!("`{typed}` is not a role: did you mean `{near}`?"),
            ),
            None => (
                Role::Unknown,
                format!(
                    "`{typed}` is not a role: a turn is `user`, `assistant` or, as the last one, `prefill` ({SPECIFICATION})"
                ),
            ),
        },
    })
}

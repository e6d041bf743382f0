//! Values between the types of this crate's versions of rmcp and those of `prompt-runtime`: JSON, which is the same in all of them.

use prompt_runtime::{JsonObject, PromptError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Converts a value of one crate into the same value of another.
///
/// # Errors
/// -32603 for a value that the other type cannot hold.
pub(crate) fn convert<T: DeserializeOwned>(value: &impl Serialize) -> Result<T, PromptError> {
    Ok(serde_json::from_value(serde_json::to_value(value)?)?)
}

/// The object that a value is in JSON; `None` for a value that is no object.
pub(crate) fn object(value: &impl Serialize) -> Option<JsonObject> {
    match serde_json::to_value(value) {
        Ok(Value::Object(object)) => Some(object),
        _ => None,
    }
}

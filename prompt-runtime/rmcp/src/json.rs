//! Converts values between the types of rmcp and those of `prompt-runtime` through JSON, which is the same for all versions.

use prompt_runtime::edge::without_audio;
use prompt_runtime::model::JsonObject;
use prompt_runtime::{GetPromptResult, PromptError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Converts a value into the corresponding type of another crate.
///
/// # Errors
/// -32603 for a value that the other type cannot express.
pub(crate) fn convert<T: DeserializeOwned>(value: &impl Serialize) -> Result<T, PromptError> {
    Ok(serde_json::from_value(serde_json::to_value(value)?)?)
}

/// Does the same as [`convert`]. The flag is `true` if the other type dropped a part of the value.
///
/// # Errors
/// The same as for [`convert`].
pub(crate) fn convert_and_compare<T: DeserializeOwned + Serialize>(
    value: &impl Serialize,
) -> Result<(T, bool), PromptError> {
    let whole = serde_json::to_value(value)?;
    if is_plain(&whole) {
        return Ok((serde_json::from_value(whole)?, false));
    }
    let converted: T = serde_json::from_value(whole.clone())?;
    let dropped = serde_json::to_value(&converted)? != whole;
    Ok((converted, dropped))
}

/// The parts of an answer that the types of an older rmcp cannot express.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Loss {
    /// Annotations, `_meta` or other fields were dropped.
    pub(crate) fields: bool,
    /// Audio became embedded resources.
    pub(crate) audio: bool,
}

/// Converts an answer to `prompts/get`.
///
/// # Errors
/// The same as for [`convert`].
pub(crate) fn convert_answer<T: DeserializeOwned + Serialize>(
    mut answer: GetPromptResult,
) -> Result<(T, Loss), PromptError> {
    let converted = convert_and_compare(&answer);
    let audio = converted.is_err() && without_audio(&mut answer);
    let (value, fields) = if audio {
        convert_and_compare(&answer)?
    } else {
        converted?
    };
    Ok((value, Loss { fields, audio }))
}

/// Returns `true` for an answer that consists only of plain texts, which every type can express.
fn is_plain(answer: &Value) -> bool {
    let is_text = |message: &Value| {
        let content = message.get("content").and_then(Value::as_object);
        content.is_some_and(|content| {
            content.len() == 2 && content.contains_key("type") && content.contains_key("text")
        })
    };
    answer.get("_meta").is_none()
        && answer
            .get("messages")
            .and_then(Value::as_array)
            .is_some_and(|messages| messages.iter().all(is_text))
}

/// The value as a JSON object. `None` if the value is not an object.
pub(crate) fn object(value: &impl Serialize) -> Option<JsonObject> {
    match serde_json::to_value(value) {
        Ok(Value::Object(object)) => Some(object),
        _ => None,
    }
}
